/**
 * Applies a plan as it was sealed. On a server all records in one transaction; on the embedded database, whose one
 * connection everybody shares, many records part by part, each part with the record of what became of it: what a fall
 * leaves half done is applied to its end by applying again.
 */
import type { BatchOutcomes, BatchResult } from '../../contract/batch.ts';
import { usualUndoDays } from '../../contract/batch.ts';
import { parseRequest } from '../../contract/request.ts';
import { ahead } from '../../core/ahead.ts';
import { Refusal } from '../../core/errors.ts';
import type { Queryable } from '../database.ts';
import { ofIds } from '../of-ids.ts';
import { movedBetween, pickRows } from './pick-rows.ts';
import type { BatchCaller } from './plan-batch.ts';
import { usualSizes } from './plan-batch.ts';
import { tellProgress } from './progress.ts';
import { readReadable } from './read-readable.ts';
import {
  beginBatch,
  countParts,
  endBatch,
  endPart,
  findBatch,
  holdBatch,
  holdFamily,
  partsOf,
  readPart,
  readPartOutcomes,
  refuseArchived,
} from './store.ts';
import { summaryOf } from './summary.ts';
import type { BatchItem, BatchPart, PlacedRefusal, StoredBatch } from './types.ts';
import { groupRefusals, inserts, placedIn, refusalOf, workOf } from './types.ts';
import { writePart } from './write-part.ts';

/** Labels of records that are told of one by one, where something moved. */
const namedMoved = 5;

/** The records of the plan as they are now, held until the transaction ends. */
const findNow = (
  queryable: Queryable,
  { context }: BatchCaller,
  { filter }: StoredBatch,
  items: readonly BatchItem[],
): Promise<readonly BatchItem[]> => {
  const request = parseRequest(filter ?? '');
  const ids = items.map(({ id }) => id);
  return pickRows(queryable, context, filter === undefined ? ofIds(request, ids) : request, true);
};

/** The records that were there when they were planned: of what a filter picked all at once, for others may have come. */
async function* plannedRecords(queryable: Queryable, batch: StoredBatch): AsyncGenerator<readonly BatchItem[]> {
  const all: BatchItem[] = [];
  for await (const part of partsOf(queryable, batch.id)) {
    if (inserts(workOf(batch.work, part))) continue;
    if (batch.filter === undefined) yield part.items;
    else all.push(...part.items);
  }
  if (batch.filter !== undefined) yield all;
}

/** Raises BATCH_MOVED with the number of records that are not as they were planned, and the names of some. */
const refuseMoved = async (queryable: Queryable, caller: BatchCaller, batch: StoredBatch): Promise<void> => {
  const counts = { changed: 0, gone: 0, come: 0 };
  const some: number[] = [];
  for await (const items of plannedRecords(queryable, batch)) {
    const { changed, gone, come } = movedBetween(items, await findNow(queryable, caller, batch, items));
    counts.changed += changed.length;
    counts.gone += gone.length;
    counts.come += come.length;
    some.push(...[...changed, ...come].slice(0, namedMoved - some.length));
  }
  const count = counts.changed + counts.gone + counts.come;
  if (count === 0) return;
  const labels = [...(await readReadable(queryable, caller.context, some)).values()].map(({ label }) => label);
  throw new Refusal('BATCH_MOVED', { title: caller.context.screen.title, count, ...counts, records: labels });
};

/** Writes a part and keeps what became of it. Records at another version than `now` says are left alone and told of. */
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
  caller.signal?.throwIfAborted();
  const work = workOf(batch.work, part);
  const skipped = new Set(part.skipped);
  const items = part.items.filter(({ id }) => !skipped.has(id));
  const moved = now === undefined ? [] : items.filter(({ id, version }) => now.get(id) !== version);
  const away = new Set(moved);
  const writer = { requestId: batch.id, origin };
  const outcomes = await writePart(
    engine,
    transaction,
    context,
    work,
    items.filter((item) => !away.has(item)),
    writer,
  );
  if (work.source !== undefined) await refuseArchived(transaction, work.source);
  const barred = [
    ...outcomes.flatMap(({ item, refusal }) => (refusal ? [{ item, refusal }] : [])),
    ...moved.map((item) => ({ item, refusal: new Refusal('RECORD_MOVED', { title: context.entity.title }) })),
  ];
  if (barred[0] && batch.work.whole === true) throw new Refusal('IMPORT_WHOLE', { count: barred.length });
  const refusals = barred.map(({ item, refusal }) => refusalOf(work, item, tell(refusal), caller.faultsOf?.(refusal)));
  await endPart(transaction, batch.id, index, {
    refusals: [...part.refusals, ...refusals],
    written: outcomes.flatMap(({ id, refusal }) => (id === undefined || refusal ? [] : [id])),
  });
  caller.progress?.(part.items.length);
};

/** Raises BATCH_SEAL, BATCH_APPLIED, IMPORT_WHOLE: of what is written whole or not at all something is refused already. */
const refuseUnfit = (batch: StoredBatch, seal: string): void => {
  if (batch.seal !== seal) throw new Refusal('BATCH_SEAL', { number: batch.number });
  if (batch.state === 'applied') throw new Refusal('BATCH_APPLIED', { number: batch.number });
  if (batch.work.whole === true && batch.refused > 0) throw new Refusal('IMPORT_WHOLE', { count: batch.refused });
};

/** A batch is taken back once, as long as nothing did it again. Held until the transaction ends. Raises BATCH_UNDONE. */
const refuseUndone = async (transaction: Queryable, { undoes, id }: StoredBatch): Promise<void> => {
  if (undoes === null) return;
  await holdFamily(transaction, undoes);
  const undone = await holdBatch(transaction, undoes);
  if (undone.undoneBy !== null && undone.undoneBy !== id) throw new Refusal('BATCH_UNDONE', { number: undone.number });
};

/** Counts the records that were not written, not even in part. */
const finish = async (
  { undoDays = usualUndoDays }: BatchCaller,
  transaction: Queryable,
  { id, work }: StoredBatch,
): Promise<void> => {
  const written = new Set<number>();
  const barred = new Set<number>();
  let fresh = 0;
  for (const part of await readPartOutcomes(transaction, id)) {
    if (inserts(workOf(work, part))) fresh += new Set(part.refusals.map((refusal) => refusal.id)).size;
    else {
      for (const done of part.written ?? []) written.add(done);
      for (const refusal of part.refusals) barred.add(refusal.id);
    }
  }
  const refused = fresh + [...barred].filter((one) => !written.has(one)).length;
  await endBatch(transaction, id, refused, undoDays);
};

/**
 * Raises BATCH_SEAL, BATCH_APPLIED, BATCH_UNDONE, BATCH_ARCHIVED, BATCH_MOVED and IMPORT_WHOLE (nothing is written), and what no record
 * is to blame for: ACCESS_DENIED, REQUEST_*.
 */
export const applyBatch = async (caller: BatchCaller, asked: StoredBatch, seal: string): Promise<BatchResult> => {
  refuseUnfit(asked, seal);
  const { database } = caller.engine;
  const small = asked.rows <= (caller.sizes ?? usualSizes).whole;
  const whole = database.kind === 'postgres' || asked.work.whole === true || small;
  const teller = await tellProgress(database, asked, whole);
  const progress = (records: number): void => {
    caller.progress?.(records);
    teller.tell(records);
  };
  try {
    await write({ ...caller, progress }, asked, seal, whole);
  } finally {
    await teller.end();
  }
  return readResult(caller, asked.id);
};

/** In one transaction where `whole` says so. */
const write = async (caller: BatchCaller, asked: StoredBatch, seal: string, whole: boolean): Promise<void> => {
  const { database } = caller.engine;
  await database.transaction(async (transaction) => {
    const batch = await holdBatch(transaction, asked.id);
    refuseUnfit(batch, seal);
    await refuseUndone(transaction, batch);
    if (batch.state === 'applying') return;
    await refuseMoved(transaction, caller, batch);
    await beginBatch(transaction, batch);
    if (!whole) return;
    let index = 0;
    for await (const part of ahead(partsOf(transaction, batch.id))) {
      await applyPart(caller, transaction, batch, { part, index });
      index += 1;
    }
    await finish(caller, transaction, batch);
  });
  if (!whole) await applyParts(caller, asked);
};

/** Each part that has not had its turn, in a transaction of its own. */
const applyParts = async (caller: BatchCaller, { id }: StoredBatch): Promise<void> => {
  const { database } = caller.engine;
  const count = await countParts(database, id);
  for (let index = 0; index < count; index += 1)
    await database.transaction(async (transaction) => {
      const batch = await holdBatch(transaction, id);
      const part = await readPart(transaction, id, index);
      if (part === undefined || part.written !== undefined) return;
      const ids = part.items.map((item) => item.id);
      const found = inserts(workOf(batch.work, part))
        ? undefined
        : await pickRows(transaction, caller.context, ofIds(parseRequest(''), ids), true);
      const now = found && new Map(found.map((item) => [item.id, item.version]));
      await applyPart(caller, transaction, batch, { part, index, ...(now && { now }) });
    });
  await database.transaction(async (transaction) => {
    const batch = await holdBatch(transaction, id);
    if (batch.state === 'applying') await finish(caller, transaction, batch);
  });
};

/** The refusals with the names of their records as the caller reads them now: rights may have gone since. */
const withNames = async (
  { engine, context }: Pick<BatchCaller, 'engine' | 'context'>,
  refusals: readonly PlacedRefusal[],
): Promise<readonly PlacedRefusal[]> => {
  const nameless = refusals.filter(({ fresh, line }) => !fresh && line === undefined);
  const names = await readReadable(engine.database, context, [...new Set(nameless.map(({ id }) => id))]);
  const some = new Set(nameless);
  return refusals.map((refusal) =>
    some.has(refusal) ? { ...refusal, label: names.get(refusal.id)?.label ?? `#${refusal.id}` } : refusal,
  );
};

/** What became of every record so far. Raises BATCH_MISSING. */
export const readOutcomes = async (
  caller: Pick<BatchCaller, 'engine' | 'context'>,
  id: string,
): Promise<{
  readonly batch: StoredBatch;
  readonly written: BatchOutcomes['written'];
  readonly refusals: readonly PlacedRefusal[];
}> => {
  const batch = await findBatch(caller.engine.database, id);
  if (batch === undefined) throw new Refusal('BATCH_MISSING', {});
  const parts = await readPartOutcomes(caller.engine.database, id);
  return {
    batch,
    written: parts.flatMap(({ written = [] }) => written),
    refusals: await withNames(
      caller,
      parts.flatMap((part) => placedIn(workOf(batch.work, part), part.refusals)),
    ),
  };
};

/** What has become of a batch so far. Raises BATCH_MISSING. */
export const readResult = async (caller: Pick<BatchCaller, 'engine' | 'context'>, id: string): Promise<BatchResult> => {
  const { batch, refusals } = await readOutcomes(caller, id);
  return { ...summaryOf(batch, caller.context.screen.title), refusals: groupRefusals(refusals) };
};
