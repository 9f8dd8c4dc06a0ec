/**
 * A batch that is cut off at any of its statements: on a server nothing of it is there; on the embedded database whole
 * parts of it are, and applying it again does the rest, once.
 */
import { beforeAll, expect, test } from 'vitest';
import { unlimited } from '../../../engine/access/access.ts';
import { writeEngine } from '../../../engine/api/runtime.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import { applyBatch, readResult } from '../../../engine/data/batch/apply-batch.ts';
import { pickRows } from '../../../engine/data/batch/pick-rows.ts';
import type { BatchCaller } from '../../../engine/data/batch/plan-batch.ts';
import { planBatch } from '../../../engine/data/batch/plan-batch.ts';
import { findBatch } from '../../../engine/data/batch/store.ts';
import { planUndo } from '../../../engine/data/batch/undo-batch.ts';
import type { Database } from '../../../engine/data/database.ts';
import { ofIds } from '../../../engine/data/of-ids.ts';
import { listContext } from '../../../engine/data/plan/context.ts';
import { Cut, cutAt } from '../../support/cut-database.ts';
import { forEachDatabase } from '../../support/databases.ts';
import type { TestProduct } from '../../support/product.ts';
import { startTestProduct } from '../../support/product.ts';

const count = 17;
const sizes = { part: 5, whole: 10 } as const;

forEachDatabase((open, kind) => {
  let database: Database;
  let product: TestProduct;
  beforeAll(async () => {
    database = await open({ from: 'product' });
    product = await startTestProduct(database);
    await database.query({
      text: `insert into banco (codigo, nome) select lpad(n::text, 3, '0'), 'Banco ' || n from generate_series(1, $1::text::integer) n`,
      values: [String(count)],
    });
  });

  const callerOn = (on: Database): BatchCaller => {
    const { current } = product.runtime;
    const [screen] = current.screens.get('/bancos') ?? [];
    if (screen === undefined) throw new Error('no screen of banks');
    return {
      engine: { ...writeEngine(product.runtime), database: on },
      context: listContext(current.model, unlimited, screen, 'UTC'),
      origin: 'api 127.0.0.1',
      tell: ({ code }) => code,
      sizes,
    };
  };
  const idsOf = async (): Promise<readonly number[]> =>
    (
      await database.query<{ id: number }>({ text: 'select id::integer as id from banco order by id', values: [] })
    ).rows.map(({ id }) => id);
  const named = async (name: string): Promise<number> =>
    Number(
      (
        await database.query<{ n: string }>({
          text: 'select count(*)::text as n from banco where nome = $1::text',
          values: [name],
        })
      ).rows[0]?.n,
    );
  const plan = async (name: string) => {
    const caller = callerOn(database);
    const items = await pickRows(database, caller.context, ofIds(parseRequest(''), await idsOf()));
    const planned = await planBatch(caller, {
      work: { operation: 'update', values: { nome: name } },
      items,
      filter: undefined,
    });
    const stored = planned && (await findBatch(database, planned.id));
    if (stored === undefined) throw new Error('planned just now');
    return stored;
  };

  test('cut off before each of its statements, and applied again', { timeout: 240_000 }, async () => {
    const whole = cutAt(database, 0);
    const first = await plan('Sem corte');
    expect(await applyBatch(callerOn(whole.database), first, first.seal)).toMatchObject({ written: count });
    const statements = whole.statements();
    expect(statements).toBeGreaterThan(10);
    const seen = new Set<number>();
    for (let at = 1; at <= statements; at += 1) {
      const name = `Corte ${at}`;
      const batch = await plan(name);
      await expect(applyBatch(callerOn(cutAt(database, at).database), batch, batch.seal)).rejects.toThrow(Cut);
      const written = await named(name);
      seen.add(written);
      const told = await readResult(callerOn(database), batch.id);
      // What is told is what is there.
      if (told.state !== 'applied')
        expect([at, told.written, told.state === 'planned' && written > 0]).toEqual([at, written, false]);
      if (told.state === 'applied') continue;
      expect(
        await applyBatch(callerOn(database), (await findBatch(database, batch.id)) ?? batch, batch.seal),
      ).toMatchObject({
        state: 'applied',
        written: count,
        refused: 0,
      });
      expect(await named(name)).toBe(count);
    }
    const done = [...seen].toSorted((a, b) => a - b);
    expect(done).toEqual(kind === 'postgres' ? [0, count] : [0, 5, 10, 15, count]);
  });

  test('goes on without the records that somebody changed meanwhile, and tells of them', async () => {
    if (kind === 'postgres') return;
    const batch = await plan('Interrompido');
    const whole = cutAt(database, 0);
    const other = await plan('Outro');
    await applyBatch(callerOn(whole.database), other, other.seal);
    // The other batch came first: this one is as it was planned no more.
    await expect(applyBatch(callerOn(database), batch, batch.seal)).rejects.toMatchObject({ code: 'BATCH_MOVED' });
    const again = await plan('Interrompido');
    let at = 1;
    while ((await named('Interrompido')) === 0) {
      await applyBatch(callerOn(cutAt(database, at).database), again, again.seal).catch(() => undefined);
      at += 1;
    }
    const ids = await idsOf();
    await database.query({
      text: `update banco set nome = 'De outra pessoa', versao = versao + 1 where id = $1::text::bigint`,
      values: [String(ids.at(-1))],
    });
    const result = await applyBatch(callerOn(database), (await findBatch(database, again.id)) ?? again, again.seal);
    expect(result).toMatchObject({ state: 'applied', written: count - 1, refused: 1 });
    expect(result.refusals.map(({ message, rows }) => [message, rows])).toEqual([['RECORD_MOVED', 1]]);
    expect([await named('Interrompido'), await named('De outra pessoa')]).toEqual([count - 1, 1]);
    const back = await planUndo(callerOn(database), (await findBatch(database, again.id)) ?? again);
    expect([back?.changes, back?.refused]).toEqual([count - 1, 0]);
    // What takes it back goes on as well where it was cut off.
    const stored = async () => {
      const found = back && (await findBatch(database, back.id));
      if (found === undefined) throw new Error('planned just now');
      return found;
    };
    for (let cut = 1; (await stored()).state === 'planned'; cut += 1)
      await applyBatch(callerOn(cutAt(database, cut).database), await stored(), back?.seal ?? '').catch(
        () => undefined,
      );
    expect((await stored()).state).toBe('applying');
    expect(await applyBatch(callerOn(database), await stored(), back?.seal ?? '')).toMatchObject({
      state: 'applied',
      written: count - 1,
      refused: 0,
    });
    expect(await named('Interrompido')).toBe(0);
  });
});
