import { beforeAll, expect, test } from 'vitest';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const one = { accept: 'application/vnd.pgrst.object+json' };

forEachDatabase((open) => {
  let admin: Caller;

  beforeAll(async () => {
    const product = await startTestProduct(await open({ from: 'product' }), { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    await admin.call('POST', '/api/cidades', {
      body: [
        { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' },
        { ibge: '3304557', nome: 'Rio de Janeiro', uf: 'RJ' },
        { ibge: '3170206', nome: 'Uberlândia', uf: 'MG' },
      ],
    });
    await admin.call('POST', '/api/distritos', {
      body: [
        { codigo: '330455705', nome: 'Centro', cidade_id: 2 },
        { codigo: '310620060', nome: 'Barreiro', cidade_id: 1 },
        { codigo: '317020605', nome: 'Água Boa', cidade_id: 3 },
        { codigo: '310620061', nome: 'Venda Nova', cidade_id: 1 },
      ],
    });
    await admin.call('POST', '/api/amostras', {
      body: [
        {
          nome: 'com tudo',
          quantidade: 1,
          dia: '2026-02-28',
          preco: 1234.5,
          hora: '08:30',
          ativa: false,
          cidade_id: 1,
        },
        { nome: 'sem nada', quantidade: 2, ativa: null },
      ],
    });
  });

  const rows = async (url: string): Promise<unknown> => (await admin.call('GET', `/api${url}`)).json();
  const names = async (url: string): Promise<unknown> =>
    ((await rows(`${url}${url.includes('?') ? '&' : '?'}select=nome`)) as { nome: string }[]).map(({ nome }) => nome);

  test('lists the fields asked for, in the default order, which is Brazilian', async () => {
    const answer = await admin.call('GET', '/api/distritos?select=codigo,nome');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['content-range']).toBe('0-3/*');
    expect(answer.headers['fichario-next-cursor']).toBeUndefined();
    expect(answer.json()).toEqual([
      { codigo: '317020605', nome: 'Água Boa' },
      { codigo: '310620060', nome: 'Barreiro' },
      { codigo: '330455705', nome: 'Centro' },
      { codigo: '310620061', nome: 'Venda Nova' },
    ]);
  });

  test('gives every readable column without select, system columns first', async () => {
    const [row] = (await rows('/distritos?nome=eq.Centro')) as Record<string, unknown>[];
    expect(Object.keys(row ?? {})).toEqual([
      'id',
      'versao',
      'criado_em',
      'criado_por',
      'alterado_em',
      'alterado_por',
      'codigo',
      'nome',
      'cidade_id',
      'ativo',
    ]);
    expect(row).toMatchObject({ id: 1, versao: 1, codigo: '330455705', nome: 'Centro', cidade_id: 2, ativo: true });
  });

  test('embeds a relation, renames columns, and gives null where there is no target', async () => {
    expect(await rows('/amostras?select=nome,cidade(nome,uf)&order=id')).toEqual([
      { nome: 'com tudo', cidade: { nome: 'Belo Horizonte', uf: 'MG' } },
      { nome: 'sem nada', cidade: null },
    ]);
    expect(await rows('/amostras?select=rotulo:nome,onde:cidade(estado:uf)&id=eq.1')).toEqual([
      { rotulo: 'com tudo', onde: { estado: 'MG' } },
    ]);
  });

  test('leaves out rows without a target where the embed is inner', async () => {
    expect(await rows('/amostras?select=nome,cidade!inner(uf)')).toEqual([{ nome: 'com tudo', cidade: { uf: 'MG' } }]);
    expect(await rows('/amostras?select=nome,cidade!left(uf)&order=id')).toHaveLength(2);
  });

  test('empties an embed by a condition on it, and takes the rows too where it is inner', async () => {
    expect(await rows('/distritos?select=nome,cidade(uf)&cidade.uf=eq.RJ')).toEqual([
      { nome: 'Água Boa', cidade: null },
      { nome: 'Barreiro', cidade: null },
      { nome: 'Centro', cidade: { uf: 'RJ' } },
      { nome: 'Venda Nova', cidade: null },
    ]);
    expect(await rows('/distritos?select=nome,cidade!inner(uf)&cidade.uf=eq.RJ')).toEqual([
      { nome: 'Centro', cidade: { uf: 'RJ' } },
    ]);
  });

  test('chooses rows by a condition on a relation that is not embedded, in groups always', async () => {
    expect(await names('/distritos?cidade.uf=eq.RJ')).toEqual(['Centro']);
    expect(await names('/distritos?cidade.uf=not.eq.RJ')).toEqual(['Água Boa', 'Barreiro', 'Venda Nova']);
    expect(await rows('/distritos?select=nome,cidade(uf)&and=(cidade.uf.eq.RJ)')).toEqual([
      { nome: 'Centro', cidade: { uf: 'RJ' } },
    ]);
    const head = await admin.call('HEAD', '/api/distritos?cidade.uf=in.(MG)', { headers: { prefer: 'count=exact' } });
    expect(head.headers['content-range']).toBe('0-2/3');
  });

  test('orders by columns and by a relation, either direction, nulls where they are asked for', async () => {
    expect(await names('/distritos?order=cidade(nome).desc,nome.desc')).toEqual([
      'Água Boa',
      'Centro',
      'Venda Nova',
      'Barreiro',
    ]);
    expect(await names('/amostras?order=dia')).toEqual(['com tudo', 'sem nada']);
    expect(await names('/amostras?order=dia.nullsfirst')).toEqual(['sem nada', 'com tudo']);
    expect(await names('/amostras?order=dia.desc')).toEqual(['sem nada', 'com tudo']);
    expect(await names('/amostras?order=dia.desc.nullslast')).toEqual(['com tudo', 'sem nada']);
    expect(await names('/amostras?order=cidade(nome).desc.nullslast')).toEqual(['com tudo', 'sem nada']);
  });

  test.each([
    ['nome=eq.Centro', ['Centro']],
    ['nome=neq.Centro', ['Água Boa', 'Barreiro', 'Venda Nova']],
    ['nome=gt.Centro', ['Venda Nova']],
    ['nome=lte.Barreiro', ['Água Boa', 'Barreiro']],
    ['nome=like.*a', ['Água Boa', 'Venda Nova']],
    ['nome=like.V%25', ['Venda Nova']],
    ['nome=like.v%25', []],
    ['nome=ilike.v*', ['Venda Nova']],
    ['nome=has.agua', ['Água Boa']],
    ['nome=not.has.A', ['Centro']],
    ['nome=in.(Centro,"Venda Nova")', ['Centro', 'Venda Nova']],
    ['nome=not.in.(Centro,"Venda Nova")', ['Água Boa', 'Barreiro']],
    ['nome=in.()', []],
    ['codigo=eq.310620060', ['Barreiro']],
    ['id=in.(1,2)&nome=neq.Centro', ['Barreiro']],
    ['nome[0]=ilike.*e*&nome[1]=ilike.*o*', ['Barreiro', 'Centro', 'Venda Nova']],
    ['or=(nome.eq.Centro,codigo.eq.310620060)', ['Barreiro', 'Centro']],
    ['not.or=(nome.eq.Centro,codigo.eq.310620060)', ['Água Boa', 'Venda Nova']],
    ['and=(ativo.is.true,or(nome.eq.Centro,not.and(nome.neq.Barreiro,id.gte.1)))', ['Barreiro', 'Centro']],
    ['ativo=is.false', []],
    ['cidade_id=is.not_null&nome=has.b', ['Água Boa', 'Barreiro']],
    ['alterado_em=is.null&id=lt.3', ['Barreiro', 'Centro']],
    ['criado_em=gt.2020-01-01&id=eq.1', ['Centro']],
    ['criado_em=lt.2020-01-01T00:00:00-03:00', []],
    ['q=nova', ['Venda Nova']],
    ['q=31062 v', ['Venda Nova']],
  ] as const)('filters by %s', async (query, expected) => {
    expect(await names(`/distritos?${query}`)).toEqual(expected);
  });

  test('takes pages by limit and offset, and by cursor until there is none', async () => {
    expect(await names('/distritos?limit=2&offset=1')).toEqual(['Barreiro', 'Centro']);
    const first = await admin.call('GET', '/api/distritos?select=nome&limit=3');
    expect(first.headers['content-range']).toBe('0-2/*');
    const cursor = String(first.headers['fichario-next-cursor']);
    const second = await admin.call('GET', `/api/distritos?select=nome&limit=3&cursor=${cursor}`);
    expect(second.json()).toEqual([{ nome: 'Venda Nova' }]);
    expect(second.headers['fichario-next-cursor']).toBeUndefined();
  });

  test('gives a page as large as pages may be, and an embed of as many rows', async () => {
    expect(await names('/distritos?limit=1000&order=id')).toHaveLength(4);
    expect(await rows('/cidades?select=distritos(nome)&id=eq.2&distritos.limit=1000')).toEqual([
      { distritos: [{ nome: 'Centro' }] },
    ]);
    for (const query of ['/distritos?limit=1001', '/cidades?select=distritos(nome)&distritos.limit=1001'])
      expect(refusalOf(await admin.call('GET', `/api${query}`))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_LIMIT_TOO_LARGE', { limit: 1001, maximum: 1000 }),
      });
  });

  test('gives no cursor with a page of no rows', async () => {
    const answer = await admin.call('GET', '/api/distritos?limit=0');
    expect([answer.statusCode, answer.body, answer.headers['fichario-next-cursor']]).toEqual([200, '[]', undefined]);
  });

  test('counts exactly where asked, and says 206 where rows are left', async () => {
    const partial = await admin.call('GET', '/api/distritos?limit=3', { headers: { prefer: 'count=exact' } });
    expect([partial.statusCode, partial.headers['content-range'], partial.headers['preference-applied']]).toEqual([
      206,
      '0-2/4',
      'count=exact',
    ]);
    const whole = await admin.call('GET', '/api/distritos', { headers: { prefer: 'return=minimal, count=exact' } });
    expect([whole.statusCode, whole.headers['content-range']]).toEqual([200, '0-3/4']);
    const none = await admin.call('GET', '/api/distritos?nome=eq.X', { headers: { prefer: 'count=exact' } });
    expect([none.statusCode, none.headers['content-range'], none.body]).toEqual([200, '*/0', '[]']);
    const planned = await admin.call('GET', '/api/distritos', { headers: { prefer: 'count=planned' } });
    expect(planned.headers['preference-applied']).toBe('count=planned');
    expect(planned.headers['content-range']).toMatch(/^0-3\/\d+$/);
    // The planner expects less of several conditions than there is; what is seen is not denied.
    const conditions = 'nome=neq.x&codigo=gt.1&id=gt.0&ativo=is.true&codigo=lt.9&versao=eq.1';
    const fewer = await admin.call('GET', `/api/distritos?${conditions}`, { headers: { prefer: 'count=planned' } });
    expect([fewer.statusCode, fewer.headers['content-range']]).toEqual([200, '0-3/4']);
  });

  test('answers HEAD with the count alone', async () => {
    const answer = await admin.call('HEAD', '/api/distritos?cidade_id=eq.1&limit=1', {
      headers: { prefer: 'count=exact' },
    });
    expect([answer.statusCode, answer.headers['content-range'], answer.body]).toEqual([206, '0-0/2', '']);
    const rest = await admin.call('HEAD', '/api/distritos?limit=3&offset=2', { headers: { prefer: 'count=exact' } });
    expect([rest.statusCode, rest.headers['content-range']]).toEqual([206, '2-3/4']);
    const plain = await admin.call('HEAD', '/api/distritos?limit=1');
    expect([plain.statusCode, plain.headers['content-range'], plain.body]).toEqual([200, '0-0/*', '']);
  });

  test('refuses a page beyond the end of a counted list', async () => {
    const answer = await admin.call('GET', '/api/distritos?offset=9', { headers: { prefer: 'count=exact' } });
    expect(refusalOf(answer)).toEqual({ status: 416, body: await refusalBody('REQUEST_RANGE_INVALID', { total: 4 }) });
  });

  test('gives one record as an object, tagged with its version', async () => {
    const answer = await admin.call('GET', '/api/distritos?id=eq.1&select=nome,versao', { headers: one });
    expect(answer.headers['content-type']).toBe('application/vnd.pgrst.object+json; charset=utf-8');
    expect(answer.headers['etag']).toBe('"1"');
    expect(answer.json()).toEqual({ nome: 'Centro', versao: 1 });
  });

  test("does not take another column's value, or a relation's version, for the tag", async () => {
    for (const select of ['versao:id', 'outra:versao,versao:id', 'nome,cidade(versao)', 'nome'])
      expect(
        (await admin.call('GET', `/api/distritos?id=eq.2&select=${select}`, { headers: one })).headers,
      ).not.toHaveProperty('etag');
  });

  test('refuses an object where there is none or more than one', async () => {
    const none = await admin.call('GET', '/api/distritos?id=eq.99', { headers: one });
    expect(refusalOf(none)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 0 }) });
    const many = await admin.call('GET', '/api/distritos', { headers: one });
    expect(refusalOf(many)).toEqual({ status: 406, body: await refusalBody('REQUEST_SINGULAR', { count: 4 }) });
  });

  test('gives values as JSON gives them', async () => {
    expect(
      await rows('/amostras?select=quantidade,preco,dia,hora,ativa,cidade_id,instante,cidade(capital)&order=id'),
    ).toEqual([
      {
        quantidade: 1,
        preco: 1234.5,
        dia: '2026-02-28',
        hora: '08:30:00',
        ativa: false,
        cidade_id: 1,
        instante: null,
        cidade: { capital: false },
      },
      {
        quantidade: 2,
        preco: null,
        dia: null,
        hora: null,
        ativa: null,
        cidade_id: null,
        instante: null,
        cidade: null,
      },
    ]);
  });

  test.each([
    ['/distritos?select=nomee', 400, 'REQUEST_COLUMN_UNKNOWN', { column: 'nomee', entity: 'Distrito' }, 'nome'],
    ['/distritos?nomee=eq.x', 400, 'REQUEST_COLUMN_UNKNOWN', { column: 'nomee', entity: 'Distrito' }, 'nome'],
    ['/distritos?order=nomee', 400, 'REQUEST_COLUMN_UNKNOWN', { column: 'nomee', entity: 'Distrito' }, 'nome'],
    ['/distritos?busca=eq.x', 400, 'REQUEST_COLUMN_UNKNOWN', { column: 'busca', entity: 'Distrito' }, undefined],
    [
      '/distritos?select=cidde(nome)',
      400,
      'REQUEST_EMBED_UNKNOWN',
      { relation: 'cidde', entity: 'Distrito' },
      'cidade',
    ],
    ['/distritos?select=nome(id)', 400, 'REQUEST_EMBED_UNKNOWN', { relation: 'nome', entity: 'Distrito' }, undefined],
    ['/distritos?select=cidade(nomee)', 400, 'REQUEST_COLUMN_UNKNOWN', { column: 'nomee', entity: 'Cidade' }, 'nome'],
    ['/distritos?nome=ilik.x', 400, 'REQUEST_OPERATOR_UNKNOWN', { operator: 'ilik' }, 'ilike'],
    ['/distritos?nome=Centro', 400, 'REQUEST_OPERATOR_MISSING', { parameter: 'nome', value: 'Centro' }, undefined],
    [
      '/distritos?ativo=gt.true',
      400,
      'REQUEST_OPERATOR_UNSUITED',
      { operator: 'gt', column: 'ativo', type: 'true ou false' },
      undefined,
    ],
    [
      '/distritos?nome=is.true',
      400,
      'REQUEST_OPERATOR_UNSUITED',
      { operator: 'is.true', column: 'nome', type: 'um texto' },
      undefined,
    ],
    [
      '/distritos?id=like.1',
      400,
      'REQUEST_OPERATOR_UNSUITED',
      { operator: 'like', column: 'id', type: 'um valor do sistema' },
      undefined,
    ],
    [
      '/distritos?cidade_id=eq.x',
      400,
      'REQUEST_VALUE_INVALID',
      { value: 'x', column: 'cidade_id', expected: 'o id de um registro' },
      undefined,
    ],
    [
      '/distritos?id=in.(1,x)',
      400,
      'REQUEST_VALUE_INVALID',
      { value: 'x', column: 'id', expected: 'um número' },
      undefined,
    ],
    [
      '/distritos?nome=eq.a%00b',
      400,
      'REQUEST_VALUE_INVALID',
      { value: 'ab', column: 'nome', expected: 'um texto' },
      undefined,
    ],
    [
      '/distritos?nome=has.a%00b',
      400,
      'REQUEST_VALUE_INVALID',
      { value: 'ab', column: 'nome', expected: 'um texto' },
      undefined,
    ],
    [
      '/distritos?nome=like.a%5C',
      400,
      'REQUEST_VALUE_INVALID',
      { value: 'a\\', column: 'nome', expected: 'um padrão que não termine em barra invertida' },
      undefined,
    ],
    [
      '/distritos?criado_em=gt.2026-13-01',
      400,
      'REQUEST_VALUE_INVALID',
      { value: '2026-13-01', column: 'criado_em', expected: 'um momento AAAA-MM-DDThh:mm:ss-03:00' },
      undefined,
    ],
    ['/distritos?limit=1001', 400, 'REQUEST_LIMIT_TOO_LARGE', { limit: 1001, maximum: 1000 }, undefined],
    [
      '/distritos?limit=-1',
      400,
      'REQUEST_QUERY_INVALID',
      { parameter: 'limit', problem: "'-1' não é um número inteiro positivo" },
      undefined,
    ],
    ['/distritos?cursor=abc', 400, 'REQUEST_CURSOR_INVALID', {}, undefined],
    [
      '/recursos?q=x&order=ficha.numero.x',
      400,
      'REQUEST_EMBED_UNKNOWN',
      { relation: 'numero', entity: 'Ficha' },
      undefined,
    ],
    ['/distrito', 404, 'ROUTE_UNKNOWN', { path: '/distrito' }, '/distritos'],
    ['/nada/disso', 404, 'ROUTE_UNKNOWN', { path: '/nada/disso' }, undefined],
  ] as const)('refuses %s', async (url, status, code, params, suggestion) => {
    expect(refusalOf(await admin.call('GET', `/api${url}`))).toEqual({
      status,
      body: await refusalBody(code, params as never, suggestion === undefined ? {} : { suggestion }),
    });
  });

  test('refuses what it does not serve in its own words, whatever is wrong with the address', async () => {
    const answer = await admin.call('PUT', '/api/distritos');
    expect(refusalOf(answer)).toEqual({ status: 405, body: await refusalBody('REQUEST_METHOD', { method: 'PUT' }) });
    expect(answer.headers['allow']).toBe('OPTIONS, GET, HEAD, POST, PATCH, DELETE');
    for (const path of ['/api', '/api/%zz'])
      expect(refusalOf(await admin.call('GET', path))).toEqual({
        status: 404,
        body: await refusalBody('ROUTE_UNKNOWN', { path }),
      });
  });

  test('refuses who has not logged in, with any token that is none', async () => {
    const body = await refusalBody('ACCESS_UNAUTHENTICATED', {});
    for (const authorization of ['', 'Bearer x', `Bearer ${'a'.repeat(43)}`, `Basic ${admin.token}`, admin.token]) {
      const answer = await admin.call('GET', '/api/distritos', { headers: { authorization } });
      expect(refusalOf(answer)).toEqual({ status: 401, body });
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    }
  });

  test('lets no answer be stored or framed', async () => {
    const { headers } = await admin.call('GET', '/api/distritos');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
});
