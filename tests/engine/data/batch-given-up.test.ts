/** A plan that nobody waits for any more: it ends where it is, whatever is being done, and nothing of it is kept. */
import { beforeAll, expect, test } from 'vitest';
import { unlimited } from '../../../engine/access/access.ts';
import { writeEngine } from '../../../engine/api/runtime.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import { applyBatch } from '../../../engine/data/batch/apply-batch.ts';
import { pickRows } from '../../../engine/data/batch/pick-rows.ts';
import type { BatchCaller } from '../../../engine/data/batch/plan-batch.ts';
import { planBatch } from '../../../engine/data/batch/plan-batch.ts';
import { findBatch } from '../../../engine/data/batch/store.ts';
import { planUndo } from '../../../engine/data/batch/undo-batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { listContext } from '../../../engine/data/plan/context.ts';
import { cutAt } from '../../support/cut-database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { TestProduct } from '../../support/product.ts';
import { startTestProduct } from '../../support/product.ts';

const sizes = { part: 3, whole: 100 } as const;
const parts = 3;

forEachDatabase((open) => {
  let database: Database;
  let product: TestProduct;
  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 3, '0'), 'Banco ' || n from generate_series(1, $1::text::integer) n`,
      values: [String(sizes.part * parts)],
    });
  });

  const callerOn = (on: Database, isGivenUp: () => boolean = () => false): BatchCaller => {
    const { current } = product.runtime;
    const [screen] = current.screens.get('/bancos') ?? [];
    if (screen === undefined) throw new Error('no screen of banks');
    return {
      engine: { ...writeEngine(product.runtime), database: on },
      context: listContext(current.model, unlimited, screen, 'UTC'),
      origin: 'api 127.0.0.1',
      tell: ({ code }) => code,
      isGivenUp,
      sizes,
    };
  };
  const planOn = async (caller: BatchCaller, nome: string) => {
    const items = await pickRows(database, caller.context, parseRequest('id=gt.0'));
    return planBatch(caller, { work: { operation: 'update', values: { nome } }, items, filter: 'id=gt.0' });
  };
  const kept = async () =>
    (
      await database.query({
        text: `select (select count(*)::integer from fichario.batch) as batches, (select count(*)::integer from fichario.batch_part) as parts`,
        values: [],
      })
    ).rows[0];

  test('ends before its next part, before it is kept, and while it is kept', async () => {
    const before = await kept();
    // One transaction for each part, and that which keeps the plan.
    for (let at = 1; at <= parts + 1; at += 1) {
      let begun = 0;
      const watched: Database = {
        ...database,
        transaction: (run) => {
          begun += 1;
          return database.transaction(run);
        },
      };
      expect(
        await planOn(
          callerOn(watched, () => begun >= at),
          `Largado ${at}`,
        ),
      ).toBeUndefined();
      expect([at, begun, await kept()]).toEqual([at, at, before]);
    }
    expect(await planOn(callerOn(database), 'Esperado')).toMatchObject({
      state: 'planned',
      changes: sizes.part * parts,
    });
    expect(await kept()).not.toEqual(before);
  });

  test('of what takes a batch back ends before more of the history is read', async () => {
    const planned = await planOn(callerOn(database), 'Gravado');
    const stored = planned && (await findBatch(database, planned.id));
    if (stored === undefined) throw new Error('planned just now');
    await applyBatch(callerOn(database), stored, stored.seal);
    const done = (await findBatch(database, stored.id)) ?? stored;
    const statementsUntil = async (last: number): Promise<number> => {
      const { database: watched, statements } = cutAt(database, 0);
      const before = await kept();
      expect(
        await planUndo(
          callerOn(watched, () => statements() >= last),
          done,
        ),
      ).toBeUndefined();
      expect(await kept()).toEqual(before);
      return statements();
    };
    // What became of the parts is one statement; of each part the history is one, and what is in reach another.
    expect([await statementsUntil(1), await statementsUntil(2)]).toEqual([1, 3]);
    expect(await planUndo(callerOn(database), done)).toMatchObject({ changes: sizes.part * parts });
  });
});
