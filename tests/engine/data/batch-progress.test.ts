/** How far a large batch is, as others see it while it is applied. */
import { beforeAll, expect, test } from 'vitest';
import type { BatchPlan, BatchResult, BatchSummary } from '../../../engine/contract/batch.ts';
import { sweepBatches } from '../../../engine/data/batch/store.ts';
import type { Database } from '../../../engine/data/database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { Caller } from '../../support/product.ts';
import { administrator, startTestProduct } from '../../support/product.ts';

const door = '/api/alteracoes-em-lote';
const count = 2500;

forEachDatabase((open) => {
  let database: Database;
  let admin: Caller;
  beforeAll(async () => {
    database = await open({ from: 'product' });
    const product = await startTestProduct(database);
    admin = await product.as(administrator.login, administrator.password);
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 4, '0'), 'Banco ' || n from generate_series(1, $1::text::integer) n`,
      values: [String(count)],
    });
  });

  const plan = async (nome: string): Promise<BatchPlan> => {
    const body = { path: '/bancos', operation: 'update', filter: 'id=gt.0', values: { nome } };
    return (await admin.call('POST', door, { body })).json();
  };
  const apply = async ({ id, seal }: BatchPlan) =>
    (await admin.call('POST', `${door}/${id}/aplicar`, { body: { seal } })).json() as BatchResult;
  const read = async ({ id }: { readonly id: string }) =>
    (await admin.call('GET', `${door}/${id}`)).json() as BatchSummary;
  const listed = async () => (await admin.call('GET', door)).json() as readonly BatchSummary[];
  /** As somebody writes it who is at the batch. */
  const going = (id: string, done: number, began: string, at: string) =>
    database.query({
      text: `insert into fichario.batch_progress (batch_id, first, done, began, at) values ($1::text::uuid, 0, $2::text::integer,
        clock_timestamp() - $3::text::interval, clock_timestamp() - $4::text::interval)`,
      values: [id, String(done), began, at],
    });

  test('is told, with rate and what is left, by the batch and in the list, until it ends', async () => {
    const planned = await plan('Um');
    expect(await listed()).toEqual([]);
    await going(planned.id, 1000, '10 seconds', '0 seconds');
    const told = await read(planned);
    expect(told).toMatchObject({ state: 'applying', progress: { done: 1000, total: count } });
    expect(told.progress?.rate).toBeCloseTo(100, -1);
    expect(told.progress?.remaining).toBeCloseTo(15, -1);
    expect((await listed()).map(({ id, state }) => [id, state])).toEqual([[planned.id, 'applying']]);
    expect(await apply(planned)).toMatchObject({ state: 'applied', written: count, progress: null });
    expect((await listed()).map(({ id, progress }) => [id, progress])).toEqual([[planned.id, null]]);
    const { rows } = await database.query({ text: 'select * from fichario.batch_progress', values: [] });
    expect(rows).toEqual([]);
  });

  test('is not told of one that is but planned, nor where nobody has been at it for a while', async () => {
    const planned = await plan('Dois');
    expect(await read(planned)).toMatchObject({ state: 'planned', progress: null });
    await going(planned.id, 1000, '2 minutes', '31 seconds');
    expect(await read(planned)).toMatchObject({ state: 'planned', progress: null });
    expect((await listed()).map(({ id }) => id)).not.toContain(planned.id);
    await database.query({ text: `update fichario.batch_progress set at = now() - interval '25 hours'`, values: [] });
    await sweepBatches(database);
    const { rows } = await database.query({ text: 'select * from fichario.batch_progress', values: [] });
    expect(rows).toEqual([]);
  });

  test('is seen from outside while it goes on', async () => {
    const planned = await plan('Três');
    const ended = apply(planned);
    let seen: BatchSummary | undefined;
    let over = false;
    void ended.then(() => {
      over = true;
    });
    while (!over && seen === undefined) {
      const told = await read(planned);
      if (told.progress !== null) seen = told;
    }
    expect(seen).toMatchObject({ state: 'applying', progress: { total: count } });
    expect(await ended).toMatchObject({ written: count });
  });
});
