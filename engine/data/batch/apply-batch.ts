/**
 * Applies a plan as it was sealed. On a server all records in one transaction; on the embedded database, whose one
 * connection everybody shares, many records part by part, each part with the record of what became of it: what a fall
 * leaves half done is applied to its end by applying again.
 */
import type { BatchOutcomes, BatchResult } from '../../contract/batch.ts';
import { parseRequest } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import type { Queryable } from '../database.ts';
import { movedBetween, ofIds, pickRows } from './pick-rows.ts';
import type { BatchCaller } from './plan-batch.ts';
import { usualSizes } from './plan-batch.ts';
import { readReadable } from './read-readable.ts';
import { beginBatch, endBatch, endPart, findBatch, holdBatch, readParts } from './store.ts';
import { summaryOf } from './summary.ts';
import type { BatchItem, BatchPart, ItemRefusal, StoredBatch } from './types.ts';
import { groupRefusals } from './types.ts';
import { writePart } from './write-part.ts';

/** Labels of records that are told of one by one, where something moved. */
const namedMoved = 5;

const newRows = (batch: StoredBatch): boolean => batch.work.operation === 'insert' || batch.work.operation === 'revive';

/** The records of the plan as they are now, held where `locked`. */
const findNow = (
  queryable: Queryable,
  { context }: BatchCaller,
  { filter }: StoredBatch,
  items: readonly BatchItem[],
  locked: boolean,
): Promise<readonly BatchItem[]> => {
  const request = parseRequest(filter ?? '');
  return pickRows(
    queryable,
    context,
    filter === undefined
      ? ofIds(
          request,
          items.map(({ id }) => id),
        )
      : request,
    locked,
  );
};

/** Raises BATCH_MOVED with the number of records that are not as they were planned, and the names of some. */
const refuseMoved = async (
  queryable: Queryable,
  caller: BatchCaller,
  batch: StoredBatch,
  items: readonly BatchItem[],
): Promise<void> => {
  const { changed, gone, come } = movedBetween(items, await findNow(queryable, caller, batch, items, true));
  const count = changed.length + gone.length + come.length;
  if (count === 0) return;
  const some = [...changed, ...come].slice(0, namedMoved);
  const labels = [...(await readReadable(queryable, caller.context, some)).values()].map(({ label }) => label);
  throw new Refusal('BATCH_MOVED', {
    title: caller.context.screen.title,
    count,
    changed: changed.length,
    gone: gone.length,
    come: come.length,
    records: labels,
  });
};

/** Writes a part and keeps what became of it. Records at another version than `versions` say are left alone and told of. */
const applyPart = async (
  caller: BatchCaller,
  transaction: Queryable,
  batch: StoredBatch,
  {
    part,
    index,
    now,
  }: { readonly part: BatchPart; readonly index: number; readonly now?: ReadonlyMap<number, number> },
): Promise<void> => {
  const { engine, context, origin, tell } = caller;
  const skipped = new Set(part.skipped);
  const items = part.items.filter(({ id }) => !skipped.has(id));
  const still = items.filter(({ id, version }) => now === undefined || now.get(id) === version);
  const moved = items.filter((item) => !still.includes(item));
  const writer = { requestId: batch.id, origin };
  const outcomes = await writePart(engine, transaction, context, batch.work, still, writer);
  const failed = outcomes.flatMap(({ item, refusal }) => (refusal ? [{ id: item.id, refusal }] : []));
  const barred = [
    ...failed,
    ...moved.map(({ id }) => ({ id, refusal: new Refusal('RECORD_MOVED', { title: context.entity.title }) })),
  ];
  const refusals = barred.map(
    ({ id, refusal }): ItemRefusal => ({
      id,
      label: newRows(batch) ? `Linha ${id}` : `#${id}`,
      message: tell(refusal),
    }),
  );
  await endPart(transaction, batch.id, index, {
    refusals: [...part.refusals, ...refusals],
    written: outcomes.flatMap(({ id, refusal }) => (id === undefined || refusal ? [] : [id])),
  });
};

/** Raises BATCH_SEAL, BATCH_APPLIED, BATCH_UNDONE. */
const refuseUnfit = (batch: StoredBatch, seal: string): void => {
  if (batch.seal !== seal) throw new Refusal('BATCH_SEAL', { number: batch.number });
  if (batch.state === 'applied') throw new Refusal('BATCH_APPLIED', { number: batch.number });
};

/** A batch is taken back once. Held until the transaction ends. Raises BATCH_UNDONE. */
const refuseUndone = async (transaction: Queryable, { undoes, id }: StoredBatch): Promise<void> => {
  if (undoes === null) return;
  const undone = await holdBatch(transaction, undoes);
  if (undone.undoneBy !== null && undone.undoneBy !== id) throw new Refusal('BATCH_UNDONE', { number: undone.number });
};

const finish = async (transaction: Queryable, id: string): Promise<void> => {
  const parts = await readParts(transaction, id);
  const barred = new Set(
    parts.flatMap(({ items, written = [], refusals }) => {
      const done = new Set(written);
      const named = new Set(items.map((item) => item.id));
      return refusals.flatMap((refusal) => (done.has(refusal.id) && named.has(refusal.id) ? [] : [refusal.id]));
    }),
  );
  await endBatch(transaction, id, barred.size);
};

/**
 * Raises BATCH_SEAL, BATCH_APPLIED, BATCH_UNDONE, BATCH_MOVED (nothing is written), and what no record is to blame for:
 * ACCESS_DENIED, REQUEST_*.
 */
export const applyBatch = async (caller: BatchCaller, asked: StoredBatch, seal: string): Promise<BatchResult> => {
  const { database } = caller.engine;
  refuseUnfit(asked, seal);
  const whole = database.kind === 'postgres' || asked.rows <= (caller.sizes ?? usualSizes).whole;
  await database.transaction(async (transaction) => {
    const batch = await holdBatch(transaction, asked.id);
    refuseUnfit(batch, seal);
    await refuseUndone(transaction, batch);
    if (batch.state === 'applying') return;
    const parts = await readParts(transaction, batch.id);
    if (!newRows(batch))
      await refuseMoved(
        transaction,
        caller,
        batch,
        parts.flatMap(({ items }) => items),
      );
    await beginBatch(transaction, batch);
    if (!whole) return;
    for (const [index, part] of parts.entries()) await applyPart(caller, transaction, batch, { part, index });
    await finish(transaction, batch.id);
  });
  if (!whole) await applyParts(caller, asked);
  return readResult(caller, asked.id);
};

/** Each part that has not had its turn, in a transaction of its own. */
const applyParts = async (caller: BatchCaller, { id }: StoredBatch): Promise<void> => {
  const { database } = caller.engine;
  const count = (await readParts(database, id)).length;
  for (let index = 0; index < count; index += 1)
    await database.transaction(async (transaction) => {
      const batch = await holdBatch(transaction, id);
      const part = (await readParts(transaction, id))[index];
      if (part === undefined || part.written !== undefined) return;
      const ids = part.items.map((item) => item.id);
      const found = newRows(batch)
        ? undefined
        : await pickRows(transaction, caller.context, ofIds(parseRequest(''), ids), true);
      const now = found && new Map(found.map((item) => [item.id, item.version]));
      await applyPart(caller, transaction, batch, { part, index, ...(now && { now }) });
    });
  await database.transaction(async (transaction) => {
    const batch = await holdBatch(transaction, id);
    if (batch.state === 'applying') await finish(transaction, id);
  });
};

/** The refusals with the names of their records as the caller reads them now: rights may have gone since. */
const withNames = async (
  { engine, context }: Pick<BatchCaller, 'engine' | 'context'>,
  batch: StoredBatch,
  refusals: readonly ItemRefusal[],
): Promise<readonly ItemRefusal[]> => {
  if (newRows(batch)) return refusals;
  const ids = [...new Set(refusals.map(({ id }) => id))];
  const names = await readReadable(engine.database, context, ids);
  return refusals.map((refusal) => ({ ...refusal, label: names.get(refusal.id)?.label ?? `#${refusal.id}` }));
};

/** What became of every record so far. Raises BATCH_MISSING. */
export const readOutcomes = async (
  caller: Pick<BatchCaller, 'engine' | 'context'>,
  id: string,
): Promise<BatchOutcomes & { readonly batch: StoredBatch }> => {
  const batch = await findBatch(caller.engine.database, id);
  if (batch === undefined) throw new Refusal('BATCH_MISSING', {});
  const parts = await readParts(caller.engine.database, id);
  return {
    batch,
    written: parts.flatMap(({ written = [] }) => written),
    refusals: await withNames(
      caller,
      batch,
      parts.flatMap(({ refusals }) => refusals),
    ),
  };
};

/** What has become of a batch so far. Raises BATCH_MISSING. */
export const readResult = async (caller: Pick<BatchCaller, 'engine' | 'context'>, id: string): Promise<BatchResult> => {
  const { batch, refusals } = await readOutcomes(caller, id);
  return { ...summaryOf(batch, caller.context.screen.title), refusals: groupRefusals(refusals, newRows(batch)) };
};
