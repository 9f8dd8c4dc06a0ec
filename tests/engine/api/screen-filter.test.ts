/** Screens over one entity, each of some of its records: every door of the route keeps to them, and new records are of them. */
import { beforeAll, expect, test } from 'vitest';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, insertRow, startTestProduct } from '../../support/product.ts';

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more });
const screen = (path: string, title: string, more: object) => ({
  entity: 'titulo',
  path,
  title,
  icon: 'table',
  permission: { subject: 'titulo' },
  parent: '/',
  sort: ['-numero'],
  ...more,
});

const files: Readonly<Record<string, object>> = {
  'schemas/code-lists/tipo-titulo.json': {
    title: 'Tipo',
    options: ['RECEBER', 'PAGAR', 'REEMBOLSO'].map((value) => ({ value, label: value.toLowerCase() })),
  },
  'schemas/teste/titulos/schema.json': {
    title: 'Título',
    type: 'object',
    required: ['numero', 'tipo'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      tipo: text('Tipo', { 'x-code-list': 'tipo-titulo' }),
      ativo: { title: 'Ativo', type: 'boolean', default: true },
      banco: { title: 'Banco', 'x-relation': { entity: 'banco' }, 'x-required-when': "tipo == 'REEMBOLSO'" },
      rotulo: text('Rótulo', { 'x-computed': "tipo + ' ' + numero" }),
    },
  },
  'schemas/teste/titulos/columns.json': screen('/titulos', 'Títulos', { search: ['numero'] }),
  'schemas/teste/reembolsos/columns.json': screen('/reembolsos', 'Reembolsos', {
    filter: { tipo: 'REEMBOLSO', ativo: true },
    columns: ['numero', 'banco'],
    search: ['numero'],
    lookups: [{ field: 'numero', fields: ['tipo'] }],
    sections: [{ title: 'Dados', fields: ['numero', 'banco', 'rotulo'] }],
  }),
  'schemas/teste/movimentos/columns.json': screen('/movimentos', 'Movimentos', {
    filter: { tipo: ['RECEBER', 'PAGAR'] },
    columns: ['numero', 'tipo'],
    batch: ['ativo'],
  }),
};

interface Answer {
  readonly numero?: string;
  readonly tipo?: string;
  readonly ativo?: boolean;
  readonly rotulo?: string;
}
const back = { prefer: 'return=representation' };
const one = { accept: 'application/vnd.pgrst.object+json' };

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  let banco: number;
  const ids: Record<string, number> = {};
  const numbers = async (query: string): Promise<readonly unknown[]> =>
    ((await admin.call('GET', `/api${query}`)).json() as readonly Answer[]).map(({ numero }) => numero);
  const status = async (
    method: 'POST' | 'PATCH' | 'DELETE' | 'GET',
    query: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const answer = await admin.call(method, `/api${query}`, { ...(body === undefined ? {} : { body }), headers });
    const { code, at, fields } = (answer.body === '' ? {} : answer.json()) as {
      code?: string;
      at?: { field?: string };
      fields?: readonly { field: string; code: string }[];
    };
    return [answer.statusCode, code, at?.field ?? fields?.map(({ field }) => field).join()];
  };

  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database, { files });
    admin = await product.as(administrator.login, administrator.password);
    banco = await insertRow(admin, '/bancos', { codigo: '001', nome: 'Banco' });
    for (const [numero, tipo, ativo] of [
      ['r1', 'REEMBOLSO', true],
      ['r2', 'REEMBOLSO', false],
      ['c1', 'RECEBER', true],
      ['p1', 'PAGAR', true],
    ] as const)
      ids[numero] = await insertRow(admin, '/titulos', { numero, tipo, ativo, banco_id: banco });
  });

  test('list, search, count, sums, CSV, short calls and embeds show the records of the screen alone', async () => {
    expect(await numbers('/titulos')).toEqual(['r2', 'r1', 'p1', 'c1']);
    expect(await numbers('/reembolsos')).toEqual(['r1']);
    expect(await numbers('/movimentos')).toEqual(['p1', 'c1']);
    expect(await numbers('/movimentos?tipo=eq.REEMBOLSO')).toEqual([]);
    expect(await numbers('/movimentos?or=(tipo.eq.REEMBOLSO,tipo.eq.PAGAR)')).toEqual(['p1']);
    expect(await numbers('/reembolsos?q=r')).toEqual(['r1']);
    const counted = await admin.call('HEAD', '/api/reembolsos', { headers: { prefer: 'count=exact' } });
    expect(counted.headers['content-range']).toBe('0-0/1');
    expect((await admin.call('GET', '/api/movimentos?select=count()')).json()).toEqual([{ count: 2 }]);
    const csv = await admin.call('GET', '/api/movimentos?select=numero', { headers: { accept: 'text/csv' } });
    expect(csv.body.trim().split(/\r?\n/)).toEqual(['numero', 'p1', 'c1']);
    expect((await admin.call('GET', '/api/reembolsos/r')).json()).toMatchObject([{ numero: 'r1' }]);
    expect((await admin.call('GET', '/api/reembolsos/numero/c1')).json()).toEqual([]);
    const embedded = await admin.call('GET', `/api/bancos?id=eq.${banco}&select=reembolsos(numero),movimentos(count)`);
    expect(embedded.json()).toEqual([{ reembolsos: [{ numero: 'r1' }], movimentos: [{ count: 2 }] }]);
  });

  test('a record of another screen is not there: nor to read, change, delete, look at or ask the history of', async () => {
    const id = ids['c1'];
    expect(await numbers(`/reembolsos?id=eq.${id}`)).toEqual([]);
    expect(await status('GET', `/reembolsos?id=eq.${id}`, undefined, one)).toEqual([406, 'PGRST116', undefined]);
    expect(await status('GET', `/reembolsos/${id}/historico`)).toEqual([404, 'RECORD_MISSING', undefined]);
    const versioned = { 'if-match': '"1"' };
    expect(await status('PATCH', `/reembolsos?id=eq.${id}`, { numero: 'x' }, versioned)).toEqual([
      404,
      'RECORD_MISSING',
      undefined,
    ]);
    expect(await status('DELETE', `/reembolsos?id=eq.${id}`, undefined, versioned)).toEqual([
      404,
      'RECORD_MISSING',
      undefined,
    ]);
    expect((await admin.call('GET', `/api/titulos?id=eq.${id}`)).json()).toMatchObject([{ numero: 'c1', versao: 1 }]);
  });

  test('a new record is of the screen: its values are neither asked for nor changed there', async () => {
    const made = await admin.call('POST', '/api/reembolsos', {
      body: { numero: 'n1', banco_id: banco },
      headers: { ...back, ...one },
    });
    expect(made.json()).toMatchObject({ numero: 'n1', tipo: 'REEMBOLSO', ativo: true, rotulo: 'REEMBOLSO n1' });
    // The condition reads what nobody sent.
    expect(await status('POST', '/reembolsos', { numero: 'n2' })).toEqual([422, '23514', 'banco_id']);
    expect(await status('POST', '/reembolsos', { numero: 'n2', banco_id: banco, tipo: 'PAGAR' })).toEqual([
      400,
      '428C9',
      'tipo',
    ]);
    expect(await status('PATCH', '/reembolsos?numero=eq.n1', { tipo: 'PAGAR' })).toEqual([400, '428C9', 'tipo']);
    expect((await status('PATCH', '/reembolsos?numero=eq.n1', { tipo: 'REEMBOLSO', numero: 'n3' }))[0]).toBe(204);
    expect((await status('POST', '/reembolsos', [{ numero: 'n4', banco_id: banco, ativo: true }]))[0]).toBe(201);
    expect(await numbers('/reembolsos')).toEqual(['r1', 'n4', 'n3']);
    await admin.call('DELETE', '/api/reembolsos?numero=in.(n3,n4)');
    expect(await numbers('/titulos')).toEqual(['r2', 'r1', 'p1', 'c1']);
  });

  test('of several codes a record has one of them, and may get another of them', async () => {
    expect(await status('POST', '/movimentos', { numero: 'm1' })).toEqual([422, '23514', 'tipo']);
    expect(await status('POST', '/movimentos', { numero: 'm1', tipo: 'REEMBOLSO', banco_id: banco })).toEqual([
      422,
      '23514',
      'tipo',
    ]);
    expect((await status('POST', '/movimentos', { numero: 'm1', tipo: 'PAGAR' }))[0]).toBe(201);
    expect((await status('PATCH', '/movimentos?numero=eq.m1', { tipo: 'RECEBER' }))[0]).toBe(204);
    expect(await status('PATCH', '/movimentos?numero=eq.m1', { tipo: 'REEMBOLSO' })).toEqual([422, '23514', 'tipo']);
    // By the screen of all records it leaves this one.
    expect((await status('PATCH', '/titulos?numero=eq.m1', { tipo: 'REEMBOLSO', banco_id: banco }))[0]).toBe(204);
    expect(await numbers('/movimentos?numero=eq.m1')).toEqual([]);
    expect((await status('DELETE', '/titulos?numero=eq.m1'))[0]).toBe(204);
  });

  test('an upsert meets the records of the screen alone', async () => {
    const merge = { prefer: 'resolution=merge-duplicates,return=representation' };
    const upsert = async (rows: readonly object[], query = '') => status('POST', `/reembolsos${query}`, rows, merge);
    expect(await upsert([{ numero: 'c1', banco_id: banco }], '?on_conflict=numero')).toEqual([409, '23505', 'numero']);
    expect(await upsert([{ id: ids['c1'], numero: 'c9', banco_id: banco }])).toEqual([404, 'RECORD_MISSING', 'id']);
    const [made, known] = [
      await upsert([{ numero: 'u1', banco_id: banco }]),
      await upsert([{ numero: 'u1', banco_id: banco }]),
    ];
    expect([made[0], known[0]]).toEqual([201, 200]);
    expect((await admin.call('GET', '/api/titulos?numero=in.(u1,c1)&order=numero')).json()).toMatchObject([
      { numero: 'c1', tipo: 'RECEBER' },
      { numero: 'u1', tipo: 'REEMBOLSO', rotulo: 'REEMBOLSO u1' },
    ]);
    await admin.call('DELETE', '/api/reembolsos?numero=eq.u1');
  });

  test('the screen neither asks for the value nor tells of the filter; the description of the API does', async () => {
    const model = async (path: string) =>
      (await admin.call('GET', `/api/model/screen?path=${path}`)).json() as {
        readonly screen: Record<string, unknown>;
        readonly form: {
          readonly schema: { readonly properties: Record<string, { readonly enum?: unknown }> };
          readonly validator: string;
        };
      };
    const fixed = await model('/reembolsos');
    expect(Object.keys(fixed.form.schema.properties)).toEqual(['numero', 'banco_id']);
    expect(fixed.screen['filter']).toBeUndefined();
    const listed = await model('/movimentos');
    expect(listed.form.schema.properties['tipo']?.enum).toEqual(['RECEBER', 'PAGAR']);
    for (const { form } of [fixed, listed]) expect((await admin.call('GET', form.validator)).statusCode).toBe(200);
    const { paths } = (await admin.call('GET', '/api/openapi.json')).json() as {
      readonly paths: Record<string, { readonly description?: string }>;
    };
    expect([paths['/reembolsos'], paths['/movimentos']].map((path) => path?.description)).toEqual([
      'Mostra só os registros com Tipo: reembolso; Ativo: Sim.',
      'Mostra só os registros com Tipo: receber ou pagar.',
    ]);
  });

  test('relations find every record, whatever screens there are', async () => {
    expect((await admin.call('GET', '/api/titulos/r')).json()).toMatchObject([{ numero: 'r2' }, { numero: 'r1' }]);
  });
});
