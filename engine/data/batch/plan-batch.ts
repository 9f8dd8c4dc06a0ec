/**
 * What a batch will do: every record is written as it will be, looked at, and nothing of it is kept. In parts, so that
 * nobody waits long for the rows that are held meanwhile. The plan is sealed: it is applied as it stands or not at all.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readableChildren } from '../../access/visible-entity.ts';
import type { BatchOwned, BatchPlan } from '../../contract/batch.ts';
import type { Refusal } from '../../core/errors.ts';
import type { Queryable } from '../database.ts';
import type { ListContext } from '../plan/context.ts';
import { Scope } from '../plan/refs.ts';
import type { WriteEngine } from '../run-write.ts';
import { printOwned } from '../sql/batch.ts';
import { scopeOf } from '../write-answer.ts';
import { Effects, isSame } from './effects.ts';
import { readReadable } from './read-readable.ts';
import { insertBatch } from './store.ts';
import { summaryOf } from './summary.ts';
import type { BatchItem, BatchPart, BatchWork, ItemRefusal } from './types.ts';
import { groupRefusals } from './types.ts';
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
  /** Whether nobody waits for the answer any more. */
  readonly isGivenUp?: () => boolean;
  /** Default: the usual ones. */
  readonly sizes?: { readonly part: number; readonly whole: number };
}

/** What is to be planned. */
export interface Unplanned {
  readonly work: BatchWork;
  readonly items: readonly BatchItem[];
  /** What picked the records; undefined: they were named. */
  readonly filter: string | undefined;
  /** Refusals that are known beforehand, of records that are written in part or not at all. */
  readonly refusals?: readonly ItemRefusal[];
  readonly undoes?: string;
}

/** Ends the transaction of a rehearsal. */
class Rehearsed extends Error {}

interface Rehearsal {
  readonly part: BatchPart;
  readonly owned: ReadonlyMap<string, number>;
}

const inserts = ({ operation }: BatchWork): boolean => operation === 'insert' || operation === 'revive';
const removes = ({ operation }: BatchWork): boolean => operation === 'delete' || operation === 'remove';

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

const rehearse = async (
  caller: BatchCaller,
  { work }: Unplanned,
  items: readonly BatchItem[],
  effects: Effects,
): Promise<Rehearsal> => {
  const { engine, context, origin, tell } = caller;
  const { shown } = scopeOf(context);
  const columns = work.operation === 'update' && work.transition === undefined ? Object.keys(work.values ?? {}) : [];
  let rehearsal: Rehearsal = { part: { items, skipped: [], refusals: [] }, owned: new Map() };
  try {
    await engine.database.transaction(async (transaction) => {
      const ids = items.map(({ id }) => id);
      const before = inserts(work) ? new Map<number, never>() : await readReadable(transaction, context, ids);
      const owned = removes(work) ? await countOwned(transaction, context, ids) : new Map<string, number>();
      const writer = { requestId: 'ensaio', origin };
      const outcomes = await writePart(engine, transaction, context, work, items, writer);
      const written = outcomes.flatMap(({ id, refusal }) => (id === undefined || refusal ? [] : [id]));
      const after = removes(work) ? new Map<number, never>() : await readReadable(transaction, context, written);
      const skipped: number[] = [];
      const refusals: ItemRefusal[] = [];
      for (const { item, id = item.id, refusal } of outcomes) {
        const [was, is] = [before.get(item.id), after.get(id)];
        if (refusal) {
          const label = was?.label ?? (inserts(work) ? `Linha ${item.id}` : `#${item.id}`);
          refusals.push({ id: item.id, label, message: tell(refusal) });
        } else if (!isSame(shown, columns, was, is)) {
          effects.add(inserts(work) ? null : id, was, is);
          continue;
        }
        skipped.push(item.id);
      }
      rehearsal = { part: { items, skipped, refusals }, owned };
      throw new Rehearsed();
    });
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error;
  }
  return rehearsal;
};

/** As they are kept: who asks for them later is told their names by the rights of then. */
const withoutNames = (part: BatchPart, work: BatchWork): BatchPart =>
  inserts(work)
    ? part
    : { ...part, refusals: part.refusals.map((refusal) => ({ ...refusal, label: `#${refusal.id}` })) };

const sealOf = (id: string, { work, items, filter }: Unplanned): string =>
  createHash('sha256')
    .update(JSON.stringify([id, work, filter ?? null, items]))
    .digest('base64url');

/** undefined where nobody waits any more. Raises what no record is to blame for: ACCESS_DENIED, REQUEST_*. */
export const planBatch = async (caller: BatchCaller, unplanned: Unplanned): Promise<BatchPlan | undefined> => {
  const { engine, context } = caller;
  const { work, items, filter, undoes } = unplanned;
  const effects = new Effects(scopeOf(context).shown);
  const owned = new Map<string, number>();
  const parts: BatchPart[] = [];
  const { part: size } = caller.sizes ?? usualSizes;
  for (let from = 0; from < items.length; from += size) {
    if (caller.isGivenUp?.()) return undefined;
    const rehearsal = await rehearse(caller, unplanned, items.slice(from, from + size), effects);
    parts.push(rehearsal.part);
    for (const [title, rows] of rehearsal.owned) owned.set(title, (owned.get(title) ?? 0) + rows);
  }
  const refusals = [...(unplanned.refusals ?? []), ...parts.flatMap((part) => part.refusals)];
  const skipped = parts.reduce((sum, part) => sum + part.skipped.length, 0);
  const barred = new Set(refusals.map(({ id }) => id));
  const rows = new Set([...items.map(({ id }) => id), ...barred]).size;
  const changes = items.length - skipped;
  const refused = parts.reduce((sum, part) => sum + part.refusals.length, 0) + (rows - items.length);
  const id = randomUUID();
  const [first, ...others] = parts;
  const stored = await engine.database.transaction((transaction) =>
    insertBatch(transaction, {
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
      parts: (unplanned.refusals === undefined
        ? parts
        : [
            {
              ...(first ?? { items: [], skipped: [] }),
              refusals: [...unplanned.refusals, ...(first?.refusals ?? [])],
            },
            ...others,
          ]
      ).map((part) => withoutNames(part, work)),
    }),
  );
  return {
    ...summaryOf(stored, context.screen.title),
    fields: effects.told(),
    refusals: groupRefusals(refusals, inserts(work)),
    sample: effects.sample,
    owned: [...owned].flatMap(([title, count]): BatchOwned[] => (count === 0 ? [] : [{ title, rows: count }])),
  };
};
