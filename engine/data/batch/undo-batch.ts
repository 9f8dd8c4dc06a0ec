/**
 * What takes a batch back, planned like any other: of an update the values of before, where nobody changed them since; of
 * an insert the records, where nobody touched them since. What was is read from the history.
 */

import { takingBack } from '../../access/may-move.ts';
import { writableEntity } from '../../access/visible-entity.ts';
import type { BatchPlan } from '../../contract/batch.ts';
import { parseRequest } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import { formatMoment } from '../../fields/date-text.ts';
import { intoKeys, intoLists, isCreating } from '../../model/effects.ts';
import type { Transition } from '../../model/state-types.ts';
import type { Entity, Field } from '../../model/types.ts';
import type { Row } from '../given-rows.ts';
import { ofIds } from '../of-ids.ts';
import type { ListContext } from '../plan/context.ts';
import { computedKeys } from '../settle-rows.ts';
import { openToUpdate } from '../write-rows.ts';
import { pickRows } from './pick-rows.ts';
import type { BatchCaller } from './plan-batch.ts';
import { planBatch } from './plan-batch.ts';
import { differs, sinceBatch, valuesBefore } from './since-batch.ts';
import { readPartOutcomes, refuseArchived } from './store.ts';
import type { BatchItem, BatchWork, ItemRefusal, PartOperation, PartWork, StoredBatch } from './types.ts';
import { inserts, removes, workOf } from './types.ts';
import type { OwnedWritten, WrittenRecord } from './written-records.ts';
import { readWritten, touchedSince } from './written-records.ts';

/**
 * The lists that are still as the batch left them, as they were before, and the titles of those that are not, and of those
 * that the caller reads and may no longer write. `open`: the entity as it may be written back.
 */
const listsBefore = (
  { entity }: ListContext,
  { children }: Entity,
  owned: readonly OwnedWritten[],
): { readonly values: Row; readonly touched: readonly string[]; readonly closed: readonly string[] } => {
  const written = entity.children.flatMap(({ name, title }, index) => {
    const { before = null, touched = false } = owned[index] ?? {};
    const child = children.find((one) => one.name === name);
    if (before === null || child === undefined) return [];
    return [{ name, title, before, state: child.readOnly ? 'closed' : touched ? 'touched' : 'open' }];
  });
  const titles = (state: string) => written.flatMap((one) => (one.state === state ? [one.title] : []));
  return {
    values: Object.fromEntries(
      written.flatMap(({ name, before, state }) => (state === 'open' ? [[name, before]] : [])),
    ),
    touched: titles('touched'),
    closed: titles('closed'),
  };
};

/** The transition that a batch made, or took back. */
const moveOf = ({ states }: Entity, { transition }: Pick<PartWork, 'transition'>): Transition | undefined =>
  states?.transitions.find(({ name }) => name === transition);

/** The lists that the transition wrote itself. */
const ownLists = (move: Transition | undefined): ReadonlySet<string> =>
  new Set((move?.rows ?? []).map(({ list }) => list));

/**
 * Of a transition that creates or writes rows: the titles of what somebody has written since and that goes back with what
 * was created, or not at all: the state, what points at the new records, and the rows.
 */
const touchedApart = (
  { states, children }: Entity,
  move: Transition | undefined,
  touched: readonly Field[],
  owned: readonly OwnedWritten[],
): readonly string[] => {
  if (move?.effects?.some(isCreating) !== true && move?.rows === undefined) return [];
  const bound = new Set([states?.key, ...intoKeys(move)]);
  const lists = new Set([...intoLists(move), ...ownLists(move)]);
  return [
    ...touched.filter(({ column }) => bound.has(column)).map(({ title }) => title),
    ...children.filter(({ name }, index) => lists.has(name) && owned[index]?.touched).map(({ title }) => title),
  ];
};

/** The entity as it may be written back: what a transition wrote by its own right. */
const openTo = ({ access, entity }: ListContext, move: Transition | undefined): Entity =>
  move === undefined ? writableEntity(access, entity) : takingBack(access, entity, move).whole;

const untouched: OwnedWritten = { written: false, touched: false, before: null };

interface Inverse {
  readonly operation: PartOperation;
  readonly items: BatchItem[];
  /** Of a record: why it, or one of its fields, stays as it is. */
  readonly barred: { readonly id: number; readonly refusal: Refusal }[];
}

/** The values of before, of the fields that are still as the batch left them and that the caller may still write. */
const restore = (
  context: ListContext,
  batch: StoredBatch,
  fields: readonly Field[],
  rows: readonly WrittenRecord[],
): Inverse => {
  const { title } = context.entity;
  const { values = {} } = batch.work;
  const secrets = context.entity.fields.filter(({ column, writeOnly }) => writeOnly && Object.hasOwn(values, column));
  const lost = new Refusal('RECORD_SECRET_LOST', { fields: secrets.map((field) => field.title) });
  const shut = new Set<Field>(closedFields(context, batch.work));
  const inverse: Inverse = { operation: 'restore', items: [], barred: [] };
  const move = moveOf(context.entity, batch.work);
  const engines = new Set(move === undefined ? [] : intoKeys(move));
  const open = openTo(context, move);
  const written = ownLists(move);
  // Of other lists the engine alone let rows point at what was created, and takes that back itself.
  const mine = (owned: readonly OwnedWritten[]): readonly OwnedWritten[] =>
    move === undefined
      ? owned
      : owned.map((one, index) => (written.has(context.entity.children[index]?.name ?? '') ? one : untouched));
  for (const { id, before, after, now, current, owned } of rows) {
    if (before === null || after === null) continue;
    if (now === null || current === null) {
      inverse.barred.push({ id, refusal: new Refusal('RECORD_GONE_SINCE', { title }) });
      continue;
    }
    if (secrets.length > 0) inverse.barred.push({ id, refusal: lost });
    const openFields = fields.filter((field) => !shut.has(field));
    const { touched, kept } = sinceBatch(openFields, { before, after, now });
    const apart = touchedApart(context.entity, move, touched, owned);
    if (apart.length > 0) {
      inverse.barred.push({ id, refusal: new Refusal('RECORD_TOUCHED', { fields: apart }) });
      continue;
    }
    const closed = fields.filter((field) => shut.has(field) && differs(before[field.column], after[field.column]));
    const lists = listsBefore(context, open, mine(owned));
    const bar = (code: 'RECORD_TOUCHED' | 'RECORD_CLOSED_SINCE', some: readonly Field[], more: readonly string[]) => {
      const titles = [...some.map((field) => field.title), ...more];
      if (titles.length > 0) inverse.barred.push({ id, refusal: new Refusal(code, { fields: titles }) });
    };
    bar('RECORD_TOUCHED', touched, lists.touched);
    bar('RECORD_CLOSED_SINCE', closed, lists.closed);
    const own = kept.filter(({ column }) => !engines.has(column));
    const values = { ...valuesBefore(own, before), ...lists.values };
    // What follows is taken back also where nothing of the record itself is.
    const follows = move?.effects !== undefined && touched.length === 0;
    if (Object.keys(values).length === 0 && !follows) continue;
    inverse.items.push({ id, version: current, values });
  }
  return inverse;
};

/** The records themselves, where they are as the batch left them. */
const remove = (context: ListContext, fields: readonly Field[], rows: readonly WrittenRecord[]): Inverse => {
  const inverse: Inverse = { operation: 'remove', items: [], barred: [] };
  for (const row of rows) {
    const { id, after, now, current } = row;
    // Who deleted it since has taken it back.
    if (after === null || now === null || current === null) continue;
    if (!touchedSince(row, fields)) inverse.items.push({ id, version: current });
    else inverse.barred.push({ id, refusal: new Refusal('RECORD_TOUCHED_SINCE', { title: context.entity.title }) });
  }
  return inverse;
};

/** The records that went, where nobody has brought them back since. */
const revive = (rows: readonly WrittenRecord[]): Inverse => ({
  operation: 'revive',
  items: rows.flatMap(({ id, current }) => (current === null ? [{ id, version: 0 }] : [])),
  barred: [],
});

const inverseOf = (
  { context }: BatchCaller,
  batch: StoredBatch,
  work: PartWork,
  fields: readonly Field[],
  rows: readonly WrittenRecord[],
): Inverse => {
  switch (work.operation) {
    case 'insert':
    case 'revive':
      return remove(context, fields, rows);
    case 'delete':
    case 'remove':
      return revive(rows);
    default:
      return restore(context, batch, fields, rows);
  }
};

/** Fields that the caller reads and may not write, and would by what the entity says; a transition has rights of its own. */
const closedFields = ({ access, entity }: ListContext, { transition }: Pick<PartWork, 'transition'>) =>
  transition === undefined
    ? entity.fields.filter(
        (field) => !field.readOnly && ['readOnly', 'masked'].includes(access.fieldRight(entity, field).level),
      )
    : [];

/** What the history holds and the engine does not work out itself; of an update what the caller may write, or might have. */
const restorable = ({ context }: BatchCaller, work: PartWork): readonly Field[] => {
  const { entity } = context;
  const computed = new Set(computedKeys(entity));
  const updates = !inserts(work) && !removes(work);
  const open = updates ? [...openToUpdate(context, work.transition), ...closedFields(context, work)] : entity.fields;
  const names = new Set(open.map(({ name }) => name));
  const move = moveOf(entity, work);
  const engines = new Set(move === undefined ? [] : intoKeys(move));
  return entity.fields.filter(
    ({ name, column, writeOnly }) => engines.has(column) || (names.has(name) && !writeOnly && !computed.has(column)),
  );
};

/** The rows as the caller meets them now: of those out of reach nothing is told. */
const inReach = async (
  { engine, context }: BatchCaller,
  rows: readonly WrittenRecord[],
): Promise<readonly WrittenRecord[]> => {
  const request = ofIds(
    parseRequest(''),
    rows.map(({ id }) => id),
  );
  const met = new Set((await pickRows(engine.database, context, request)).map(({ id }) => id));
  return rows.map((row) => (met.has(row.id) ? row : { ...row, now: null, current: null }));
};

/** What takes a batch back: of a mixed one each part by itself. */
const undoingOf = ({ id, work }: StoredBatch, inverses: readonly Inverse[]): BatchWork => {
  const moved = work.transition === undefined ? {} : { transition: work.transition };
  const loaded = work.loads === undefined ? {} : { loads: work.loads };
  switch (work.operation) {
    case 'import':
    case 'reinstate':
      return { ...loaded, operation: 'withdraw', source: id };
    case 'withdraw':
      return { ...loaded, operation: 'reinstate', source: id };
    case 'delete':
    case 'remove':
      return { operation: 'revive', source: id };
    default:
      return { ...moved, operation: inverses[0]?.operation === 'remove' ? 'remove' : 'restore', source: id };
  }
};

/** Its records are kept only as long as it can be taken back. Raises BATCH_EXPIRED. */
export const refuseExpired = (
  { engine }: Pick<BatchCaller, 'engine'>,
  { number, expired, undoUntil }: StoredBatch,
): void => {
  if (expired && undoUntil !== null)
    throw new Refusal('BATCH_EXPIRED', { number, until: formatMoment(undoUntil, engine.timeZone) });
};

/**
 * The plan of taking back what this batch wrote, and nothing that another did: of batches that take back one another each has
 * its own exact inverse. undefined where nobody waits any more. Raises BATCH_UNAPPLIED, BATCH_UNDONE, BATCH_EXPIRED,
 * BATCH_ARCHIVED and whatever `planBatch` raises.
 */
export const planUndo = async (caller: BatchCaller, batch: StoredBatch): Promise<BatchPlan | undefined> => {
  if (batch.state !== 'applied') throw new Refusal('BATCH_UNAPPLIED', { number: batch.number });
  if (batch.undoneBy !== null) throw new Refusal('BATCH_UNDONE', { number: batch.number });
  refuseExpired(caller, batch);
  const inverses: Inverse[] = [];
  for (const part of await readPartOutcomes(caller.engine.database, batch.id)) {
    if (caller.isGivenUp?.()) return undefined;
    const work = workOf(batch.work, part);
    const fields = restorable(caller, work);
    const rows = await readWritten(caller.engine.database, caller.context, {
      batch: batch.id,
      fields,
      ids: part.written ?? [],
      rows: true,
      open: openTo(caller.context, moveOf(caller.context.entity, work)),
    });
    inverses.push(inverseOf(caller, batch, work, fields, removes(work) ? rows : await inReach(caller, rows)));
  }
  await refuseArchived(caller.engine.database, batch.id);
  const work = undoingOf(batch, inverses);
  const alike = work.operation !== 'withdraw' && work.operation !== 'reinstate';
  return planBatch(caller, {
    work,
    items: [],
    groups: alike ? [{ operation: undefined, items: inverses.flatMap(({ items }) => items) }] : inverses,
    filter: undefined,
    refusals: inverses
      .flatMap(({ barred }) => barred)
      .map(({ id, refusal }): ItemRefusal => ({ id, label: `#${id}`, message: caller.tell(refusal) })),
    undoes: batch.id,
  });
};
