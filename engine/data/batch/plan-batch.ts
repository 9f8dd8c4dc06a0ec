/**
 * What a batch will do: every record is written as it will be, looked at, and nothing of it is kept. In parts, so that
 * nobody waits long for the rows that are held meanwhile. The plan is sealed: it is applied as it stands or not at all.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readableChildren } from '../../access/visible-entity.ts';
import type { BatchFault, BatchOwned, BatchPlan } from '../../contract/batch.ts';
import type { Refusal } from '../../core/errors.ts';
import { intoKeys } from '../../model/effects.ts';
import type { Field } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import { Followed } from '../followed.ts';
import type { ListContext } from '../plan/context.ts';
import { Scope } from '../plan/refs.ts';
import type { WriteEngine } from '../run-write.ts';
import { printOwned } from '../sql/batch.ts';
import { scopeOf } from '../write-answer.ts';
import type { OwnedChange } from './effects.ts';
import { Effects, isSame } from './effects.ts';
import { rowsBetween } from './owned-effects.ts';
import type { FollowedPlan } from './progress.ts';
import { tellPlanning } from './progress.ts';
import { readableLists, readOwned } from './read-owned.ts';
import { readReadable } from './read-readable.ts';
import type { NewBatch } from './store.ts';
import { insertBatch } from './store.ts';
import { summaryOf } from './summary.ts';
import type {
  BatchItem,
  BatchPart,
  BatchWork,
  ItemRefusal,
  PartOperation,
  PartWork,
  PlacedRefusal,
  StoredBatch,
} from './types.ts';
import { groupRefusals, inserts, placedIn, refusalOf, removes, workOf } from './types.ts';
import { writePart } from './write-part.ts';

/** Records of one part, and those that the embedded database writes in one transaction. */
export const usualSizes = { part: 1000, whole: 2000 } as const;

/** Who asks, and with what. */
export interface BatchCaller {
  readonly engine: WriteEngine;
  readonly context: ListContext;
  readonly origin: string;
  /** A refusal in the words that people read. */
  readonly tell: (refusal: Refusal) => string;
  /** Its fields and what is wrong with each, in such words. */
  readonly faultsOf?: (refusal: Refusal) => readonly BatchFault[];
  /** Whether nobody waits for the answer any more. */
  readonly isGivenUp?: () => boolean;
  /** Of a plan: by what its progress is told while it is made. */
  readonly followed?: FollowedPlan | undefined;
  /** Told how many records more have had their turn. */
  readonly progress?: (records: number) => void;
  /** Ends an apply between two parts: what is one transaction is taken back, what is not goes on another time. */
  readonly signal?: AbortSignal;
  /** Days that what is applied can be taken back. Default: the usual ones. */
  readonly undoDays?: number | undefined;
  /** Default: the usual ones. */
  readonly sizes?: { readonly part: number; readonly whole: number };
}

/** Records to which the same is done. */
export interface PlannedGroup {
  readonly operation: PartOperation | undefined;
  readonly items: readonly BatchItem[];
}

/** What is to be planned. */
export interface Unplanned {
  readonly work: BatchWork;
  readonly items: readonly BatchItem[];
  /** Of a mixed batch, instead of items. */
  readonly groups?: readonly PlannedGroup[];
  /** What picked the records; undefined: they were named. */
  readonly filter: string | undefined;
  /** Refusals that are known beforehand, of records that are written in part or not at all. */
  readonly refusals?: readonly ItemRefusal[];
  readonly undoes?: string;
}

/** Ends the transaction of a rehearsal. */
class Rehearsed extends Error {}

export interface Rehearsal {
  readonly part: BatchPart;
  readonly owned: ReadonlyMap<string, number>;
  readonly followed: Followed;
}

/** Rows that go with the records, by the title of their array. */
const countOwned = async (
  transaction: Queryable,
  { model, access, entity, screen }: ListContext,
  ids: readonly number[],
): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map<string, number>();
  for (const child of readableChildren(model, access, entity, screen)) {
    const { owner } = child.entity;
    if (owner === undefined || ids.length === 0) continue;
    const scope = new Scope(model, access, child.entity, 't');
    const { text } = printOwned(scope, scope.own(owner.relation));
    const { rows } = await transaction.query<{ n: number }>({ text, values: [JSON.stringify(ids)] });
    counts.set(child.title, rows[0]?.n ?? 0);
  }
  return counts;
};

/** Names of the lists that items say of. */
const listsIn = (items: readonly BatchItem[]): ReadonlySet<string> =>
  new Set(items.flatMap(({ values = {} }) => Object.keys(values).filter((name) => Array.isArray(values[name]))));

const countIn = ({ values = {} }: BatchItem, name: string): number => {
  const rows = values[name];
  return Array.isArray(rows) ? rows.length : 0;
};

/** The fields that a record is given values of; none where all of it is written. */
const columnsOf = ({ operation, transition, values }: PartWork, item: BatchItem): readonly string[] => {
  if (operation === 'change') return Object.keys(item.values ?? {});
  return operation === 'update' && transition === undefined ? Object.keys(values ?? {}) : [];
};

/** What the plan tells of the records. What is created for them is told by its number: there is none to be named yet. */
const comparedIn = (context: ListContext, { transition, operation }: BatchWork): readonly Field[] => {
  const made = context.entity.states?.transitions.find(({ name }) => name === transition);
  const into = new Set(made === undefined || operation !== 'update' ? [] : intoKeys(made));
  return scopeOf(context).shown.filter(({ column }) => !into.has(column));
};

/** Writes the records, looks at them, and takes it all back. What it comes to is added to the effects. */
export const rehearse = async (
  caller: BatchCaller,
  work: PartWork,
  items: readonly BatchItem[],
  effects: Effects,
): Promise<Rehearsal> => {
  const { engine, context, origin, tell } = caller;
  const { shown } = scopeOf(context);
  const fresh = inserts(work);
  const lists = readableLists(context, listsIn(items));
  const followed = new Followed();
  let rehearsal: Rehearsal = { part: { items, skipped: [], refusals: [] }, owned: new Map(), followed };
  if (items.length === 0) return rehearsal;
  try {
    await engine.database.transaction(async (transaction) => {
      const ids = items.map(({ id }) => id);
      const before = fresh ? new Map<number, never>() : await readReadable(transaction, context, ids);
      const ownedBefore = fresh ? new Map() : await readOwned(transaction, context, lists, ids);
      const owned = removes(work) ? await countOwned(transaction, context, ids) : new Map<string, number>();
      const writer = { requestId: 'ensaio', origin, followed };
      const outcomes = await writePart(engine, transaction, context, work, items, writer);
      const written = outcomes.flatMap(({ id, refusal }) => (id === undefined || refusal ? [] : [id]));
      // Of new records some are told of, and none is compared.
      const looked = removes(work) ? [] : fresh ? written.slice(0, effects.freshLeft) : written;
      const after = await readReadable(transaction, context, looked);
      const ownedAfter = await readOwned(transaction, context, lists, looked);
      const skipped: number[] = [];
      const refusals: ItemRefusal[] = [];
      for (const { item, id = item.id, refusal } of outcomes) {
        const [was, is] = [before.get(item.id), after.get(id)];
        if (refusal) refusals.push(refusalOf(work, item, tell(refusal), caller.faultsOf?.(refusal)));
        else if (!isSame(shown, columnsOf(work, item), was, is)) {
          const changed = lists.map(
            (child): OwnedChange => ({
              name: child.name,
              rows: rowsBetween(
                child,
                ownedBefore.get(child.name)?.get(item.id) ?? [],
                ownedAfter.get(child.name)?.get(id) ?? [],
              ),
            }),
          );
          effects.add(fresh ? null : id, was, is, changed);
          for (const { name, rows } of changed)
            if (fresh) effects.lists.add(name, { come: countIn(item, name) });
            else effects.lists.addRows(name, rows);
          continue;
        }
        skipped.push(item.id);
      }
      rehearsal = { part: { items, skipped, refusals }, owned, followed };
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return rehearsal;
};

const groupsOf = ({ items, groups }: Unplanned): readonly PlannedGroup[] => groups ?? [{ operation: undefined, items }];

const sealOf = (id: string, unplanned: Unplanned): string =>
  createHash('sha256')
    .update(JSON.stringify([id, unplanned.work, unplanned.filter ?? null, groupsOf(unplanned)]))
    .digest('base64url');

/** Beside refusals of records by their ids the names that the caller reads; they are kept without. */
const named = async (
  { engine, context }: BatchCaller,
  refusals: readonly PlacedRefusal[],
): Promise<readonly PlacedRefusal[]> => {
  const ids = new Set(refusals.flatMap(({ id, fresh, label }) => (fresh || label !== `#${id}` ? [] : [id])));
  const names = await readReadable(engine.database, context, [...ids]);
  return refusals.map((one) => ({ ...one, label: (!one.fresh && names.get(one.id)?.label) || one.label }));
};

interface Rehearsals {
  readonly parts: readonly BatchPart[];
  readonly owned: ReadonlyMap<string, number>;
  readonly followed: Followed;
}

/** All records, part by part, and told of as they go; undefined where nobody waits any more. */
const rehearseAll = async (
  caller: BatchCaller,
  unplanned: Unplanned,
  effects: Effects,
): Promise<Rehearsals | undefined> => {
  const groups = groupsOf(unplanned);
  const owned = new Map<string, number>();
  const followed = new Followed();
  const parts: BatchPart[] = [];
  const { part: size } = caller.sizes ?? usualSizes;
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const teller = await tellPlanning(caller.engine.database, caller.followed, count);
  try {
    for (const { operation, items } of groups)
      for (let from = 0; from < items.length; from += size) {
        if (caller.isGivenUp?.()) return undefined;
        const some = items.slice(from, from + size);
        const rehearsal = await rehearse(caller, workOf(unplanned.work, { operation }), some, effects);
        parts.push({ operation, ...rehearsal.part });
        for (const [title, rows] of rehearsal.owned) owned.set(title, (owned.get(title) ?? 0) + rows);
        followed.addAll(rehearsal.followed);
        teller.tell(some.length);
      }
  } finally {
    await teller.end();
  }
  return { parts, owned, followed };
};

/** Ends the transaction of a plan that nobody waits for any more. */
class GivenUp extends Error {}

/** Kept last: nobody is told of a plan of which something could still not be read. undefined where nobody waits any more. */
const keep = async ({ engine, isGivenUp }: BatchCaller, batch: NewBatch): Promise<StoredBatch | undefined> => {
  if (isGivenUp?.()) return undefined;
  try {
    return await engine.database.transaction(async (transaction) => {
      const stored = await insertBatch(transaction, batch);
      if (isGivenUp?.()) throw new GivenUp();
      return stored;
    });
  } catch (error) {
    if (error instanceof GivenUp) return undefined;
    throw error;
  }
};

/** undefined where nobody waits any more: nothing of it is kept. Raises what no record is to blame for: ACCESS_DENIED, REQUEST_*. */
export const planBatch = async (caller: BatchCaller, unplanned: Unplanned): Promise<BatchPlan | undefined> => {
  const { context } = caller;
  const { work, filter, undoes } = unplanned;
  const beforehand = unplanned.refusals ?? [];
  const effects = new Effects(comparedIn(context, work));
  const rehearsals = await rehearseAll(caller, unplanned, effects);
  if (rehearsals === undefined) return undefined;
  const { parts, owned, followed } = rehearsals;
  const items = groupsOf(unplanned).flatMap((group) => group.items);
  const skipped = parts.reduce((sum, part) => sum + part.skipped.length, 0);
  const planned = new Set(items.map((item) => item.id));
  const unplannedIds = new Set(beforehand.flatMap((refusal) => (planned.has(refusal.id) ? [] : [refusal.id])));
  const rows = items.length + unplannedIds.size;
  const changes = items.length - skipped;
  const refused = parts.reduce((sum, part) => sum + part.refusals.length, 0) + unplannedIds.size;
  const refusals = await named(caller, [
    ...beforehand.map((refusal): PlacedRefusal => ({ ...refusal, fresh: false })),
    ...parts.flatMap((part) => placedIn(workOf(work, part), part.refusals)),
  ]);
  const id = randomUUID();
  const [first, ...others] = parts;
  const stored = await keep(caller, {
    id,
    work,
    path: context.screen.path,
    entity: context.entity.name,
    filter,
    userId: context.access.userId,
    login: context.access.login,
    seal: sealOf(id, unplanned),
    rows,
    changes,
    same: rows - changes - refused,
    refused,
    undoes: undoes ?? null,
    // What is known beforehand is kept with the first part.
    parts:
      beforehand.length === 0
        ? parts
        : [
            {
              ...(first ?? { operation: groupsOf(unplanned)[0]?.operation, items: [], skipped: [] }),
              refusals: [...beforehand, ...(first?.refusals ?? [])],
            },
            ...others,
          ],
  });
  if (stored === undefined) return undefined;
  return {
    ...summaryOf(stored, context.screen.title),
    fields: effects.told(),
    refusals: groupRefusals(refusals),
    sample: effects.sample,
    lists: effects.toldLists(context.entity.children),
    removed: parts
      .filter(({ operation }) => removes(workOf(work, { operation })))
      .reduce((sum, part) => sum + part.items.length - part.skipped.length, 0),
    owned: [...owned].flatMap(([title, count]): BatchOwned[] => (count === 0 ? [] : [{ title, rows: count }])),
    ...(followed.told.length > 0 && { followed: followed.told }),
  };
};
