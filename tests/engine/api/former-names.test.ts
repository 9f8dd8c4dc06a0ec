/** The name that a field had answers beside the one it has: wherever a caller writes it, for who may name the field. */
import { Validator } from '@seriousme/openapi-schema-validator';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, CallOptions, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { formerFiles } from './former-files.ts';

const back = { prefer: 'return=representation' };
const merge = { prefer: 'return=representation, resolution=merge-duplicates' };
const at = (isoDay: string): string => `@${Date.parse(isoDay) / 1000}`;

/** Status and body, and what is said of former names: since when, and which. */
const whole = (answer: LightMyRequestResponse) => ({
  status: answer.statusCode,
  body: answer.headers['content-type']?.toString().includes('json') ? (answer.json() as unknown) : answer.body,
  deprecation: answer.headers['deprecation'],
  names: answer.headers['fichario-former-names'],
  link: answer.headers['link'],
});
const told = (status: number, body: unknown, names: string, since = at('2026-11-22')) => ({
  status,
  body,
  deprecation: since,
  names,
  link: '</api/openapi.json>; rel="deprecation"; type="application/json"',
});
const silent = (status: number, body: unknown) => ({
  status,
  body,
  deprecation: undefined,
  names: undefined,
  link: undefined,
});

forEachDatabase((open) => {
  let product: TestProduct;
  let admin: Caller;
  let clerk: Caller;
  let covered: Caller;

  const get = async (url: string, who = admin, more: CallOptions = {}) =>
    whole(await who.call('GET', `/api${url}`, more));

  beforeAll(async () => {
    const database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: formerFiles });
    admin = await product.as(administrator.login, administrator.password);
    const rights = ['obra:list', 'obra:view', 'obra:insert', 'obra:update', 'cidade:list'];
    for (const [login, parts] of [
      ['balcao', { hidden: ['obra.reservado', 'obra.municipio'] }],
      ['coberto', { masked: ['obra.reservado'] }],
    ] as const) {
      const user = await createUser(database, login, rights, parts);
      const caller = await product.as(user.login, user.password);
      if (login === 'balcao') clerk = caller;
      else covered = caller;
    }
    await admin.call('POST', '/api/cidades', { body: [{ ibge: '3104007', nome: 'Araxá', uf: 'MG' }] });
    await admin.call('POST', '/api/obras', {
      body: [
        { sigla: 'A', titulo: 'Alfa', municipio_id: 1, reservado: 'r', folhas: 10, capitulos: [{ texto: 'um' }] },
        { sigla: 'B', titulo: 'Beta', folhas: 20 },
      ],
    });
    await admin.call('POST', '/api/copias', { body: [{ numero: 7, obra_id: 1 }] });
  });

  test('a column answers under the name that was asked for, and without select under that of today', async () => {
    expect(await get('/obras?select=nome,sigla')).toEqual(
      told(
        200,
        [
          { nome: 'Alfa', sigla: 'A' },
          { nome: 'Beta', sigla: 'B' },
        ],
        'obra.nome=titulo',
        at('2026-11-20'),
      ),
    );
    expect(await get('/obras?select=apelido:nome,paginas::text&nome=eq.Alfa')).toEqual(
      told(200, [{ apelido: 'Alfa', paginas: '10' }], 'obra.nome=titulo, obra.paginas=folhas', '@0'),
    );
    const all = await get('/obras?codigo=eq.A');
    expect(all).toMatchObject({ status: 200, names: 'obra.codigo=sigla' });
    expect(Object.keys((all.body as object[])[0] ?? {})).toEqual(
      expect.arrayContaining(['sigla', 'titulo', 'municipio_id', 'reservado', 'antigo', 'folhas', 'capa']),
    );
    expect(Object.keys((all.body as object[])[0] ?? {})).not.toContain('codigo');
    expect(await get('/obras?select=titulo&sigla=eq.A')).toEqual(silent(200, [{ titulo: 'Alfa' }]));
  });

  test('an answer as CSV has the name that was asked for in its header', async () => {
    expect(await get('/obras?select=codigo,titulo', admin, { headers: { accept: 'text/csv' } })).toEqual(
      told(200, 'codigo,titulo\nA,Alfa\nB,Beta\n', 'obra.codigo=sigla'),
    );
  });

  test.each([
    ['/obras?select=sigla&nome=like.Al*', [{ sigla: 'A' }], 'obra.nome=titulo', at('2026-11-20')],
    [
      '/obras?select=folhas&or=(nome.eq.Beta,codigo.eq.X)',
      [{ folhas: 20 }],
      'obra.nome=titulo, obra.codigo=sigla',
      at('2026-11-20'),
    ],
    ['/obras?select=folhas&order=codigo.desc', [{ folhas: 20 }, { folhas: 10 }], 'obra.codigo=sigla'],
    ['/obras?select=sigla&cidade_id=not.is.null', [{ sigla: 'A' }], 'obra.cidade_id=municipio_id'],
    ['/obras?select=sigla&cidade.uf=eq.MG', [{ sigla: 'A' }], 'obra.cidade=municipio'],
    ['/obras?select=sigla&order=cidade(nome).desc.nullslast&limit=1', [{ sigla: 'A' }], 'obra.cidade=municipio'],
    [
      '/obras?select=sigla,cidade(uf)&order=sigla&limit=1',
      [{ sigla: 'A', cidade: { uf: 'MG' } }],
      'obra.cidade=municipio',
    ],
    [
      '/obras?select=sigla,onde:cidade!inner(nome)&onde.uf=eq.MG',
      [{ sigla: 'A', onde: { nome: 'Araxá' } }],
      'obra.cidade=municipio',
    ],
    ['/obras?select=sigla,onde:cidade()&cidade=is.null', [{ sigla: 'B' }], 'obra.cidade=municipio'],
    ['/obras?select=sigla,...cidade(uf)&cidade=not.is.null', [{ sigla: 'A', uf: 'MG' }], 'obra.cidade=municipio'],
    [
      '/obras?select=cidade!cidade_id(uf)&sigla=eq.A',
      [{ cidade: { uf: 'MG' } }],
      'obra.cidade=municipio, obra.cidade_id=municipio_id',
    ],
    [
      '/obras?select=capitulos(conteudo)&sigla=eq.A',
      [{ capitulos: [{ conteudo: 'um' }] }],
      'obra_capitulos.conteudo=texto',
    ],
    [
      '/obras?select=capitulos(conteudo)&capitulos.conteudo=eq.x&capitulos.order=conteudo&sigla=eq.A',
      [{ capitulos: [] }],
      'obra_capitulos.conteudo=texto',
    ],
    [
      '/copias?select=numero,livro(nome)',
      [{ numero: 7, livro: { nome: 'Alfa' } }],
      'copia.livro=obra, obra.nome=titulo',
      at('2026-11-20'),
    ],
    [
      '/obras?select=sigla,copias!livro(numero)&sigla=eq.A',
      [{ sigla: 'A', copias: [{ numero: 7 }] }],
      'copia.livro=obra',
    ],
    ['/copias?select=numero&livro.cidade.uf=eq.MG', [{ numero: 7 }], 'copia.livro=obra, obra.cidade=municipio'],
    ['/obras?select=paginas.sum(),total:paginas.max()', [{ sum: 30, total: 20 }], 'obra.paginas=folhas', '@0'],
  ])('%s', async (url, body, names, since = at('2026-11-22')) => {
    expect(await get(url)).toEqual(told(200, body, names, since));
  });

  test('a page that follows and a count take it too, and a cursor is of the field, whatever its name', async () => {
    const first = await admin.call('GET', '/api/obras?select=id&order=codigo&limit=1');
    const cursor = first.headers['fichario-next-cursor'];
    expect(await get(`/obras?select=id&order=codigo&limit=1&cursor=${cursor}`)).toEqual(
      told(200, [{ id: 2 }], 'obra.codigo=sigla'),
    );
    expect(await get(`/obras?select=sigla&order=sigla&limit=1&cursor=${cursor}`)).toEqual(
      silent(200, [{ sigla: 'B' }]),
    );
    const count = await admin.call('HEAD', '/api/obras?codigo=eq.A', { headers: { prefer: 'count=exact' } });
    expect([count.statusCode, count.headers['content-range'], count.headers['fichario-former-names']]).toEqual([
      200,
      '0-0/1',
      'obra.codigo=sigla',
    ]);
  });

  test('the same request is told of again, though its plan is known by then', async () => {
    for (let turn = 0; turn < 3; turn += 1)
      expect((await get('/obras?select=codigo&limit=1')).names).toBe('obra.codigo=sigla');
  });

  test('bodies of inserts, changes and upserts, columns and on_conflict take it', async () => {
    const post = async (url: string, more: CallOptions) => whole(await admin.call('POST', `/api${url}`, more));
    expect(
      await post('/obras?select=codigo,nome,cidade_id,capitulos(conteudo)', {
        body: { codigo: 'C', nome: 'Gama', cidade_id: 1, capitulos: [{ conteudo: 'dois' }] },
        headers: back,
      }),
    ).toEqual(
      told(
        201,
        [{ codigo: 'C', nome: 'Gama', cidade_id: 1, capitulos: [{ conteudo: 'dois' }] }],
        'obra.codigo=sigla, obra.nome=titulo, obra.cidade_id=municipio_id, obra_capitulos.conteudo=texto',
        at('2026-11-20'),
      ),
    );
    expect(
      await post('/obras?select=codigo,paginas&columns="codigo","titulo","paginas"', {
        body: [{ codigo: 'D', titulo: 'Delta', paginas: 4, antigo: 'não conta' }],
        headers: back,
      }),
    ).toEqual(told(201, [{ codigo: 'D', paginas: 4 }], 'obra.codigo=sigla, obra.paginas=folhas', '@0'));
    expect(
      await post('/obras?select=codigo,titulo&on_conflict=codigo', {
        body: [{ codigo: 'D', titulo: 'Delta 2' }],
        headers: merge,
      }),
    ).toEqual(told(200, [{ codigo: 'D', titulo: 'Delta 2' }], 'obra.codigo=sigla'));
    expect(
      await post('/obras?select=folhas', {
        text: 'codigo,nome\r\nE,Épsilon\r\n',
        headers: { ...back, 'content-type': 'text/csv' },
      }),
    ).toEqual(told(201, [{ folhas: null }], 'obra.codigo=sigla, obra.nome=titulo', at('2026-11-20')));
    const change = await admin.call('PATCH', '/api/obras?codigo=eq.E&select=nome', {
      body: { nome: 'Eta' },
      headers: back,
    });
    expect(whole(change)).toEqual(
      told(200, [{ nome: 'Eta' }], 'obra.nome=titulo, obra.codigo=sigla', at('2026-11-20')),
    );
    const each = await admin.call('POST', '/api/obras', {
      body: [{ codigo: 'F', titulo: 'Zeta' }],
      headers: { prefer: 'outcome=each' },
    });
    expect(whole(each)).toEqual(told(200, [{ id: expect.any(Number), row: 0, status: 201 }], 'obra.codigo=sigla'));
    const gone = await admin.call('DELETE', '/api/obras?codigo=in.(C,D,E,F)');
    expect(whole(gone)).toEqual(told(204, '', 'obra.codigo=sigla'));
  });

  test('a file is sent and taken down by the name that its field had', async () => {
    const sent = await admin.call('POST', '/api/anexos/obras/imagem?name=a.txt', {
      bytes: Buffer.from('olá'),
      headers: { 'content-type': 'text/plain' },
    });
    expect([sent.statusCode, sent.headers['fichario-former-names']]).toEqual([201, 'obra.imagem=capa']);
    const { id } = sent.json() as { id: string };
    const change = await admin.call('PATCH', '/api/obras?sigla=eq.B', { body: { imagem: [{ id }] } });
    expect([change.statusCode, change.headers['fichario-former-names']]).toEqual([204, 'obra.imagem=capa']);
    const file = await admin.call('GET', `/api/anexos/obras/2/imagem/${id}`);
    expect([file.statusCode, file.body, file.headers['fichario-former-names']]).toEqual([
      200,
      'olá',
      'obra.imagem=capa',
    ]);
  });

  test('short calls take it: as the field that they go by, and in further filters', async () => {
    expect(await get('/obras/nome/Alfa')).toEqual(
      told(200, [{ id: 1, sigla: 'A', nome: 'Alfa' }], 'obra.nome=titulo', at('2026-11-20')),
    );
    expect(await get('/obras/titulo/Alfa?codigo=eq.A')).toEqual(
      told(200, [{ id: 1, sigla: 'A', titulo: 'Alfa' }], 'obra.codigo=sigla'),
    );
    expect(await get('/obras/alfa?codigo=eq.A')).toEqual(
      told(200, [{ id: 1, sigla: 'A', titulo: 'Alfa', label: 'A - Alfa' }], 'obra.codigo=sigla'),
    );
  });

  test('a field by both of its names in one request is refused, and nothing is written', async () => {
    const refusal = async (from: string, to: string, entity = 'Obra') => ({
      status: 400,
      body: await refusalBody('REQUEST_FORMER_NAME', { from, to, entity }),
    });
    const both: readonly (readonly [LightMyRequestResponse, string, string])[] = [
      [await admin.call('GET', '/api/obras?select=nome,titulo'), 'nome', 'titulo'],
      [await admin.call('GET', '/api/obras?select=titulo&nome=eq.Alfa'), 'nome', 'titulo'],
      [await admin.call('GET', '/api/obras?select=cidade(uf)&municipio.uf=eq.MG'), 'cidade', 'municipio'],
      [await admin.call('GET', '/api/obras/titulo/Alfa?nome=eq.Alfa&titulo=eq.Alfa'), 'nome', 'titulo'],
      [await admin.call('POST', '/api/obras', { body: { sigla: 'G', titulo: 'a', nome: 'b' } }), 'nome', 'titulo'],
      [
        await admin.call('POST', '/api/obras?columns=codigo,nome', { body: { sigla: 'G', nome: 'b' } }),
        'codigo',
        'sigla',
      ],
      [
        await admin.call('POST', '/api/obras', {
          text: 'sigla,titulo,nome\r\nG,a,b\r\n',
          headers: { 'content-type': 'text/csv' },
        }),
        'nome',
        'titulo',
      ],
    ];
    for (const [answer, from, to] of both) expect(refusalOf(answer)).toEqual(await refusal(from, to));
    expect((await get('/obras?select=sigla&sigla=eq.G')).body).toEqual([]);
    // All columns are no name of one.
    expect((await get('/obras?select=*,nome&sigla=eq.A')).body).toMatchObject([{ titulo: 'Alfa', nome: 'Alfa' }]);
  });

  test('the name of a change whose minor version is over is a name that does not exist', async () => {
    for (const name of ['velho', 'nunca'])
      expect(refusalOf(await admin.call('GET', `/api/obras?select=${name}`))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: name, entity: 'Obra' }),
      });
  });

  test('a field that is hidden is hidden by the name that it had: each door answers as to a name that never was', async () => {
    const doors = (name: string, relation: string): readonly Parameters<Caller['call']>[] => [
      ['GET', `/api/obras?select=${name}`],
      ['GET', `/api/obras?select=a:${name}::text`],
      ['GET', `/api/obras?${name}=eq.r`],
      ['GET', `/api/obras?or=(${name}.eq.r)`],
      ['GET', `/api/obras?order=${name}`],
      ['GET', `/api/obras?select=${name}.max()`],
      ['GET', `/api/obras?select=${relation}(uf)`],
      ['GET', `/api/obras?${relation}.uf=eq.MG`],
      ['GET', `/api/obras/${name}/r`],
      ['GET', `/api/obras/alfa?${name}=eq.r`],
      ['POST', '/api/obras', { body: { sigla: 'H', titulo: 'h', [name]: 'r' } }],
      ['POST', `/api/obras?columns=sigla,titulo,${name}`, { body: { sigla: 'H', titulo: 'h' } }],
      ['POST', `/api/obras?on_conflict=${name}`, { body: { sigla: 'H', titulo: 'h' }, headers: merge }],
      ['PATCH', '/api/obras?sigla=eq.A', { body: { [name]: 'x' } }],
      ['PATCH', `/api/obras?${name}=eq.r`, { body: { titulo: 'x' } }],
      [
        'POST',
        `/api/anexos/obras/${name}?name=a.txt`,
        { bytes: Buffer.from('a'), headers: { 'content-type': 'text/plain' } },
      ],
      ['POST', '/api/obras', { text: `sigla,titulo,${name}\r\nH,h,r\r\n`, headers: { 'content-type': 'text/csv' } }],
    ];
    const absent = doors('inexistente', 'inexist');
    const plain = (answer: LightMyRequestResponse, ...names: readonly string[]) => ({
      status: answer.statusCode,
      body: names.reduce((text, name) => text.replaceAll(name, '?'), answer.body),
      deprecation: answer.headers['deprecation'],
    });
    for (const [index, door] of doors('segredo', 'cidade').entries()) {
      const [method, url, more] = absent[index] ?? door;
      const expected = plain(await clerk.call(method, url, more), 'inexistente', 'inexist');
      expect(plain(await clerk.call(...door), 'segredo', 'cidade'), door[1]).toEqual(expected);
      expect(expected, door[1]).toMatchObject({ deprecation: undefined });
      expect(expected.status, door[1]).toBeGreaterThanOrEqual(400);
    }
  });

  test('what is read covered is covered by the name that it had, and cannot be asked about', async () => {
    expect(await get('/obras?select=segredo&sigla=eq.A', covered)).toEqual(
      told(200, [{ segredo: '•••' }], 'obra.segredo=reservado'),
    );
    expect(refusalOf(await covered.call('GET', '/api/obras?segredo=eq.r'))).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_COLUMN_UNKNOWN', { column: 'segredo', entity: 'Obra' }),
    });
  });

  test('a saved view that names it is read under the names of today', async () => {
    const content = {
      query: 'nome=like.Al*&cidade.uf=eq.MG&order=codigo.desc,cidade(nome).asc.nullslast,titulo&limit=50',
      layout: { shown: ['codigo', 'nome', 'titulo', 'cidade.uf'], widths: { codigo: 90 }, pinned: ['codigo'] },
    };
    const made = await admin.call('POST', '/api/views', { body: { screen: '/obras', name: 'Minha', content } });
    expect([made.statusCode, (made.json() as { content: unknown }).content]).toEqual([
      201,
      {
        query: new URLSearchParams([
          ['titulo', 'like.Al*'],
          ['municipio.uf', 'eq.MG'],
          ['order', 'sigla.desc,municipio.nome.nullslast,titulo'],
          ['limit', '50'],
        ]).toString(),
        layout: { shown: ['sigla', 'titulo', 'municipio.uf'], widths: { sigla: 90 }, pinned: ['sigla'] },
      },
    ]);
    const kept = (await admin.call('GET', '/api/views?screen=/obras')).json() as {
      content: unknown;
      omitted: number;
    }[];
    expect(kept.map(({ content: one, omitted }) => [one, omitted])).toEqual([
      [(made.json() as { content: unknown }).content, 0],
    ]);
    const shared = { screen: '/obras', name: 'De todos', shared: true, content: { query: 'segredo=eq.r', layout: {} } };
    expect((await admin.call('POST', '/api/views', { body: shared })).statusCode).toBe(201);
    const others = (await clerk.call('GET', '/api/views?screen=/obras')).json() as {
      content: unknown;
      omitted: number;
    }[];
    expect(others.map(({ content: one, omitted }) => [one, omitted])).toEqual([[{ query: '', layout: {} }, 1]]);
  });

  test('the document describes it as deprecated, to who may name the field', async () => {
    const documentOf = async (who: Caller) =>
      (await who.call('GET', '/api/openapi.json')).json() as {
        components: Record<'schemas' | 'parameters', Record<string, Record<string, Record<string, object>>>>;
      };
    const document = await documentOf(admin);
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
    const { components } = document;
    expect(components.schemas['obras']?.['properties']).toMatchObject({
      nome: { title: 'Título', deprecated: true, 'x-asked': true, type: 'string' },
      cidade_id: { deprecated: true, 'x-asked': true },
      cidade: { deprecated: true, 'x-embed': true },
    });
    expect(components.schemas['obras']?.['properties']).not.toHaveProperty('velho');
    expect(components.schemas['obras.inclusao']?.['properties']).toMatchObject({
      nome: { title: 'Título', deprecated: true, maxLength: 60, 'x-former': 'titulo' },
    });
    expect(components.parameters['obras.nome']).toMatchObject({
      name: 'nome',
      deprecated: true,
      description:
        'Nome anterior de `titulo`, que mudou em 2026-11-20; ainda é aceito, e a resposta o diz em `Deprecation`.',
    });
    const seen = JSON.stringify((await documentOf(clerk)).components);
    expect(seen).not.toContain('segredo');
    expect(seen).not.toContain('cidade_id');
  });
});
