/**
 * What expressions make of the rows of a write: computed values are added, and a record that breaks a condition or a rule
 * is refused. Always of the whole resulting record: a change is laid over the row as it is stored, which is held until
 * the transaction ends.
 */
import type { FieldFailure } from '../core/errors.ts';
import type { Moment } from '../expressions/functions.ts';
import { ownKey } from '../expressions/keys-in.ts';
import { computeRecord, expressionFailures } from '../fields/record-expressions.ts';
import { effectExpressions, givenIn, partExpressions, recordExpressions, relationIn, wayOf } from '../model/effects.ts';
import type { Effect, GivenField, RowsWritten, Transition } from '../model/state-types.ts';
import type { Child, Entity, Field } from '../model/types.ts';
import { invalidRows } from './check-rows.ts';
import type { Judged } from './check-targets.ts';
import { checkTargets, isNarrowed, judgedKeys } from './check-targets.ts';
import type { Queryable } from './database.ts';
import { fillChanged, filledKeys, fillerOf, fillingKeys, fillingsOf } from './fill-rows.ts';
import type { Row } from './given-rows.ts';
import { hasId, isRow } from './given-rows.ts';
import { momentOf } from './moment-of.ts';
import type { PlanContext } from './plan/context.ts';
import type { ColumnRef } from './plan/refs.ts';
import { Scope } from './plan/refs.ts';
import type { Binder } from './read-stored.ts';
import { readStoredByKey } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import { stateFailures } from './settle-states.ts';
import type { StoredRows } from './sql/stored.ts';
import type { Returning } from './sql/write.ts';
import { scopeOf } from './write-answer.ts';

/** Whether anything is to be settled at all. */
export const hasExpressions = ({ expressions, children }: Entity): boolean =>
  expressions !== undefined || children.some(({ entity }) => entity.expressions !== undefined);

/** What a new record begins with, whoever may see it; the defaults of what is kept from the caller are the table's. */
const defaultsOf = (entity: Entity): Row =>
  Object.fromEntries(
    entity.fields.flatMap((field) => (field.default === undefined ? [] : [[field.column, field.default]])),
  );

const itemsOf = (row: Row, child: Child): readonly Row[] => {
  const items = row[child.name];
  return Array.isArray(items) ? items.filter(isRow) : [];
};

/** The record that comes of laying a change over what is stored, or over the defaults of a new one. */
export const laidOver = (entity: Entity, stored: Row, change: Row): Row => {
  const arrays = entity.children.flatMap((child): [string, unknown][] => {
    if (change[child.name] === undefined) return [];
    const kept = new Map(itemsOf(stored, child).map((item) => [item['id'], item]));
    const defaults = defaultsOf(child.entity);
    return [
      [
        child.name,
        itemsOf(change, child).map((item) => ({ ...(hasId(item) ? kept.get(item['id']) : defaults), ...item })),
      ],
    ];
  });
  return { ...stored, ...change, ...Object.fromEntries(arrays) };
};

export const computedKeys = ({ expressions }: Entity): readonly string[] =>
  (expressions?.computed ?? []).map(({ key }) => key);

export const pick = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(row, key) ? [[key, row[key]]] : [])));

/** The change with what was computed of the whole record, its rows included. */
export const withComputed = (entity: Entity, change: Row, whole: Row): Row => {
  const arrays = entity.children.flatMap((child): [string, unknown][] => {
    const keys = computedKeys(child.entity);
    if (keys.length === 0 || change[child.name] === undefined) return [];
    const computed = itemsOf(whole, child);
    return [
      [child.name, itemsOf(change, child).map((item, index) => ({ ...item, ...pick(computed[index] ?? {}, keys) }))],
    ];
  });
  return { ...change, ...Object.fromEntries(arrays), ...pick(whole, computedKeys(entity)) };
};

export interface Settled {
  readonly row: Row;
  /** The whole record that comes of it. */
  readonly record: Row;
  readonly failures: readonly FieldFailure[];
}

export interface Subject {
  readonly entity: Entity;
  readonly shown: Entity;
  readonly moment: Moment;
  /** What is closed may be written too: a transition is taken back, or a record comes in the state that it is in. */
  readonly moves?: true;
}

/** `stored` undefined: a new record. */
export const settle = (
  { entity, shown, moment, moves }: Subject,
  stored: Row | undefined,
  change: Row,
  place: Readonly<Record<string, number>>,
): Settled => {
  const before = stored ?? defaultsOf(entity);
  const record = computeRecord(entity, laidOver(entity, before, change), moment);
  return {
    row: withComputed(entity, change, record),
    record,
    failures: expressionFailures({ entity, shown, record, before, moment, ...(moves && { moves }) }, place),
  };
};

/** New rows: what each breaks, and each with its computed values. */
export const settleNew = (write: Write, shown: Entity) => {
  const { entity } = write.context;
  const subject: Subject = { entity, shown, moment: momentOf(write), ...(write.options.loads && { moves: true }) };
  const known = new Map<Row, Settled>();
  const settled = (row: Row, place?: number): Settled => {
    const found = known.get(row) ?? settle(subject, undefined, row, place === undefined ? {} : { row: place });
    known.set(row, found);
    return found;
  };
  return hasExpressions(entity)
    ? {
        failures: (row: Row, place: number | undefined) => settled(row, place).failures,
        complete: (rows: readonly Row[]): readonly Row[] => rows.map((row) => settled(row).row),
      }
    : { failures: () => [], complete: (rows: readonly Row[]) => rows };
};

/** New records as they will be, for their targets to be judged. */
export const judgedNew = ({ context }: Write, rows: readonly Row[]): readonly Judged[] => {
  const { entity } = context;
  if (!isNarrowed(entity)) return [];
  const begun = defaultsOf(entity);
  return rows.map((row, index) => ({
    record: laidOver(entity, begun, row),
    before: undefined,
    place: rows.length > 1 ? { row: index } : {},
  }));
};

/** The relations, by wire name, that given values come from. */
const relationsIn = (given: readonly Pick<GivenField, 'value'>[], ofOwner: boolean): readonly string[] =>
  given.flatMap(({ value }) => {
    const from = relationIn(value);
    return from !== undefined && (from.ofOwner === true) === ofOwner ? [from.relation] : [];
  });

/** What an effect reads of the record beside its expressions over it: relations, or the list whose rows it reads. */
const effectReads = (effect: Effect): readonly string[] => {
  const { list, column } = wayOf(effect);
  const given = givenIn(effect).map((value) => ({ value }));
  const above = effectExpressions(effect).flatMap(({ parentReads }) => parentReads.map(ownKey));
  if (list !== undefined) return [list, ...above, ...relationsIn(given, true)];
  return [...(column === undefined ? [] : [column]), ...relationsIn(given, false)];
};

/** What is read of the record for what is written to a list, beside the expressions over the record, and the list. */
const rowsReads = ({ list, change, add }: RowsWritten): readonly string[] => [
  list,
  ...(change ? partExpressions(change).flatMap(({ parentReads }) => parentReads.map(ownKey)) : []),
  ...relationsIn(change?.fields ?? [], true),
  ...relationsIn([...(add?.fields ?? []), ...(add?.former ?? [])], false),
];

/** What must be known of a stored record to hold a change of these keys against it: its targets, and lists that may be closed. */
export const heldKeys = (entity: Entity, keys: readonly string[], transition?: Transition): ReadonlySet<string> => {
  const lists = entity.children.map(({ name }) => name).filter((name) => keys.includes(name));
  const { conditions = [], lock } = entity.expressions ?? {};
  const closing = lists.filter(
    (name) =>
      lock?.keys.includes(name) === true || conditions.some(({ key, kind }) => key === name && kind === 'readOnly'),
  );
  return new Set([...judgedKeys(entity, keys, transition), ...closing]);
};

/** Everything that the expressions of an entity read, and what they bear upon, by wire name. */
const neededKeys = (
  entity: Entity,
  owned: readonly Entity[],
  transition: Transition | undefined,
): ReadonlySet<string> => {
  const { expressions, states } = entity;
  const lists = new Set(entity.children.map(({ name }) => name));
  const all = [...(expressions?.computed ?? []), ...(expressions?.conditions ?? [])];
  const ofRows = owned.flatMap((one) => [
    ...(one.expressions?.conditions ?? []).flatMap(({ expression }) => expression.parentReads),
    ...(one.expressions?.rules ?? []).flatMap(({ must }) => must.parentReads),
    ...(one.expressions?.begins ?? []).flatMap(({ value }) => value.parentReads.map(ownKey)),
  ]);
  return new Set([
    // The rows of a list that is closed count only where a change has some: `heldKeys`.
    ...all.flatMap(({ key, expression }) => [...(lists.has(key) ? [] : [key]), ...expression.reads]),
    ...(expressions?.lock?.expression.reads ?? []),
    ...(expressions?.lock?.keys ?? []).filter((key) => !lists.has(key)),
    ...(expressions?.rules ?? []).flatMap(({ must }) => must.reads),
    ...ofRows,
    ...(states === undefined ? [] : [states.key]),
    ...(transition?.required ?? []),
    ...(transition === undefined ? [] : recordExpressions(transition)).flatMap(({ reads }) => reads.map(ownKey)),
    ...(transition?.rows ?? []).flatMap(rowsReads),
    ...(transition?.effects ?? []).flatMap(effectReads),
  ]);
};

export const refsOf = (scope: Scope, fields: readonly Field[], keys: (field: Field) => boolean): readonly ColumnRef[] =>
  fields.filter(keys).map((field) => scope.own(field.name));

/** The columns and rows to be read: what the expressions need, and no more. */
export const neededOf = (
  { model, access }: Pick<PlanContext, 'model' | 'access'>,
  entity: Entity,
  scope: Scope,
  { transition, judged }: { readonly transition?: Transition | undefined; readonly judged?: ReadonlySet<string> } = {},
): { readonly columns: readonly ColumnRef[]; readonly children: readonly StoredRows[] } => {
  const keys = new Set([
    ...(judged ?? []),
    ...neededKeys(
      entity,
      entity.children.map((child) => child.entity),
      transition,
    ),
  ]);
  const children = entity.children.flatMap((child, index): StoredRows[] => {
    const { owner, expressions } = child.entity;
    if (owner === undefined || (expressions === undefined && !keys.has(child.name))) return [];
    const rows = new Scope(model, access, child.entity, `c${index}`);
    return [
      {
        name: child.name,
        table: rows.table,
        id: rows.id,
        owner: rows.own(owner.relation),
        position: rows.own(owner.position),
        columns: refsOf(rows, child.entity.fields, ({ name }) => name !== owner.relation && name !== owner.position),
      },
    ];
  });
  return { columns: refsOf(scope, entity.fields, ({ column }) => keys.has(column)), children };
};

export const binderOf =
  (write: Write): Binder =>
  (printed, inputs) =>
    bindWrite(write, printed, inputs);

export const refuse = (entity: Entity, settled: readonly Settled[]): void => {
  const failures = settled.flatMap((one) => one.failures);
  if (failures.length > 0) throw invalidRows(entity, failures);
};

export interface SettledUpsert {
  readonly given: readonly Row[];
  readonly full: readonly Row[];
  readonly absent: ReadonlySet<number>;
}

/**
 * The rows of an upsert: those that are there already, by `key`, settled over what is stored; the others as new ones.
 * `merge`: those that are there are changed. Gives what each row names, and each as it would be inserted, with their
 * computed values; `absent`: the places of those that were settled as new. Raises RECORD_INVALID.
 */
export const settleUpsert = async (
  write: Write,
  shown: Entity,
  transaction: Queryable,
  {
    key,
    keyed,
    given,
    full,
    merge,
    returning,
    states,
  }: {
    readonly key: readonly ColumnRef[];
    /** The values of the key, row by row. */
    readonly keyed: readonly Row[];
    readonly given: readonly Row[];
    readonly full: readonly Row[];
    readonly merge: boolean;
    readonly returning: Returning;
    /** What each row says of its state. */
    readonly states: readonly unknown[];
  },
): Promise<SettledUpsert> => {
  const { context } = write;
  const { entity } = context;
  const fillings = merge ? fillingsOf(shown) : [];
  if (!hasExpressions(entity) && entity.states === undefined && !isNarrowed(entity) && fillings.length === 0)
    return { given, full, absent: new Set() };
  const scope = scopeOf(context);
  const named = new Set(given.flatMap((row) => Object.keys(row)));
  const judged = new Set([...heldKeys(entity, [...named, ...filledKeys(fillings)]), ...fillingKeys(fillings)]);
  const { columns, children } = neededOf(context, entity, scope, { judged });
  const placed = keyed.map((row, index) => ({ ...row, _row: index }));
  const asked = { scope, key, reach: returning.check, columns, children };
  const found = await readStoredByKey(transaction, asked, placed, binderOf(write));
  const stored = new Map(found.map((row) => [row['_row'], row]));
  const subject = { entity, shown, moment: momentOf(write) };
  const places = [...stored.keys()].filter((key): key is number => typeof key === 'number');
  const come = await fillChanged(
    fillerOf(write, transaction),
    { fillings },
    places.map((place) => stored.get(place) ?? {}),
    places.map((place) => given[place] ?? {}),
  );
  const filled = new Map(places.map((place, at) => [place, come[at]]));
  const changes = given.map((row, index) => ({ ...row, ...filled.get(index) }));
  const settled = changes.map((row, index): Settled => {
    const there = stored.get(index);
    if (there !== undefined && !merge) return { row, record: there, failures: [] };
    const place: Readonly<Record<string, number>> = given.length > 1 ? { row: index } : {};
    const found = settle(subject, there, there === undefined ? (full[index] ?? row) : row, place);
    return { ...found, failures: [...stateFailures(context, states[index], there, place), ...found.failures] };
  });
  refuse(entity, settled);
  await checkTargets(
    write,
    shown,
    transaction,
    settled.map(({ record }, index) => ({
      record,
      before: stored.get(index),
      place: given.length > 1 ? { row: index } : {},
    })),
  );
  const computed = computedKeys(entity);
  const add = (row: Row, index: number): Row => ({
    ...row,
    ...filled.get(index),
    ...pick(settled[index]?.row ?? {}, computed),
  });
  const absent = new Set(given.flatMap((_row, index) => (stored.has(index) ? [] : [index])));
  return { given: given.map(add), full: full.map(add), absent };
};
