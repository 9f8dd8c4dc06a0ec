/** `Prefer: outcome=each`: rows at fault are refused by themselves, all others are written, and the answer tells of each. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RowOutcome } from '../../../engine/contract/row-outcome.ts';
import type { ErrorCode, ErrorParams } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, createUser, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const each = { prefer: 'outcome=each' };

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
  });
  beforeEach(async () => {
    for (const path of ['/recursos', '/fichas', '/clinicas', '/bancos'])
      await admin.call('DELETE', `/api${path}?id=gt.0`);
  });

  const insert = async (path: string, rows: readonly object[]): Promise<readonly number[]> => {
    const answer = await admin.call('POST', `/api${path}?select=id`, {
      body: rows,
      headers: { prefer: 'return=representation' },
    });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return (answer.json() as { id: number }[]).map(({ id }) => id);
  };
  const banks = (...codes: readonly string[]) =>
    insert(
      '/bancos',
      codes.map((codigo) => ({ codigo, nome: `Banco ${codigo}` })),
    );
  const namesOf = async (path: string, field = 'nome'): Promise<readonly unknown[]> =>
    ((await admin.call('GET', `/api${path}?select=${field}&order=id`)).json() as Record<string, unknown>[]).map(
      (row) => row[field],
    );
  const errorOf = async <C extends ErrorCode>(
    ...refusal: readonly [C, ErrorParams<C>, Parameters<typeof refusalBody<C>>[2]?]
  ) => {
    const { messages: _, ...error } = await refusalBody(...refusal);
    return error;
  };
  const named = (ids: readonly (number | string | undefined)[]): string => `id=in.(${ids.join()})`;

  describe('a change', () => {
    test('of rows without fault is one statement, and tells of each', async () => {
      const ids = await banks('001', '002', '003');
      const answer = await admin.call('PATCH', `/api/bancos?${named(ids)}`, {
        body: { nome: 'Igual' },
        headers: { prefer: 'outcome=each, handling=strict, max-affected=3' },
      });
      expect([answer.statusCode, answer.headers['preference-applied'], answer.headers['content-range']]).toEqual([
        200,
        'handling=strict, max-affected=3, outcome=each',
        '*/3',
      ]);
      expect(answer.json()).toEqual(ids.map((id) => ({ id, status: 204 })));
      expect(await namesOf('/bancos')).toEqual(['Igual', 'Igual', 'Igual']);
    });

    test('keeps every row but those at fault, whose reason it tells', async () => {
      // Only one of them can have a code that is unique; which one is the first that is named.
      const ids = await banks('001', '002', '003', '004', '005');
      const answer = await admin.call('PATCH', `/api/bancos?${named(ids)}`, { body: { codigo: '900' }, headers: each });
      const error = await errorOf(
        'RECORD_DUPLICATE',
        { title: 'Banco', fields: 'Código' },
        { at: { entity: 'banco', field: 'codigo' } },
      );
      expect(answer.json()).toEqual([
        { id: ids[0], status: 204 },
        ...ids.slice(1).map((id) => ({ id, status: 409, error })),
      ]);
      expect(await namesOf('/bancos', 'codigo')).toEqual(['900', '002', '003', '004', '005']);
    });

    test('leaves alone, and tells of, a row that is gone or that the filter beside the ids does not pick', async () => {
      const ids = await banks('001', '002', '003');
      await admin.call('DELETE', `/api/bancos?id=eq.${ids[1]}`);
      const answer = await admin.call('PATCH', `/api/bancos?codigo=neq.003&${named(ids)}`, {
        body: { nome: 'Novo' },
        headers: each,
      });
      const error = await errorOf('RECORD_NOT_PICKED', { title: 'Banco' });
      expect(answer.json()).toEqual([
        { id: ids[0], status: 204 },
        { id: ids[1], status: 404, error },
        { id: ids[2], status: 404, error },
      ]);
      expect(await namesOf('/bancos')).toEqual(['Novo', 'Banco 003']);
    });

    test('writes a history entry for what it keeps alone', async () => {
      const ids = await banks('001', '002');
      await admin.call('PATCH', `/api/bancos?${named(ids)}`, { body: { codigo: '900' }, headers: each });
      const entries = await Promise.all(
        ids.map(async (id) => (await admin.call('GET', `/api/bancos/${id}/historico`)).json() as object[]),
      );
      expect(entries.map((list) => list.map((entry) => (entry as { operation: string }).operation))).toEqual([
        ['update', 'insert'],
        ['insert'],
      ]);
    });

    test('that is dry keeps nothing and tells the same', async () => {
      const ids = await banks('001', '002');
      const dry = await admin.call('PATCH', `/api/bancos?${named(ids)}`, {
        body: { codigo: '900' },
        headers: { prefer: 'tx=rollback, outcome=each' },
      });
      expect((dry.json() as RowOutcome[]).map(({ status }) => status)).toEqual([204, 409]);
      expect(dry.headers['preference-applied']).toBe('tx=rollback, outcome=each');
      const good = await admin.call('PATCH', `/api/bancos?${named(ids)}`, {
        body: { nome: 'Seco' },
        headers: { prefer: 'tx=rollback, outcome=each' },
      });
      expect((good.json() as RowOutcome[]).map(({ status }) => status)).toEqual([204, 204]);
      expect(await namesOf('/bancos', 'codigo')).toEqual(['001', '002']);
      expect(await namesOf('/bancos')).toEqual(['Banco 001', 'Banco 002']);
    });

    test('of an id that is named twice tells of it once', async () => {
      const [id = 0] = await banks('001');
      const answer = await admin.call('PATCH', `/api/bancos?${named([id, id])}`, {
        body: { nome: 'Uma vez' },
        headers: each,
      });
      expect(answer.json()).toEqual([{ id, status: 204 }]);
    });
  });

  describe('a delete', () => {
    test('keeps only the rows that are in use', async () => {
      const ids = await banks('001', '002', '003', '004');
      await insert('/clinicas', [{ codigo: '0001', nome: 'Primeira', banco_id: ids[2] }]);
      const answer = await admin.call('DELETE', `/api/bancos?${named(ids)}`, { headers: each });
      const error = await errorOf(
        'RECORD_REFERENCED',
        { title: 'Banco', by: 'Clínica (0001 - Primeira)' },
        { at: { entity: 'banco', record: Number(ids[2]) } },
      );
      expect([answer.statusCode, answer.headers['content-range']]).toEqual([200, '*/3']);
      expect(answer.json()).toEqual(
        ids.map((id) => (id === ids[2] ? { id, status: 409, error } : { id, status: 204 })),
      );
      expect(await namesOf('/bancos', 'codigo')).toEqual(['003']);
    });

    test('of rows that are all in use deletes none', async () => {
      const ids = await banks('001', '002');
      await insert(
        '/clinicas',
        ids.map((banco_id, index) => ({ codigo: `000${index}`, nome: 'Clínica', banco_id })),
      );
      const answer = await admin.call('DELETE', `/api/bancos?${named(ids)}`, { headers: each });
      expect((answer.json() as RowOutcome[]).map(({ status }) => status)).toEqual([409, 409]);
      expect(await namesOf('/bancos', 'codigo')).toEqual(['001', '002']);
    });
  });

  describe('an insert', () => {
    test('keeps every row but those at fault, each told by its place', async () => {
      await banks('001');
      const answer = await admin.call('POST', '/api/bancos', {
        body: [
          { codigo: '010', nome: 'Dez' },
          { codigo: '001', nome: 'Repetido' },
          { codigo: '011' },
          { codigo: '012', nome: 'Doze' },
        ],
        headers: each,
      });
      const duplicate = await errorOf(
        'RECORD_DUPLICATE',
        { title: 'Banco', fields: 'Código' },
        { at: { entity: 'banco', field: 'codigo' } },
      );
      const invalid = await errorOf(
        'RECORD_INVALID',
        { title: 'Banco', count: 1 },
        { fields: [['nome', 'VALIDATION_REQUIRED', { field: 'Nome' }]] },
      );
      const outcomes = answer.json() as RowOutcome[];
      expect(answer.statusCode).toBe(200);
      expect(outcomes).toEqual([
        { id: expect.any(Number), row: 0, status: 201 },
        { id: null, row: 1, status: 409, error: duplicate },
        { id: null, row: 2, status: 422, error: invalid },
        { id: expect.any(Number), row: 3, status: 201 },
      ]);
      const stored = await admin.call(
        'GET',
        `/api/bancos?select=id,codigo&${named([outcomes[0]?.id ?? 0, outcomes[3]?.id ?? 0])}&order=codigo`,
      );
      expect(stored.json()).toEqual([
        { id: outcomes[0]?.id, codigo: '010' },
        { id: outcomes[3]?.id, codigo: '012' },
      ]);
    });

    test('of no rows tells of none', async () => {
      const answer = await admin.call('POST', '/api/bancos', { body: [], headers: each });
      expect([answer.statusCode, answer.json()]).toEqual([200, []]);
    });
  });

  describe('rights', () => {
    const login = async (
      name: string,
      permissions: readonly string[],
      roles: Readonly<Record<string, boolean | number>> = {},
    ): Promise<Caller> => {
      const user = await createUser(database, name, permissions, { roles });
      return product.as(user.login, user.password);
    };

    test('are those of the write itself', async () => {
      const ids = await banks('001');
      const reader = await login('leitora', ['banco:list', 'banco:view']);
      const title = 'Banco';
      for (const [method, url, action, body] of [
        ['PATCH', `/api/bancos?${named(ids)}`, 'update', { nome: 'Meu' }],
        ['DELETE', `/api/bancos?${named(ids)}`, 'delete', undefined],
        ['POST', '/api/bancos', 'insert', [{ codigo: '009', nome: 'Nove' }]],
      ] as const)
        expect(refusalOf(await reader.call(method, url, { body, headers: each }))).toEqual({
          status: 403,
          body: await refusalBody('ACCESS_DENIED', { action, title }),
        });
      expect(await namesOf('/bancos')).toEqual(['Banco 001']);
    });

    test('open to one who may insert and not read what became of each row, and no more', async () => {
      const writer = await login('digitadora', ['ficha:insert']);
      const answer = await writer.call('POST', '/api/fichas', {
        body: [{ numero: 'x1' }, { numero: 'x1' }],
        headers: each,
      });
      expect((answer.json() as RowOutcome[]).map(({ id, status }) => [typeof id, status])).toEqual([
        ['number', 201],
        ['object', 409],
      ]);
    });

    test('leave the rows of others out of sight: they are told of as if they were not there', async () => {
      const clinics = await insert('/clinicas', [
        { codigo: '0001', nome: 'Minha' },
        { codigo: '0002', nome: 'Outra' },
      ]);
      const ids = await insert(
        '/fichas',
        clinics.map((clinica_id, index) => ({ numero: `g${index}`, clinica_id })),
      );
      const own = await login('prestadora', ['ficha:list', 'ficha:view', 'ficha:update', 'ficha:delete'], {
        operadora: false,
        prestador: true,
        prestador_registro: clinics[0] ?? 0,
      });
      const error = await errorOf('RECORD_NOT_PICKED', { title: 'Ficha' });
      const expected = [
        { id: ids[0], status: 204 },
        { id: ids[1], status: 404, error },
        { id: 987_654_321, status: 404, error },
      ];
      const url = `/api/fichas?${named([...ids, 987_654_321])}`;
      expect((await own.call('PATCH', url, { body: { diagnostico: 'novo' }, headers: each })).json()).toEqual(expected);
      // Out of one's own rows: the row alone is refused.
      const moved = await own.call('PATCH', `/api/fichas?${named(ids)}`, {
        body: { clinica_id: clinics[1] },
        headers: each,
      });
      expect(moved.json()).toEqual([
        { id: ids[0], status: 403, error: await errorOf('RECORD_OUT_OF_SCOPE', { title: 'Ficha' }) },
        { id: ids[1], status: 404, error },
      ]);
      expect((await own.call('DELETE', url, { headers: each })).json()).toEqual(expected);
      expect(await namesOf('/fichas', 'numero')).toEqual(['g1']);
    });
  });

  describe('is refused as a whole', () => {
    const idsAlone = 'com outcome=each, os registros são dados por seus ids, como em id=in.(1,2,3)';
    test.each([
      ['without ids', 'PATCH', 'codigo=eq.001', {}, ['REQUEST_QUERY_INVALID', { parameter: 'id', problem: idsAlone }]],
      [
        'with ids negated',
        'DELETE',
        'id=not.in.(1)',
        {},
        ['REQUEST_QUERY_INVALID', { parameter: 'id', problem: idsAlone }],
      ],
      [
        'with a version',
        'PATCH',
        'id=in.(1)',
        { 'if-match': '"1"' },
        ['REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'If-Match' }],
      ],
      [
        'with too many',
        'PATCH',
        'id=in.(1,2)',
        { prefer: 'outcome=each, max-affected=1' },
        ['REQUEST_MAX_AFFECTED', { count: 2, maximum: 1 }],
      ],
      [
        'with no ids but a word',
        'PATCH',
        'id=in.(um)',
        {},
        ['REQUEST_VALUE_INVALID', { value: 'um', column: 'id', expected: 'um número' }],
      ],
      [
        'with an unknown field',
        'PATCH',
        'id=in.(1)&nada=eq.1',
        {},
        ['REQUEST_COLUMN_UNKNOWN', { column: 'nada', entity: 'Banco' }],
      ],
    ] as const)('%s', async (_name, method, query, headers, [code, params]) => {
      const answer = await admin.call(method, `/api/bancos?${query}`, {
        ...(method === 'PATCH' ? { body: { nome: 'Nada' } } : {}),
        headers: { ...each, ...headers },
      });
      const { code: wire, message } = answer.json() as { code: string; message: string };
      const expected = await refusalBody(code as ErrorCode, params as ErrorParams<ErrorCode>);
      expect({ wire, message }).toEqual({ wire: expected.code, message: expected.message });
    });

    test('where they are more than a transaction should be held for', async () => {
      const ids = Array.from({ length: 501 }, (_, index) => index + 1);
      const rows = ids.map((id) => ({ codigo: String(id), nome: 'Um' }));
      const expected = {
        status: 413,
        body: await refusalBody('REQUEST_ROWS_TOO_MANY', { count: 501, maximum: 500 }),
      };
      for (const [method, query, body] of [
        ['POST', '', rows],
        ['PATCH', named(ids), { nome: 'Dois' }],
        ['DELETE', named(ids), undefined],
      ] as const)
        expect(refusalOf(await admin.call(method, `/api/bancos?${query}`, { body, headers: each }))).toEqual(expected);
    });

    test('where the body is no list, is CSV, or asks for an upsert', async () => {
      const one = await admin.call('POST', '/api/bancos', { body: { codigo: '001', nome: 'Um' }, headers: each });
      const problem = 'esperada uma lista de objetos';
      expect(refusalOf(one)).toEqual({ status: 400, body: await refusalBody('REQUEST_BODY_INVALID', { problem }) });
      const csv = await admin.call('POST', '/api/bancos', {
        text: 'codigo,nome\n001,Um',
        headers: { ...each, 'content-type': 'text/csv' },
      });
      expect(refusalOf(csv)).toEqual({ status: 400, body: await refusalBody('REQUEST_BODY_INVALID', { problem }) });
      const upsert = await admin.call('POST', '/api/bancos', {
        body: [{ codigo: '001', nome: 'Um' }],
        headers: { prefer: 'outcome=each, resolution=merge-duplicates' },
      });
      const parameter = 'Prefer: resolution';
      expect(refusalOf(upsert)).toEqual({
        status: 400,
        body: await refusalBody('REQUEST_PARAMETER_UNSUPPORTED', { parameter }),
      });
      expect(await namesOf('/bancos')).toEqual([]);
    });

    test('where what is to be set is wrong for every row', async () => {
      const ids = await banks('001');
      const answer = await admin.call('PATCH', `/api/bancos?${named(ids)}`, { body: { nada: 1 }, headers: each });
      expect(refusalOf(answer)).toEqual({
        status: 422,
        body: await refusalBody(
          'RECORD_INVALID',
          { title: 'Banco', count: 1 },
          { fields: [['nada', 'VALIDATION_UNKNOWN', { field: 'nada' }]] },
        ),
      });
    });
  });
});
