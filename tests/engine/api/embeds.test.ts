/** Relations to many in PostgREST's dialect: owned rows and registries that point here, on both databases. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { embedFiles } from './embed-files.ts';

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  /** Lists cities and visits, and no more. */
  let clerk: Caller;
  /** The same, confined to the visits of the first house. */
  let guest: Caller;
  /** Surveys: may open them, may list them, may open them but not see their questions. */
  let opener: Caller;
  let lister: Caller;
  let blind: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: embedFiles });
    admin = await product.as(administrator.login, administrator.password);
    const login = async (name: string, permissions: readonly string[], more: Parameters<typeof createUser>[3] = {}) => {
      const user = await createUser(database, name, permissions, more);
      return product.as(user.login, user.password);
    };
    const insert = async (url: string, body: object): Promise<void> => {
      const answer = await admin.call('POST', `/api${url}`, { body });
      if (answer.statusCode !== 201) throw new Error(answer.body);
    };
    await insert('/cidades', [
      { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' },
      { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ' },
      { ibge: '3170206', nome: 'Uberlândia', uf: 'MG' },
    ]);
    await insert('/distritos', [
      { codigo: '330455705', nome: 'Centro', cidade_id: 2 },
      { codigo: '310620060', nome: 'Barreiro', cidade_id: 1 },
      { codigo: '310620061', nome: 'Venda Nova', cidade_id: 1, ativo: false },
      { codigo: '310620062', nome: 'Água Boa', cidade_id: 1 },
    ]);
    await insert('/pesquisas', [{ nome: 'Primeira', cidade_id: 1 }, { nome: 'Segunda' }]);
    await insert('/viagens', [
      { nome: 'ida', origem_id: 1, destino_id: 2, distrito_id: 1, motivo: 'trabalho' },
      { nome: 'volta', origem_id: 2, destino_id: 1, distrito_id: 2 },
    ]);
    await insert('/casas', [{ nome: 'Casa' }, { nome: 'Outra' }]);
    await insert('/visitas-casas', [
      { nome: 'v1', casa_id: 1, cidade_id: 1 },
      { nome: 'v2', casa_id: 2, cidade_id: 1 },
    ]);
    await database.execute(`alter table pesquisa_perguntas disable trigger user;
      insert into pesquisa_perguntas (pesquisa_id, posicao, texto, nota, cidade_id, secreta)
        values (1, 1, 'Depois?', 3, 2, 'x'), (1, 0, 'Antes?', 5, 1, 'x'), (1, 2, 'Por fim?', null, null, null);
      alter table pesquisa_perguntas enable trigger user`);
    opener = await login('abre', ['pesquisa:list', 'pesquisa:view']);
    lister = await login('lista', ['pesquisa:list']);
    blind = await login('cega', ['pesquisa:list', 'pesquisa:view'], { hidden: ['pesquisa.perguntas'] });
    clerk = await login('balcao', ['cidade:list', 'visita:list']);
    guest = await login('visita', ['cidade:list', 'cidade:view', 'visita:list'], {
      roles: { operadora: false, prestador: true, prestador_registro: 1 },
    });
  });

  const rows = async (url: string, who: Caller = admin): Promise<unknown> => {
    const answer = await who.call('GET', `/api${url}`);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };

  test('gives the rows that a record owns, in their own order', async () => {
    expect(await rows('/pesquisas?select=nome,perguntas(texto,cidade(nome))')).toEqual([
      {
        nome: 'Primeira',
        perguntas: [
          { texto: 'Antes?', cidade: { nome: 'Belo Horizonte' } },
          { texto: 'Depois?', cidade: { nome: 'Rio de Janeiro' } },
          { texto: 'Por fim?', cidade: null },
        ],
      },
      { nome: 'Segunda', perguntas: [] },
    ]);
    const [first] = (await rows('/pesquisas?select=*,perguntas(*)')) as { perguntas: object[] }[];
    expect(Object.keys(first?.perguntas[0] ?? {})).toEqual([
      ...['id', 'versao', 'criado_em', 'criado_por', 'alterado_em', 'alterado_por', 'texto', 'nota', 'cidade_id'],
    ]);
    // as in PostgREST, the star is of columns
    expect(Object.keys(((await rows('/pesquisas')) as object[])[0] ?? {})).not.toContain('perguntas');
  });

  test.each([
    [
      '/cidades?select=nome,distritos(codigo,nome)',
      [
        {
          nome: 'Belo Horizonte',
          distritos: [
            { codigo: '310620062', nome: 'Água Boa' },
            { codigo: '310620060', nome: 'Barreiro' },
            { codigo: '310620061', nome: 'Venda Nova' },
          ],
        },
        { nome: 'Rio de Janeiro', distritos: [{ codigo: '330455705', nome: 'Centro' }] },
        { nome: 'Uberlândia', distritos: [] },
      ],
    ],
    [
      '/cidades?select=nome,d:distritos(n:nome)&d.order=nome.desc&d.limit=1&d.offset=1&id=eq.1',
      [{ nome: 'Belo Horizonte', d: [{ n: 'Barreiro' }] }],
    ],
    [
      '/cidades?select=nome,distritos(nome)&distritos.nome=ilike.*a&distritos.or=(ativo.is.false,nome.like.Á*)&uf=eq.MG',
      [
        { nome: 'Belo Horizonte', distritos: [{ nome: 'Água Boa' }, { nome: 'Venda Nova' }] },
        { nome: 'Uberlândia', distritos: [] },
      ],
    ],
    [
      '/cidades?select=nome,a:distritos(nome),b:distritos(count)&a.nome=eq.Barreiro&b.ativo=is.true&id=eq.1',
      [{ nome: 'Belo Horizonte', a: [{ nome: 'Barreiro' }], b: [{ count: 2 }] }],
    ],
    [
      '/cidades?select=distritos(total:count)&order=id',
      [1, 2, 3].map((_, at) => ({ distritos: [{ total: [3, 1, 0][at] }] })),
    ],
    [
      '/cidades?select=nome,distritos!inner(nome)&distritos.nome=eq.Centro',
      [{ nome: 'Rio de Janeiro', distritos: [{ nome: 'Centro' }] }],
    ],
    ['/cidades?select=nome,distritos!inner()&distritos.ativo=is.false', [{ nome: 'Belo Horizonte' }]],
    ['/cidades?select=nome,distritos()&distritos=is.null', [{ nome: 'Uberlândia' }]],
    [
      '/cidades?select=nome,distritos()&distritos=not.is.null&order=id',
      [{ nome: 'Belo Horizonte' }, { nome: 'Rio de Janeiro' }],
    ],
    [
      '/cidades?select=nome,d:distritos()&d.nome=eq.Centro&or=(d.not.is.null,nome.eq.Uberlândia)&order=id',
      [{ nome: 'Rio de Janeiro' }, { nome: 'Uberlândia' }],
    ],
    ['/pesquisas?select=nome,cidade()&cidade=is.null', [{ nome: 'Segunda' }]],
    ['/pesquisas?select=nome,cidade()&cidade=not.is.null', [{ nome: 'Primeira' }]],
    [
      '/pesquisas?select=nome,cidade(nome,distritos(nome))&cidade.distritos.limit=1',
      [
        { nome: 'Primeira', cidade: { nome: 'Belo Horizonte', distritos: [{ nome: 'Água Boa' }] } },
        { nome: 'Segunda', cidade: null },
      ],
    ],
    ['/pesquisas?select=nome,cidade!inner(distritos!inner(nome))&cidade.distritos.nome=eq.Centro', []],
    [
      '/pesquisas?select=nome,cidade(distritos!inner(nome))&cidade.distritos.nome=eq.Centro&id=eq.1',
      [{ nome: 'Primeira', cidade: null }],
    ],
    [
      '/pesquisas?select=nome,cidade(distritos())&cidade.distritos=is.null&id=eq.1',
      [{ nome: 'Primeira', cidade: null }],
    ],
    [
      '/pesquisas?select=nome,...cidade(onde:nome,uf)',
      [
        { nome: 'Primeira', onde: 'Belo Horizonte', uf: 'MG' },
        { nome: 'Segunda', onde: null, uf: null },
      ],
    ],
    [
      '/pesquisas?select=nome,a:cidade(nome),b:cidade!cidade_id(uf)&a.uf=eq.RJ&id=eq.1',
      [{ nome: 'Primeira', a: null, b: { uf: 'MG' } }],
    ],
    ['/pesquisas?select=nome,cidade!cidade!inner(uf)', [{ nome: 'Primeira', cidade: { uf: 'MG' } }]],
    [
      '/pesquisas?select=nome,perguntas(nota)&perguntas.order=nota.desc.nullslast&perguntas.cidade.uf=eq.MG&id=eq.1',
      [{ nome: 'Primeira', perguntas: [{ nota: 5 }] }],
    ],
    [
      '/pesquisas?select=perguntas(nota)&perguntas.order=cidade(nome).desc.nullslast&id=eq.1',
      [{ perguntas: [{ nota: 3 }, { nota: 5 }, { nota: null }] }],
    ],
    [
      '/pesquisas?select=perguntas(texto,cidade!inner(uf))&perguntas.cidade.uf=eq.RJ&id=eq.1',
      [{ perguntas: [{ texto: 'Depois?', cidade: { uf: 'RJ' } }] }],
    ],
    [
      '/viagens?select=nome,distrito(cidade(nome))&distrito.cidade=not.is.null&order=cidade.nome'.replace(
        '&order=cidade.nome',
        '',
      ),
      [
        { nome: 'ida', distrito: { cidade: { nome: 'Rio de Janeiro' } } },
        { nome: 'volta', distrito: { cidade: { nome: 'Belo Horizonte' } } },
      ],
    ],
    [
      '/viagens?select=nome,distrito(cidade!inner(nome))&distrito.cidade.uf=eq.MG',
      [
        { nome: 'ida', distrito: null },
        { nome: 'volta', distrito: { cidade: { nome: 'Belo Horizonte' } } },
      ],
    ],
    ['/cidades?select=nome,viagens!origem(nome)&id=eq.1', [{ nome: 'Belo Horizonte', viagens: [{ nome: 'ida' }] }]],
    [
      '/cidades?select=v:viagens!destino_id(nome,origem(nome))&id=eq.1',
      [{ v: [{ nome: 'volta', origem: { nome: 'Rio de Janeiro' } }] }],
    ],
    ['/cidades?select=visitas-casas(nome)&id=eq.1', [{ 'visitas-casas': [{ nome: 'v1' }, { nome: 'v2' }] }]],
    [
      '/distritos?select=nome,cidade(uf)&cidade.order=nome&cidade.limit=1&id=eq.1',
      [{ nome: 'Centro', cidade: { uf: 'RJ' } }],
    ],
    [
      '/cidades?select=id::text,ativo::int,criado:criado_em::date,n:nome::varchar&id=eq.1',
      [{ id: '1', ativo: 1, criado: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), n: 'Belo Horizonte' }],
    ],
  ] as [string, unknown][])('answers %s', async (url, expected) => {
    expect(await rows(url)).toEqual(expected);
  });

  test('pages by cursor through rows with embeds, filtered by them', async () => {
    const url = '/api/cidades?select=nome,distritos!inner(nome)&distritos.ativo=is.true&order=nome&limit=1';
    const first = await admin.call('GET', url);
    expect(first.json()).toEqual([{ nome: 'Belo Horizonte', distritos: [{ nome: 'Água Boa' }, { nome: 'Barreiro' }] }]);
    const second = await admin.call('GET', `${url}&cursor=${first.headers['fichario-next-cursor']}`);
    expect(second.json()).toEqual([{ nome: 'Rio de Janeiro', distritos: [{ nome: 'Centro' }] }]);
    expect(second.headers['fichario-next-cursor']).toBeUndefined();
  });

  test('counts the rows that an inner embed leaves', async () => {
    const answer = await admin.call('HEAD', '/api/cidades?select=distritos!inner(id)', {
      headers: { prefer: 'count=exact' },
    });
    expect(answer.headers['content-range']).toBe('0-1/2');
  });

  test('confines the rows of an embed as it confines those of their own resource', async () => {
    const url = '/cidades?select=visitas-casas(nome)&id=eq.1';
    expect(await rows(url, clerk)).toEqual([{ 'visitas-casas': [{ nome: 'v1' }, { nome: 'v2' }] }]);
    expect(await rows(url, guest)).toEqual([{ 'visitas-casas': [{ nome: 'v1' }] }]);
    expect(await rows('/cidades?select=visitas-casas(count)&id=eq.1', guest)).toEqual([
      { 'visitas-casas': [{ count: 1 }] },
    ]);
    expect(await rows('/cidades?select=nome,visitas-casas!inner()&visitas-casas.nome=eq.v2', guest)).toEqual([]);
  });

  describe('refuses', () => {
    test.each([
      [
        '/cidades?select=viagens(nome)',
        'REQUEST_EMBED_AMBIGUOUS',
        { relation: 'viagens', choices: ['viagens!origem', 'viagens!destino'] },
      ],
      [
        '/cidades?select=distrito(nome)',
        'REQUEST_EMBED_UNKNOWN',
        { relation: 'distrito', entity: 'Cidade' },
        'distritos',
      ],
      [
        '/cidades?select=distritos!nada(nome)',
        'REQUEST_EMBED_UNKNOWN',
        { relation: 'distritos!nada', entity: 'Cidade' },
      ],
      ['/distritos?select=cidade!nada(nome)', 'REQUEST_EMBED_UNKNOWN', { relation: 'cidade!nada', entity: 'Distrito' }],
      ['/pesquisas?select=interno(nome)', 'REQUEST_EMBED_UNKNOWN', { relation: 'interno', entity: 'Pesquisa' }],
      [
        '/pesquisas?select=perguntas(pesquisa_id)',
        'REQUEST_COLUMN_UNKNOWN',
        { column: 'pesquisa_id', entity: 'Pergunta' },
      ],
      ['/pesquisas?select=perguntas(posicao)', 'REQUEST_COLUMN_UNKNOWN', { column: 'posicao', entity: 'Pergunta' }],
      ['/pesquisas?select=perguntas(secreta)', 'REQUEST_COLUMN_UNKNOWN', { column: 'secreta', entity: 'Pergunta' }],
      [
        '/pesquisas?select=perguntas(id)&perguntas.secreta=eq.x',
        'REQUEST_COLUMN_UNKNOWN',
        { column: 'secreta', entity: 'Pergunta' },
      ],
      [
        '/pesquisas?select=perguntas(id)&perguntas.order=secreta',
        'REQUEST_COLUMN_UNKNOWN',
        { column: 'secreta', entity: 'Pergunta' },
      ],
      ['/cidades?select=nome&distritos.nome=eq.x', 'REQUEST_EMBED_ABSENT', { relation: 'distritos' }],
      ['/cidades?distritos.order=nome', 'REQUEST_EMBED_ABSENT', { relation: 'distritos' }],
      ['/distritos?cidade.limit=1', 'REQUEST_EMBED_ABSENT', { relation: 'cidade' }],
      ['/distritos?cidade.or=(uf.eq.MG)', 'REQUEST_EMBED_ABSENT', { relation: 'cidade' }],
      ['/cidades?nada.limit=1', 'REQUEST_EMBED_UNKNOWN', { relation: 'nada', entity: 'Cidade' }],
      ['/cidades?select=distritos(nome)&order=distritos(nome)', 'REQUEST_ORDER_MANY', { relation: 'distritos' }],
      ['/cidades?order=distritos(nome)', 'REQUEST_ORDER_MANY', { relation: 'distritos' }],
      ['/cidades?select=distritos(nome)&distritos=eq.1', 'REQUEST_EMBED_OPERATOR', { relation: 'distritos' }],
      ['/distritos?select=cidade(nome)&cidade=is.true', 'REQUEST_EMBED_OPERATOR', { relation: 'cidade' }],
      [
        '/cidades?select=distritos(nome)&or=(distritos.nome.eq.a)',
        'REQUEST_FILTER_MANY',
        { relation: 'distritos', place: 'em um grupo' },
      ],
      ['/cidades?select=...distritos(nome)', 'REQUEST_SPREAD_MANY', { relation: 'distritos' }],
      ['/cidades?select=distritos(nome,count)', 'REQUEST_AGGREGATE', { item: 'count' }],
      ['/cidades?select=distritos(nome.max())', 'REQUEST_AGGREGATE', { item: 'nome.max()' }],
      ['/cidades?select=count', 'REQUEST_COLUMN_UNKNOWN', { column: 'count', entity: 'Cidade' }],
      [
        '/cidades?select=distritos(nome)&distritos.limit=1001',
        'REQUEST_LIMIT_TOO_LARGE',
        { limit: 1001, maximum: 1000 },
      ],
      [
        '/distritos?select=cidade(nome)&cidade.limit=0',
        'REQUEST_QUERY_INVALID',
        { parameter: 'cidade.limit', problem: 'a relação traz um só registro' },
      ],
      [
        '/viagens?select=distrito(nome)&distrito.or=(cidade.uf.eq.MG)',
        'REQUEST_QUERY_INVALID',
        { parameter: 'distrito.or', problem: 'um grupo dentro de uma relação só compara campos dela' },
      ],
      [
        '/cidades?select=distritos(viagens(distrito(cidade(distritos(id)))))',
        'REQUEST_TOO_COMPLEX',
        {
          part: 'relações de vários registros, uma dentro da outra (a que volta por uma relação de um só conta duas)',
          maximum: 2,
        },
      ],
      [
        '/cidades?select=nome::int',
        'REQUEST_CAST_REFUSED',
        { cast: 'int', column: 'nome', casts: ['text', 'varchar'] },
      ],
      [
        '/cidades?select=id::json',
        'REQUEST_CAST_REFUSED',
        { cast: 'json', column: 'id', casts: ['text', 'varchar', 'bigint', 'numeric', 'float8'] },
      ],
    ] as [string, Parameters<typeof refusalBody>[0], object, string?][])(
      '%s',
      async (url, code, params, suggestion) => {
        const answer = await admin.call('GET', `/api${url}`);
        expect(refusalOf(answer)).toEqual({
          status: code === 'REQUEST_EMBED_AMBIGUOUS' ? 300 : 400,
          body: await refusalBody(code, params as never, suggestion === undefined ? {} : { suggestion }),
        });
      },
    );

    test.each([
      '/cidades?select=distritos!inner(id)&id=eq.1',
      '/cidades?select=distritos(id)&distritos.nome=eq.x',
      '/cidades?select=distritos(id)&distritos=is.null',
      '/cidades?select=distritos(id)&or=(distritos.is.null,id.eq.1)',
    ])('to choose rows to be written by those of a relation to many: %s', async (url) => {
      for (const method of ['PATCH', 'DELETE'] as const) {
        const answer = await admin.call(method, `/api${url}`, method === 'PATCH' ? { body: { ddd: '31' } } : {});
        expect(refusalOf(answer)).toEqual({
          status: 400,
          body: await refusalBody('REQUEST_FILTER_MANY', { relation: 'distritos', place: 'em uma gravação' }),
        });
      }
    });
  });

  test('answers for what the caller may not read as for a name that does not exist', async () => {
    const doors = (name: string): readonly string[] => [
      `/cidades?select=${name}(nome)`,
      `/cidades?select=${name}(*)`,
      `/cidades?select=x:${name}!inner(id)`,
      `/cidades?select=...${name}(nome)`,
      `/cidades?select=${name}(count)`,
      `/cidades?select=${name}!cidade(id)`,
      `/cidades?select=${name}()`,
      `/cidades?${name}.nome=eq.x`,
      `/cidades?${name}.order=nome`,
      `/cidades?${name}.limit=1`,
      `/cidades?${name}.or=(nome.eq.x)`,
      `/cidades?order=${name}(nome)`,
      `/cidades?${name}=is.null`,
      `/cidades?or=(${name}.not.is.null)`,
      `/visitas-casas?select=cidade(${name}(count))`,
      `/visitas-casas?select=cidade(nome)&cidade.${name}=is.null`,
    ];
    const seen = async (url: string, name: string, accept: string) => {
      const answer = await clerk.call('GET', `/api${url}`, { headers: { accept } });
      return [answer.statusCode, answer.body.replaceAll(name, '@')];
    };
    // a registry, another, one with two relations, and one of which everybody reads only what names its rows
    for (const [name, absent] of [
      ['distritos', 'xxxxxxxxx'],
      ['pesquisas', 'yyyyyyyyy'],
      ['viagens', 'zzzzzzz'],
      ['pracas', 'kkkkkk'],
    ] as const)
      for (const accept of ['application/json', 'text/csv']) {
        const found = await Promise.all(doors(name).map((url) => seen(url, name, accept)));
        expect(found).toEqual(await Promise.all(doors(absent).map((url) => seen(url, absent, accept))));
        expect(found.map(([status]) => status)).toEqual(found.map(() => 400));
      }
  });

  test('leads through no relation that is kept from the caller, from its other end neither', async () => {
    const { login, password } = await createUser(
      database,
      'sem-cidade',
      ['cidade', 'distrito'].flatMap((subject) => [`${subject}:list`, `${subject}:view`]),
      { hidden: ['distrito.cidade'] },
    );
    const caller = await product.as(login, password);
    for (const name of ['distritos', 'nada'])
      for (const query of [`select=${name}(nome)`, `select=${name}!cidade(nome)`, `select=id,${name}()`])
        expect(refusalOf(await caller.call('GET', `/api/cidades?${query}`))).toEqual({
          status: 400,
          body: await refusalBody('REQUEST_EMBED_UNKNOWN', {
            relation: query.includes('!') ? `${name}!cidade` : name,
            entity: 'Cidade',
          }),
        });
    expect((await caller.call('GET', '/api/distritos?select=nome&nome=eq.Centro')).json()).toEqual([
      { nome: 'Centro' },
    ]);
  });

  test('gives owned rows to those alone who may open the record and from whom they are not hidden', async () => {
    const door = '/pesquisas?select=nome,perguntas(count)&order=id&limit=1';
    expect(await rows(door, opener)).toEqual([{ nome: 'Primeira', perguntas: [{ count: 3 }] }]);
    for (const who of [lister, blind]) {
      const answer = await who.call('GET', `/api${door}`);
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_EMBED_UNKNOWN', { relation: 'perguntas', entity: 'Pesquisa' }),
      });
    }
  });
});
