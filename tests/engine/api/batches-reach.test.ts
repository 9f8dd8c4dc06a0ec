/** Batches of records that their caller no longer reaches, and of what was taken back already. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BatchPlan, BatchResult, BatchSummary } from '../../../engine/contract/batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller, TestProduct } from '../../support/product.ts';
import { administrator, insertRow, refusalBody, refusalOf, startTestProduct } from '../../support/product.ts';
import { clinicFiles } from './clinic-files.ts';

const door = '/api/alteracoes-em-lote';
const rights = ['ficha:list', 'ficha:view', 'ficha:update', 'ficha:insert'];

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  let admin: Caller;
  let [south, north] = [0, 0];

  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database, { files: clinicFiles });
    admin = await product.as(administrator.login, administrator.password);
    south = await insertRow(admin, '/clinicas', { codigo: '0001', nome: 'Sul' });
    north = await insertRow(admin, '/clinicas', { codigo: '0002', nome: 'Norte' });
  });
  beforeEach(async () => {
    await admin.call('DELETE', '/api/fichas?id=gt.0');
  });

  const addRecords = async (): Promise<readonly number[]> => {
    const ids: number[] = [];
    for (const numero of ['A1', 'A2'])
      ids.push(await insertRow(admin, '/fichas', { numero, valor: 10, diagnostico: numero, clinica_id: south }));
    return ids;
  };
  const planned = async (caller: Caller, url: string, body?: object): Promise<BatchPlan> => {
    const answer = await caller.call('POST', url, body === undefined ? {} : { body });
    if (answer.statusCode !== 201) throw new Error(answer.body);
    return answer.json();
  };
  const apply = (caller: Caller, { id, seal }: BatchPlan) =>
    caller.call('POST', `${door}/${id}/aplicar`, { body: { seal } });
  const applied = async (caller: Caller, plan: BatchPlan): Promise<BatchResult> => {
    const answer = await apply(caller, plan);
    if (answer.statusCode !== 200) throw new Error(answer.body);
    return answer.json();
  };
  const changed = async (caller: Caller, ids: readonly number[], values: object): Promise<BatchResult> =>
    applied(caller, await planned(caller, door, { path: '/fichas', operation: 'update', ids, values }));
  const undo = (caller: Caller, { id }: BatchResult) => planned(caller, `${door}/${id}/desfazer`);
  const values = async (): Promise<unknown> =>
    (await admin.call('GET', '/api/fichas?select=numero,valor&order=numero')).json();
  const listed = async (caller: Caller): Promise<readonly string[]> =>
    ((await caller.call('GET', door)).json() as BatchSummary[]).map(({ id }) => id);

  test('a batch is not there for whoever has lost the right to its records since', async () => {
    const ids = await addRecords();
    const caller = await product.enter('sem-direito', rights);
    const done = await changed(caller, ids, { valor: 20 });
    const waiting = await planned(caller, door, { path: '/fichas', operation: 'update', ids, values: { valor: 30 } });
    expect([await listed(caller), (await caller.call('GET', `${door}/${done.id}`)).statusCode]).toEqual([
      [done.id],
      200,
    ]);
    await database.query({
      text: `delete from regra where assunto = 'ficha' and grupo_id = (select id from grupo where nome = 'sem-direito')`,
      values: [],
    });
    product.runtime.sessions.forget();
    const missing = { status: 404, body: await refusalBody('BATCH_MISSING', {}) };
    for (const answer of [
      await caller.call('GET', `${door}/${done.id}`),
      await caller.call('GET', `${door}/${done.id}/registros`),
      await caller.call('POST', `${door}/${done.id}/desfazer`),
      await apply(caller, waiting),
    ])
      expect(refusalOf(answer)).toEqual(missing);
    expect(await listed(caller)).toEqual([]);
    expect(await values()).toEqual([
      { numero: 'A1', valor: 20 },
      { numero: 'A2', valor: 20 },
    ]);
  });

  test('of two plans to take a batch back the second does nothing', async () => {
    const ids = await addRecords();
    const done = await changed(admin, ids, { valor: 20 });
    const [first, second] = [await undo(admin, done), await undo(admin, done)];
    await applied(admin, first);
    const refused = { status: 409, body: await refusalBody('BATCH_UNDONE', { number: done.number }) };
    expect(refusalOf(await apply(admin, second))).toEqual(refused);
    // Nor does it where the records hold again what that plan read.
    await changed(admin, ids, { valor: 20 });
    expect(refusalOf(await apply(admin, second))).toEqual(refused);
    expect(await values()).toEqual([
      { numero: 'A1', valor: 20 },
      { numero: 'A2', valor: 20 },
    ]);
  });

  describe('a record that has left the reach of its caller', () => {
    const message = 'Este registro de Ficha foi apagado depois do lote, ou não está mais ao seu alcance.';

    test('stays as it is when the batch is taken back, and its name is not told', async () => {
      const ids = await addRecords();
      const caller = await product.enter('do-sul', rights, {
        roles: { operadora: false, prestador: true, prestador_registro: south },
      });
      const done = await changed(caller, ids, { valor: 20 });
      await admin.call('PATCH', `/api/fichas?id=eq.${ids[1]}`, { body: { clinica_id: north } });
      const back = await undo(caller, done);
      expect(back).toMatchObject({ operation: 'restore', rows: 2, changes: 1, same: 0, refused: 1 });
      expect(back.refusals).toEqual([{ message, rows: 1, records: [{ id: ids[1], label: `#${ids[1]}` }] }]);
      expect(back.sample.map(({ id }) => id)).toEqual([ids[0]]);
      expect(await applied(caller, back)).toMatchObject({ written: 1, refused: 1 });
      expect(await values()).toEqual([
        { numero: 'A1', valor: 10 },
        { numero: 'A2', valor: 20 },
      ]);
    });
  });
});
