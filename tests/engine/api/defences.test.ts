/**
 * Anything may be sent to the API: the answer is one of its own, never a fault of the server, and nothing changes that
 * the caller may not change. Most requests are grammatical, with real names and hostile values; the others are noise.
 */

import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { translateFailure } from '../../../engine/data/translate-error.ts';
import { operators } from '../../../engine/fields/operators.ts';
import { forEachDatabase } from '../../support/databases.ts';
import fc from '../../support/laws.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const columns: Readonly<Record<string, readonly string[]>> = {
  amostras: [
    ...['id', 'versao', 'criado_em', 'nome', 'quantidade', 'taxa', 'preco', 'desconto', 'ativa', 'dia', 'instante'],
    ...['hora', 'mes', 'situacao', 'cep', 'cpf', 'cnpj', 'email', 'fone', 'placa', 'notas', 'protocolo', 'cidade_id'],
  ],
  fichas: ['id', 'numero', 'valor', 'situacao', 'diagnostico', 'clinica_id', 'protocolo', 'chave', 'interno'],
  cidades: ['id', 'ibge', 'nome', 'uf', 'ativo', 'busca'],
};
const relations: Readonly<Record<string, readonly string[]>> = {
  amostras: ['cidade', 'cidade_id', 'fichas'],
  fichas: ['clinica', 'recursos'],
  cidades: ['distritos', 'amostras', 'cidade'],
};

const hostileTexts = [
  ...[
    "'",
    '"',
    '\\',
    "'; drop table banco; --",
    '") or ("1"="1',
    "' or '1'='1",
    '$1',
    '$$',
    '/*',
    '--',
    '%',
    '%%',
    '_',
  ],
  ...[
    '*',
    '\u0000',
    'a\u0000b',
    '\ud800',
    '\uffff',
    '😀',
    '％',
    '１',
    'ﬀ',
    '\u202e',
    '\r\n',
    '\t',
    '',
    ' ',
    '()',
    '(',
    ')',
  ],
  ...[
    '{',
    '}',
    '{}',
    '{"a"}',
    '[]',
    ',',
    '.',
    ':',
    '::text',
    'null',
    'NULL',
    'true',
    'NaN',
    'Infinity',
    '-0',
    '1e400',
    '0x10',
  ],
  ...[
    '99999999999999999999',
    '-9223372036854775809',
    '2147483648',
    '1.7976931348623157e309',
    '2026-02-30',
    '0000-00-00',
  ],
  ...[
    '294277-01-01',
    '24:00',
    '25:61',
    "x' & | ! <-> :*",
    'a & ',
    '!',
    'pg_sleep(10)',
    '#{7*7}',
    '{{7*7}}',
    '__proto__',
  ],
  ...['constructor', 'a'.repeat(5000), '('.repeat(200), 'not.', 'eq.', 'in.()', '"a","b', '\\"', '\\\\'],
];
const hostile = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom(...hostileTexts), fc.constantFrom(...hostileTexts)).map((two) => two.join('')),
  },
);
const resource = fc.oneof(
  { weight: 6, arbitrary: fc.constant('amostras') },
  { weight: 3, arbitrary: fc.constant('cidades') },
  { weight: 1, arbitrary: fc.constant('fichas') },
);
const columnOf = (name: string) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...(columns[name] ?? [])) },
    { weight: 1, arbitrary: fc.constantFrom('cidade.nome', 'clinica.codigo', 'distritos.nome', 'distritos', 'cidade') },
    { weight: 1, arbitrary: hostile },
  );

const plain = fc.constantFrom(
  '1',
  '2',
  'abc',
  'MG',
  'true',
  '2026-02-28',
  '2026-02',
  '08:30',
  '12.5',
  '31104500',
  'ABERTA',
);
const value = fc.oneof({ weight: 1, arbitrary: plain }, { weight: 2, arbitrary: hostile });
const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;
const listed = fc.array(value, { maxLength: 3 }).map((values) => values.map(quote).join());
/** `quoted`: inside a group, where commas and parentheses would end the value. */
const comparison = (quoted: boolean) => {
  const one = quoted ? value.map(quote) : value;
  const named = (names: readonly string[], of: fc.Arbitrary<string>) =>
    fc.tuple(fc.constantFrom(...names), of).map(([name, text]) => `${name}.${text}`);
  return fc
    .tuple(
      fc.boolean(),
      fc.oneof(
        { weight: 8, arbitrary: named(['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct'], one) },
        { weight: 8, arbitrary: named(['like', 'ilike', 'has', 'plfts', 'phfts', 'wfts', 'fts(simple)', 'fts'], one) },
        {
          weight: 3,
          arbitrary: named(
            ['in'],
            listed.map((list) => `(${list})`),
          ),
        },
        {
          weight: 3,
          arbitrary: named(
            ['like(any)', 'ilike(all)', 'eq(any)', 'gt(all)'],
            listed.map((list) => `{${list}}`),
          ),
        },
        { weight: 2, arbitrary: named(['is'], fc.constantFrom('null', 'not_null', 'true', 'unknown')) },
        { weight: 1, arbitrary: named([...Object.keys(operators), 'match', 'cs', 'ov'], one) },
      ),
    )
    .map(([negated, text]) => `${negated ? 'not.' : ''}${text}`);
};

const filter = (name: string) => fc.tuple(columnOf(name), comparison(false));
const group = (name: string) =>
  fc
    .tuple(
      fc.constantFrom('or', 'and', 'not.or', 'not.and'),
      fc.array(fc.tuple(columnOf(name), comparison(true)), { minLength: 1, maxLength: 3 }),
    )
    .map(([kind, items]): [string, string] => [kind, `(${items.map(([column, text]) => `${column}.${text}`).join()})`]);
const selectItem = (name: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...(columns[name] ?? [])) },
    { weight: 2, arbitrary: fc.constantFrom('*', 'outro:id', 'id::text') },
    { weight: 2, arbitrary: fc.constantFrom(...(relations[name] ?? [])).map((relation) => `${relation}(*)`) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('count', 'nome->a', '...cidade(nome)', 'cidade!inner(*)', 'amostras(count)'),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(columnOf(name), fc.constantFrom('sum', 'avg', 'min', 'max', 'count', 'every'))
        .map(([column, of]) => `${column}.${of}()`),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(...(relations[name] ?? [])), columnOf('cidades'))
        .map(([one, two]) => `x:${one}(${two})`),
    },
    { weight: 1, arbitrary: hostile },
  );
const parameter = (name: string): fc.Arbitrary<[string, string]> =>
  fc.oneof(
    { weight: 8, arbitrary: filter(name) },
    { weight: 4, arbitrary: group(name) },
    {
      weight: 3,
      arbitrary: fc
        .array(selectItem(name), { maxLength: 4 })
        .map((items): [string, string] => ['select', items.join()]),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(columnOf(name), fc.constantFrom('', '.desc', '.asc.nullsfirst', '.desc.nullslast', '.x'))
        .map(([column, more]): [string, string] => ['order', `${column}${more}`]),
    },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset'), fc.nat(20).map(String)) },
    { weight: 2, arbitrary: fc.tuple(fc.constant('q'), hostile) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom(
          'limit',
          'offset',
          'cursor',
          'columns',
          'on_conflict',
          'as_of',
          'cidade.order',
          'order',
          'select',
        ),
        hostile,
      ),
    },
  );

const headerValue = hostile.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim());
const headers = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constant('prefer'),
      fc.constantFrom(
        ...['count=exact', 'count=planned', 'return=representation', 'resolution=merge-duplicates', 'missing=default'],
        ...['tx=rollback', 'handling=strict, max-affected=1', 'max-affected=-1', 'handling=strict, x=1'],
        ...['outcome=each', 'outcome=each, tx=rollback', 'outcome=each, resolution=merge-duplicates'],
      ),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom('prefer', 'range', 'range-unit', 'if-match', 'accept', 'if-none-match', 'accept-profile'),
      fc.oneof(
        headerValue,
        fc.constantFrom('0-0', '5-1', '-1', 'bytes=0-', '"1"', '"x"', 'W/"1"', '*', 'text/csv', 'text/html', '*/*'),
        fc.constantFrom('application/vnd.pgrst.object+json', 'application/json;nulls=stripped'),
      ),
      { maxKeys: 3 },
    ),
  },
);

const bodyValue = fc.oneof(
  { weight: 4, arbitrary: hostile },
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostile, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('id', 'nome', '__proto__', '$ref'), hostile, { maxKeys: 2 }),
);
/** A good record but for a field or two. */
const record = (name: string) =>
  fc
    .dictionary(
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...(columns[name] ?? [])) }, { weight: 1, arbitrary: hostile }),
      bodyValue,
      { maxKeys: 2 },
    )
    .map((spoiled) => ({ ...(name === 'amostras' ? { nome: 'abcd', quantidade: 5 } : {}), ...spoiled }));
const grammatical = resource.chain((name) =>
  fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS').chain((method) =>
    fc.record({
      method: fc.constant(method),
      url: fc
        .array(parameter(name), { maxLength: method === 'POST' ? 1 : 3 })
        .map((parameters) => `/api/${name}?${new URLSearchParams(parameters.map(([key, text]) => [key, text]))}`),
      headers,
      body: fc
        .oneof(
          { weight: 3, arbitrary: record(name) },
          { weight: 1, arbitrary: fc.array(record(name), { maxLength: 3 }) },
        )
        .map((body) => JSON.stringify(body)),
    }),
  ),
);

const noise = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'PUT'),
  url: fc
    .tuple(
      fc.constantFrom(
        '/api/amostras',
        '/api/amostras/1/historico',
        '/api/dominios/',
        '/api/model/screen',
        '/api/',
        '/api/auth/me',
        '/api/auth/draft-key',
        '/api/settings',
        '/api/settings/x',
        '/api/views',
        '/api/views/1',
        '/api/anexos/amostras',
        '/api/anexos/amostras/1/nome',
        '/api/validators',
      ),
      fc.constantFrom('?', '/', ''),
      fc.uint8Array({ maxLength: 40 }),
    )
    .map(
      ([path, separator, bytes]) =>
        `${path}${separator}${[...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')}`,
    ),
  headers: fc.dictionary(
    fc.constantFrom('prefer', 'accept', 'range', 'if-match', 'content-type', 'authorization'),
    headerValue,
    { maxKeys: 3 },
  ),
  body: fc.oneof(fc.string({ unit: 'binary', maxLength: 100 }), fc.json()),
});

forEachDatabase((open, kind) => {
  let database: Database;
  let product: TestProduct;
  let caller: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: clinicFiles });
    const admin = await product.as(administrator.login, administrator.password);
    await admin.call('POST', '/api/cidades', { body: [{ ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' }] });
    await admin.call('POST', '/api/clinicas', { body: [{ codigo: '0001', nome: 'São José' }] });
    await admin.call('POST', '/api/fichas', { body: [{ numero: '1', clinica_id: 1, diagnostico: 'sigiloso' }] });
    const user = await createUser(database, 'comum', [
      ...['list', 'view', 'insert', 'update', 'delete'].map((action) => `amostra:${action}`),
      ...['cidade:list', 'cidade:view', 'ficha:list'],
    ]);
    caller = await product.as(user.login, user.password);
  });
  afterAll(() => product?.app.close());

  /** Everything that the caller may not change, as text. */
  const untouchable = async (): Promise<string> => {
    const { rows } = await database.query<{ text: string }>({
      text: `select json_build_object('cidade', (select json_agg(c.* order by id) from cidade c), 'ficha', (select json_agg(g.* order by id) from ficha g),
        'clinica', (select json_agg(c.* order by id) from clinica c), 'usuario', (select json_agg(u.* order by id) from usuario u),
        'regra', (select json_agg(r.* order by id) from regra r), 'tables', (select count(*) from pg_class))::text as text`,
      values: [],
    });
    return rows[0]?.text ?? '';
  };

  const expectSound = (answer: LightMyRequestResponse, sent: unknown): void => {
    const where = JSON.stringify(sent);
    expect(answer.statusCode, where).toBeLessThan(500);
    if (answer.statusCode < 400 || answer.body === '') return;
    expect(answer.json(), where).toMatchObject({ code: expect.any(String), message: expect.stringMatching(/\S/) });
    expect(Object.keys(answer.json() as object), where).toEqual(
      expect.arrayContaining(['code', 'message', 'details', 'hint']),
    );
    // Nothing of what goes on inside: no SQL, no file, no stack.
    expect(answer.body, where).not.toMatch(/select .* from |public\.|fichario\.|\.ts:\d|\bat Object\./);
  };

  test('a grammatical request with hostile values gets an answer of the API', async () => {
    const before = await untouchable();
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(grammatical, async ({ method, url, headers: sent, body }) => {
        const writes = ['POST', 'PATCH', 'PUT'].includes(method);
        const answer = await caller.call(method as 'GET', url, {
          headers: { ...sent, ...(writes ? { 'content-type': 'application/json' } : {}) },
          ...(writes ? { text: body } : {}),
        });
        seen.set(answer.statusCode, (seen.get(answer.statusCode) ?? 0) + 1);
        expectSound(answer, { method, url: decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25')), sent, body });
      }),
      { numRuns: 3000 },
    );
    // Not all of it may stop at the grammar: rows were read, written and refused for what they hold.
    for (const status of [200, 201, 400, 403, 422]) expect(seen.get(status) ?? 0, String(status)).toBeGreaterThan(0);
    expect(seen.get(200)).toBeGreaterThan(60);
    expect(await untouchable()).toBe(before);
  });

  test('noise in address, headers and body gets an answer of the API', async () => {
    const before = await untouchable();
    await fc.assert(
      fc.asyncProperty(noise, async ({ method, url, headers: sent, body }) => {
        const answer = await caller.call(method as 'GET', url, {
          headers: sent,
          ...(method === 'GET' ? {} : { text: body }),
        });
        expectSound(answer, { method, url, sent, body });
      }),
      { numRuns: 1000 },
    );
    expect(await untouchable()).toBe(before);
  });

  test('bytes that are no HTTP get the four-part body, and the connection ends', async () => {
    await product.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = product.app.server.address() as AddressInfo;
    const send = (bytes: Uint8Array): Promise<string> =>
      new Promise((resolve, reject) => {
        const socket = connect(port, '127.0.0.1', () => socket.end(bytes));
        const parts: Buffer[] = [];
        socket.on('data', (part) => parts.push(part));
        socket.on('error', reject);
        socket.on('close', () => resolve(Buffer.concat(parts).toString()));
      });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
        const answer = await send(Uint8Array.from([...Buffer.from('GET /api/amostras?'), ...bytes, 13, 10, 13, 10]));
        expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
        expect(
          JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4).replace(/^\w+\r\n|\r\n0\r\n\r\n$/g, '')),
        ).toMatchObject({
          code: expect.any(String),
          message: expect.any(String),
          details: null,
        });
      }),
      { numRuns: 60 },
    );
    const large = await send(Buffer.from(`GET /api/amostras?${'a'.repeat(40_000)} HTTP/1.1\r\nhost: x\r\n\r\n`));
    expect(large).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"REQUEST_HEADERS_TOO_LARGE"/);
  });

  // PGlite has one connection, on which the limit never fires.
  const onServer = kind === 'postgres' ? test : undefined;
  onServer?.('a statement that a server ends for its time is a refusal of its own', async () => {
    const { rows } = await database.query<{ statement_timeout: string }>({
      text: 'show statement_timeout',
      values: [],
    });
    expect(rows).toEqual([{ statement_timeout: '30s' }]);
    const slow = database.transaction(async (transaction) => {
      await transaction.execute('set local statement_timeout = 1');
      await transaction.query({ text: 'select count(*) from generate_series(1, 1e9)', values: [] });
    });
    await expect(slow.catch((error: unknown) => Promise.reject(translateFailure(error)))).rejects.toMatchObject({
      code: 'DATABASE_TIMEOUT',
      status: 504,
    });
  });

  test('a body beyond 8 MB is refused', async () => {
    const answer = await caller.call('POST', '/api/amostras', {
      text: `"${'a'.repeat(8 * 1024 * 1024)}"`,
      headers: { 'content-type': 'application/json' },
    });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'REQUEST_TOO_LARGE' });
  });
});
