/**
 * Anything may be sent to the API: the answer is one of its own, never a fault of the server, and nothing changes that
 * the caller may not change. Most requests are grammatical, with real names and hostile values; the others are noise.
 */

import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { translateFailure } from '../../../engine/data/translate-error.ts';
import { operators } from '../../../engine/fields/operators.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const columns: Readonly<Record<string, readonly string[]>> = {
  amostras: [
    ...['id', 'versao', 'criado_em', 'nome', 'quantidade', 'taxa', 'preco', 'desconto', 'ativa', 'dia', 'instante'],
    ...['hora', 'mes', 'situacao', 'cep', 'cpf', 'cnpj', 'email', 'fone', 'placa', 'notas', 'protocolo', 'cidade_id'],
  ],
  guias: ['id', 'numero', 'valor', 'situacao', 'diagnostico', 'clinica_id', 'protocolo', 'chave', 'interno'],
  cidades: ['id', 'ibge', 'nome', 'uf', 'ativo', 'busca'],
};
const relations: Readonly<Record<string, readonly string[]>> = {
  amostras: ['cidade', 'cidade_id', 'guias'],
  guias: ['clinica', 'recursos'],
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
const names = [...Object.keys(operators), 'fts', 'plfts', 'phfts', 'wfts', 'isdistinct', 'match', 'cs', 'ov'];
const operator = fc.constantFrom(...names, 'like(any)', 'eq(all)', 'fts(portuguese)', 'fts(english)', 'is', 'in');

const resource = fc.constantFrom(...Object.keys(columns));
const columnOf = (name: string) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(columns[name] ?? [])) },
    { weight: 1, arbitrary: fc.constantFrom('cidade.nome', 'clinica.codigo', 'distritos.nome', 'distritos', 'cidade') },
    { weight: 1, arbitrary: hostile },
  );
const valueFor = (kind: string) =>
  kind === 'in'
    ? fc.array(hostile, { maxLength: 3 }).map((values) => `(${values.join()})`)
    : kind === 'is'
      ? fc.oneof(fc.constantFrom('null', 'not_null', 'true', 'unknown'), hostile)
      : kind.includes('(a')
        ? fc.array(hostile, { maxLength: 3 }).map((values) => `{${values.join()}}`)
        : hostile;
const comparison = fc
  .tuple(fc.boolean(), operator)
  .chain(([negated, kind]) => valueFor(kind).map((value) => `${negated ? 'not.' : ''}${kind}.${value}`));

const filter = (name: string) => fc.tuple(columnOf(name), comparison);
const group = (name: string) =>
  fc
    .tuple(fc.constantFrom('or', 'and', 'not.or', 'not.and'), fc.array(filter(name), { minLength: 1, maxLength: 3 }))
    .map(([kind, items]): [string, string] => [kind, `(${items.map(([column, text]) => `${column}.${text}`).join()})`]);
const selectItem = (name: string) =>
  fc.oneof(
    fc.constantFrom(
      '*',
      'count',
      'nome:id',
      'id::text',
      'nome->a',
      '...cidade(nome)',
      'cidade!inner(*)',
      'distritos(count)',
    ),
    columnOf(name),
    fc.constantFrom(...(relations[name] ?? [])).map((relation) => `${relation}(*)`),
    fc.tuple(fc.constantFrom(...(relations[name] ?? [])), columnOf('cidades')).map(([one, two]) => `x:${one}(${two})`),
  );
const parameter = (name: string): fc.Arbitrary<[string, string]> =>
  fc.oneof(
    { weight: 4, arbitrary: filter(name) },
    { weight: 2, arbitrary: group(name) },
    {
      weight: 2,
      arbitrary: fc
        .array(selectItem(name), { maxLength: 4 })
        .map((items): [string, string] => ['select', items.join()]),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(columnOf(name), fc.constantFrom('', '.desc', '.asc.nullsfirst', '.desc.nullslast', '.x'))
        .map(([column, more]): [string, string] => ['order', `${column}${more}`]),
    },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('limit', 'offset'), fc.oneof(fc.nat(20).map(String), hostile)) },
    {
      weight: 1,
      arbitrary: fc.tuple(
        fc.constantFrom('q', 'cursor', 'columns', 'on_conflict', 'as_of', 'distritos.limit', 'distritos.order'),
        hostile,
      ),
    },
  );

const headerValue = hostile.map((text) => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, '?').trim());
const headers = fc.dictionary(
  fc.constantFrom(
    'prefer',
    'range',
    'range-unit',
    'if-match',
    'accept',
    'if-none-match',
    'content-profile',
    'accept-profile',
  ),
  fc.oneof(
    headerValue,
    fc.constantFrom(
      ...[
        'count=exact',
        'count=planned',
        'return=representation',
        'resolution=merge-duplicates',
        'missing=default',
        'tx=rollback',
      ],
      ...[
        'handling=strict, max-affected=1',
        'max-affected=-1',
        '0-0',
        '5-1',
        '-1',
        'bytes=0-',
        '"1"',
        '"x"',
        'W/"1"',
        '*',
      ],
      ...['text/csv', 'application/vnd.pgrst.object+json', 'application/json;nulls=stripped', 'text/html', '*/*'],
    ),
  ),
  { maxKeys: 3 },
);

const bodyValue = fc.oneof(
  hostile,
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(hostile, { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('id', 'nome', '__proto__', '$ref'), hostile, { maxKeys: 2 }),
);
const record = (name: string) =>
  fc.dictionary(
    fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...(columns[name] ?? [])) }, { weight: 1, arbitrary: hostile }),
    bodyValue,
    { maxKeys: 6 },
  );
const grammatical = resource.chain((name) =>
  fc.record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT', 'OPTIONS'),
    url: fc
      .array(parameter(name), { maxLength: 4 })
      .map((parameters) => `/api/${name}?${new URLSearchParams(parameters.map(([key, value]) => [key, value]))}`),
    headers,
    body: fc.oneof(record(name), fc.array(record(name), { maxLength: 3 })).map((body) => JSON.stringify(body)),
  }),
);

const noise = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE'),
  url: fc
    .tuple(
      fc.constantFrom(
        '/api/amostras',
        '/api/amostras/1/historico',
        '/api/dominios/',
        '/api/model/screen',
        '/api/',
        '/api/auth/me',
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

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let caller: Caller;

  beforeAll(async () => {
    database = await open();
    product = await startTestProduct(database, { files: clinicFiles });
    const admin = await product.as(administrator.login, administrator.password);
    await admin.call('POST', '/api/cidades', { body: [{ ibge: '3106200', nome: 'Belo Horizonte', uf: 'MG' }] });
    await admin.call('POST', '/api/clinicas', { body: [{ codigo: '0001', nome: 'São José' }] });
    await admin.call('POST', '/api/guias', { body: [{ numero: '1', clinica_id: 1, diagnostico: 'sigiloso' }] });
    const user = await createUser(database, 'comum', [
      ...['list', 'view', 'insert', 'update', 'delete'].map((action) => `amostra:${action}`),
      ...['cidade:list', 'cidade:view', 'guia:list'],
    ]);
    caller = await product.as(user.login, user.password);
  });
  afterAll(() => product?.app.close());

  /** Everything that the caller may not change, as text. */
  const untouchable = async (): Promise<string> => {
    const { rows } = await database.query<{ text: string }>({
      text: `select json_build_object('cidade', (select json_agg(c.* order by id) from cidade c), 'guia', (select json_agg(g.* order by id) from guia g),
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
    await fc.assert(
      fc.asyncProperty(grammatical, async ({ method, url, headers: sent, body }) => {
        const writes = ['POST', 'PATCH', 'PUT'].includes(method);
        const answer = await caller.call(method as 'GET', url, {
          headers: { ...sent, ...(writes ? { 'content-type': 'application/json' } : {}) },
          ...(writes ? { text: body } : {}),
        });
        expectSound(answer, { method, url: decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25')), sent, body });
      }),
      { numRuns: 600 },
    );
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
      { numRuns: 400 },
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

  test('a statement that a server ends for its time is a refusal of its own', async () => {
    if (database.kind === 'pglite') return; // one connection, on which the limit never fires
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
