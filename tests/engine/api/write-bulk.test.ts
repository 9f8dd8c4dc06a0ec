/** POST of many rows, as JSON and as CSV, and which parts of a request a write takes. */
import { beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const back = { prefer: 'return=representation' };
const csv = { 'content-type': 'text/csv' };
const good = { nome: 'abc', quantidade: 1 };

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let clerk: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    const user = await createUser(database, 'balcao', ['ficha:list', 'ficha:view', 'ficha:insert', 'ficha:update'], {
      hidden: ['ficha.diagnostico'],
    });
    clerk = await product.as(user.login, user.password);
    await admin.call('POST', '/api/cidades', { body: { ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' } });
  });

  const countOf = async (query: string): Promise<unknown> =>
    (await admin.call('HEAD', `/api${query}`, { headers: { prefer: 'count=exact' } })).headers['content-range'];

  describe('rows', () => {
    test('come back in the order in which they were sent, or in the one asked for', async () => {
      const body = ['zulu', 'alfa', 'mike'].map((nome, index) => ({ ...good, nome, quantidade: 3 - index }));
      const sent = await admin.call('POST', '/api/amostras?select=nome', { body, headers: back });
      expect(sent.json()).toEqual([{ nome: 'zulu' }, { nome: 'alfa' }, { nome: 'mike' }]);
      const sorted = await admin.call('POST', '/api/amostras?select=nome&order=quantidade.desc,nome', {
        body: [...body, { ...good, nome: 'bravo', quantidade: 3 }],
        headers: back,
      });
      expect(sorted.json()).toEqual([{ nome: 'bravo' }, { nome: 'zulu' }, { nome: 'alfa' }, { nome: 'mike' }]);
      const changed = await admin.call('PATCH', '/api/amostras?nome=in.(zulu,alfa)&select=nome&order=nome.desc', {
        body: { quantidade: 7 },
        headers: back,
      });
      expect(changed.json()).toEqual([{ nome: 'zulu' }, { nome: 'zulu' }, { nome: 'alfa' }, { nome: 'alfa' }]);
    });

    test('may name different fields, each row with the defaults of what it leaves out', async () => {
      const answer = await admin.call('POST', '/api/amostras?select=nome,ativa,taxa,protocolo', {
        body: [
          { ...good, nome: 'um', ativa: false },
          { ...good, nome: 'dois', taxa: 1.5 },
          { ...good, nome: 'tres', taxa: null },
        ].map((row) => ({ ...row, nome: `${row.nome}xx` })),
        headers: { prefer: 'return=representation, missing=default' },
      });
      expect([answer.statusCode, answer.headers['preference-applied']]).toEqual([
        201,
        'missing=default, return=representation',
      ]);
      expect(answer.json()).toEqual([
        { nome: 'umxx', ativa: false, taxa: null, protocolo: 'automático' },
        { nome: 'doisxx', ativa: true, taxa: 1.5, protocolo: 'automático' },
        { nome: 'tresxx', ativa: true, taxa: null, protocolo: 'automático' },
      ]);
    });

    test('are at most ten thousand at once', async () => {
      const lines = Array.from({ length: 10_001 }, () => 'muitas,1');
      const body = await refusalBody('REQUEST_ROWS_TOO_MANY', { count: 10_001, maximum: 10_000 });
      const json = await admin.call('POST', '/api/amostras', { body: lines.map(() => ({ ...good, nome: 'muitas' })) });
      expect(refusalOf(json)).toEqual({ status: 413, body });
      const table = await admin.call('POST', '/api/amostras', {
        text: ['nome,quantidade', ...lines].join('\n'),
        headers: csv,
      });
      expect(refusalOf(table)).toEqual({ status: 413, body });
      expect(await countOf('/amostras?nome=eq.muitas')).toBe('*/0');
      const most = await admin.call('POST', '/api/amostras', {
        text: ['nome,quantidade', ...lines.slice(1)].join('\n'),
        headers: csv,
      });
      expect([most.statusCode, most.headers['content-range']]).toEqual([201, '*/10000']);
    });

    test('are given the address of one alone, whatever comes back', async () => {
      for (const prefer of ['return=minimal', 'return=headers-only', 'return=representation']) {
        const answer = await admin.call('POST', '/api/amostras?select=nome', { body: [good], headers: { prefer } });
        expect(answer.headers).toMatchObject({
          location: expect.stringMatching(/^\/api\/amostras\?id=eq\.\d+$/),
          etag: '"1"',
          'content-range': '*/1',
          'preference-applied': prefer,
        });
        expect(answer.body).toBe(prefer === 'return=representation' ? '[{"nome":"abc"}]' : '');
      }
      // Of two there is no one version either, on any write.
      for (const [method, query, body] of [
        [
          'POST',
          '',
          [
            { ...good, nome: 'dois' },
            { ...good, nome: 'dois' },
          ],
        ],
        ['PATCH', '?nome=eq.dois', { quantidade: 2 }],
        ['DELETE', '?nome=eq.dois', undefined],
      ] as const) {
        const { headers } = await admin.call(method, `/api/amostras${query}`, { body });
        expect([method, headers['content-range'], headers['etag'], headers['location']]).toEqual([
          method,
          '*/2',
          undefined,
          undefined,
        ]);
      }
    });
  });

  describe('columns', () => {
    test('says which keys count; the others are as if they were not there', async () => {
      const answer = await admin.call('POST', '/api/amostras?columns=nome,"quantidade"&select=nome,taxa,ativa', {
        body: [
          { ...good, nome: 'col1', taxa: 2, ativa: false, naoha: 1, id: 5 },
          { ...good, nome: 'col2', protocolo: 'meu' },
        ],
        headers: back,
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        [
          { nome: 'col1', taxa: null, ativa: true },
          { nome: 'col2', taxa: null, ativa: true },
        ],
      ]);
      const change = await admin.call('PATCH', '/api/amostras?nome=eq.col1&columns=taxa&select=nome,taxa', {
        body: { nome: 'outro', taxa: 3 },
        headers: back,
      });
      expect([change.statusCode, change.json()]).toEqual([200, [{ nome: 'col1', taxa: 3 }]]);
    });

    test('names what there is, and nothing kept from the caller', async () => {
      const unknown = await admin.call('POST', '/api/amostras?columns=nome,quantidad', { body: good });
      expect(refusalOf(unknown)).toEqual({
        status: 400,
        body: await refusalBody(
          'REQUEST_BODY_COLUMN',
          { column: 'quantidad', entity: 'Amostra' },
          { suggestion: 'quantidade' },
        ),
      });
      for (const column of ['diagnostico', 'interno', 'inexistente', 'versao', 'id'])
        for (const method of ['POST', 'PATCH'] as const)
          expect(
            refusalOf(
              await clerk.call(method, `/api/fichas?columns=${column}${method === 'PATCH' ? '&id=eq.1' : ''}`, {
                body: { [column]: 1 },
              }),
            ),
          ).toEqual({
            status: 400,
            body: await refusalBody('REQUEST_BODY_COLUMN', { column, entity: 'Ficha' }),
          });
    });

    test('leaves nothing of a change that names none of them, and no way to write what is only read', async () => {
      const none = await admin.call('PATCH', '/api/amostras?id=eq.1&columns=taxa', { body: { nome: 'outro' } });
      expect(refusalOf(none)).toEqual({ status: 400, body: await refusalBody('REQUEST_BODY_EMPTY', {}) });
      const readOnly = await admin.call('POST', '/api/amostras?columns=nome,quantidade,protocolo', {
        body: { ...good, protocolo: 'meu' },
      });
      expect(refusalOf(readOnly)).toEqual({
        status: 400,
        body: await refusalBody('RECORD_FIELD_READ_ONLY', { field: 'protocolo' }, { at: { field: 'protocolo' } }),
      });
    });
  });

  describe('CSV', () => {
    const post = (text: string, query = '', headers = {}) =>
      admin.call('POST', `/api/amostras${query}`, { text, headers: { ...csv, ...headers } });

    test('becomes rows, texts turned to the types of the fields', async () => {
      const text = [
        'nome,quantidade,taxa,preco,ativa,dia,cep,notas,cidade_id,situacao',
        'csv1,7,-1.5,10.20,false,2026-02-28,31104-500,"linha um',
        'linha ""dois""",1,ABERTA',
        'csv2,+8,NULL,,true,NULL,,"NULL",,',
        '',
      ].join('\r\n');
      const select = 'nome,quantidade,taxa,preco,ativa,dia,cep,notas,situacao,cidade(nome)';
      const answer = await post(`\ufeff${text}`, `?select=${select}`, back);
      expect([answer.statusCode, answer.json()]).toEqual([
        201,
        [
          {
            nome: 'csv1',
            quantidade: 7,
            taxa: -1.5,
            preco: 10.2,
            ativa: false,
            dia: '2026-02-28',
            cep: '31104500',
            notas: 'linha um\r\nlinha "dois"',
            situacao: 'ABERTA',
            cidade: { nome: 'Belo Horizonte' },
          },
          {
            nome: 'csv2',
            quantidade: 8,
            taxa: null,
            preco: null,
            ativa: true,
            dia: null,
            cep: null,
            notas: null,
            situacao: null,
            cidade: null,
          },
        ],
      ]);
    });

    test('says of each row what is wrong with it, and writes none', async () => {
      const answer = await post('nome,quantidade,dia,ativa\nboa,1,,\nruim,x,31/12/2026,sim\nr,100,,');
      expect(refusalOf(answer)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Amostra', count: 5 },
          {
            fields: [
              ['quantidade', 'VALIDATION_TYPE', { field: 'Quantidade', expected: 'um número inteiro' }, 1],
              ['ativa', 'VALIDATION_TYPE', { field: 'Ativa', expected: 'true ou false' }, 1],
              ['dia', 'VALIDATION_FORMAT', { field: 'Dia', expected: 'uma data AAAA-MM-DD' }, 1],
              ['nome', 'VALIDATION_MIN_LENGTH', { field: 'Nome', limit: 3 }, 2],
              ['quantidade', 'VALIDATION_MAXIMUM', { field: 'Quantidade', limit: 99 }, 2],
            ],
          },
        ),
      });
      expect(await countOf('/amostras?nome=eq.boa')).toBe('*/0');
    });

    test('may be a header alone, or limited to some columns', async () => {
      const none = await post('nome,quantidade\n', '', back);
      expect([none.statusCode, none.body]).toEqual([201, '[]']);
      const some = await post('nome,lixo,quantidade\ncsv3,1,2', '?columns=nome,quantidade&select=nome', back);
      expect([some.statusCode, some.json()]).toEqual([201, [{ nome: 'csv3' }]]);
    });

    test.each([
      ['nome;quantidade\nabc;1', 'o separador é ponto e vírgula; use vírgula'],
      ['nome,nome\nabc,def', "a coluna 'nome' aparece duas vezes no cabeçalho"],
      ['nome,quantidade\nabc,1\nabc', 'no registro 2, a linha tem 1 das 2 colunas do cabeçalho'],
      ['nome,quantidade\n"abc,1', 'há aspas sem fechar ou fora de lugar'],
      ['\n\n', 'falta o cabeçalho'],
    ])('refuses %j', async (text, problem) => {
      expect(refusalOf(await post(text))).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_CSV_INVALID', { problem }),
      });
    });

    test('has a header of known names, of which none is kept from the caller', async () => {
      const unknown = ['diagnostico', 'interno', 'inexistente', 'id', '__proto__'].map((column) => ({
        column,
        meant: {},
      }));
      for (const { column, meant } of [...unknown, { column: 'clinica', meant: { suggestion: 'clinica_id' } }])
        for (const rows of ['\nn1,x', ''])
          expect(
            refusalOf(await clerk.call('POST', '/api/fichas', { text: `numero,${column}${rows}`, headers: csv })),
          ).toEqual({
            status: 400,
            body: await refusalBody('REQUEST_BODY_COLUMN', { column, entity: 'Ficha' }, meant),
          });
    });

    test('is for new rows alone', async () => {
      const answer = await admin.call('PATCH', '/api/amostras?id=eq.1', { text: 'nome\nabc', headers: csv });
      expect(refusalOf(answer)).toEqual({
        status: 415,
        body: await refusalBody('REQUEST_CONTENT_TYPE', { type: 'text/csv' }),
      });
      const login = await admin.call('POST', '/api/auth/token/issue', { text: 'userId,password\na,b', headers: csv });
      expect(login.statusCode).toBeLessThan(500);
      expect(login.statusCode).toBeGreaterThanOrEqual(400);
    });
  });

  describe('a body', () => {
    const invalid = async (problem: string) => ({
      status: 400,
      body: await refusalBody('REQUEST_BODY_INVALID', { problem }),
    });

    test('is JSON where nothing is said, and refused as anything else', async () => {
      const silent = await admin.call('POST', '/api/amostras', { text: JSON.stringify(good) });
      expect(silent.statusCode).toBe(201);
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/json5', 'nada'])
        expect(
          refusalOf(await admin.call('POST', '/api/amostras', { text: 'x=1', headers: { 'content-type': type } })),
        ).toEqual({ status: 415, body: await refusalBody('REQUEST_CONTENT_TYPE', { type }) });
    });

    test('is UTF-8', async () => {
      for (const type of ['application/json', 'text/csv']) {
        const answer = await admin.call('POST', '/api/amostras', {
          bytes: Buffer.from([0x6e, 0x6f, 0x6d, 0x65, 0x0a, 0xe7, 0xe3]),
          headers: { 'content-type': type },
        });
        expect(refusalOf(answer)).toEqual(await invalid('o texto não está em UTF-8'));
      }
    });

    test('harms nothing by odd keys, repeated keys or depth', async () => {
      const headers = { 'content-type': 'application/json' };
      for (const text of [
        '{"nome":"abc","quantidade":1,"__proto__":{"ativa":false}}',
        '[{"nome":"abc","quantidade":1,"constructor":{"prototype":{"ativa":false}}}]',
      ])
        expect(refusalOf(await admin.call('POST', '/api/amostras', { text, headers }))).toEqual(
          await invalid('não é JSON'),
        );
      expect(({} as { ativa?: unknown }).ativa).toBe(undefined);
      const twice = await admin.call('POST', '/api/amostras?select=nome', {
        text: '{"nome":"primeiro","quantidade":1,"nome":"segundo"}',
        headers: { ...headers, ...back },
      });
      expect(twice.json()).toEqual([{ nome: 'segundo' }]);
      const deep = '['.repeat(200_000) + ']'.repeat(200_000);
      expect(refusalOf(await admin.call('POST', '/api/amostras', { text: deep, headers }))).toEqual(
        await invalid('esperado um objeto ou uma lista de objetos'),
      );
      const inside = await admin.call('POST', '/api/amostras', { text: `{"nome":${deep},"quantidade":1}`, headers });
      expect(refusalOf(inside)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Amostra', count: 1 },
          { fields: [['nome', 'VALIDATION_TYPE', { field: 'Nome', expected: 'um texto' }]] },
        ),
      });
    });
  });

  test('tells a hundred failures of a body, whatever it holds', async () => {
    const odd = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`x${index}`, 1]));
    const many = await admin.call('POST', '/api/amostras', { body: { ...good, ...odd } });
    expect(refusalOf(many)).toEqual({
      status: 422,
      body: await refusalBody(
        'RECORD_INVALID',
        { title: 'Amostra', count: 100 },
        {
          fields: Array.from({ length: 100 }, (_, index) => [
            `x${index}`,
            'VALIDATION_UNKNOWN',
            { field: `x${index}` },
          ]),
        },
      ),
    });
    const rows = await admin.call('POST', '/api/amostras', { body: Array.from({ length: 1000 }, () => ({ zzz: 1 })) });
    expect((rows.json() as { fields: unknown[] }).fields).toHaveLength(100);
    const header = Array.from({ length: 200_000 }, (_, index) => `x${index}`).join();
    const table = await admin.call('POST', '/api/amostras', { text: `${header}\n`, headers: csv });
    expect(refusalOf(table)).toEqual({
      status: 400,
      body: await refusalBody('REQUEST_BODY_COLUMN', { column: 'x0', entity: 'Amostra' }),
    });
  });

  describe('an answer', () => {
    test('has the form asked for, as the answer to reading has', async () => {
      const send = (accept: string, body: unknown, prefer = 'return=representation') =>
        admin.call('POST', '/api/amostras?select=nome,taxa', { body, headers: { prefer, accept } });
      const table = await send('text/csv', [
        { ...good, taxa: 1.5 },
        { ...good, nome: 'a"b,c' },
      ]);
      expect([table.statusCode, table.headers['content-type'], table.body]).toEqual([
        201,
        'text/csv; charset=utf-8',
        'nome,taxa\nabc,1.500\n"a""b,c",\n',
      ]);
      const none = await send('text/csv', []);
      expect(none.body).toBe('nome,taxa\n');
      const stripped = await send('application/vnd.pgrst.object+json;nulls=stripped', good);
      expect([stripped.headers['content-type'], stripped.json()]).toEqual([
        'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
        { nome: 'abc' },
      ]);
      const minimal = await send('text/csv', good, 'return=minimal');
      expect([minimal.statusCode, minimal.headers['content-type'], minimal.body]).toEqual([201, undefined, '']);
      const before = await countOf('/amostras');
      expect((await send('image/png', good)).statusCode).toBe(406);
      expect(await countOf('/amostras')).toBe(before);
    });
  });

  describe('a parameter that does not bear upon a write', () => {
    test.each([
      ['POST', 'limit=1', 'limit'],
      ['POST', 'offset=1', 'offset'],
      ['POST', 'cursor=abc', 'cursor'],
      ['POST', 'q=abc', 'q'],
      ['POST', 'nome=eq.abc', 'nome'],
      ['POST', 'naoha=eq.abc', 'naoha'],
      ['POST', 'or=(nome.eq.a,nome.eq.b)', 'or'],
      ['POST', 'on_conflict=nome', 'on_conflict'],
      ['PATCH', 'id=eq.1&limit=1', 'limit'],
      ['PATCH', 'id=eq.1&offset=0', 'offset'],
      ['PATCH', 'id=eq.1&cursor=abc', 'cursor'],
      ['PATCH', 'id=eq.1&on_conflict=id', 'on_conflict'],
      ['DELETE', 'id=eq.1&limit=1', 'limit'],
      ['DELETE', 'id=eq.1&columns=nome', 'columns'],
      ['DELETE', 'id=eq.1&on_conflict=id', 'on_conflict'],
    ] as const)('refuses %s with %s', async (method, query, parameter) => {
      const answer = await admin.call(method, `/api/amostras?${query}`, method === 'DELETE' ? {} : { body: good });
      expect(refusalOf(answer)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter }),
      });
    });
  });
});
