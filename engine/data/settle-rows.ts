/**
 * What expressions make of the rows of a write: computed values are added, and a record that breaks a condition or a rule
 * is refused. Always of the whole resulting record: a change is laid over the row as it is stored, which is held until
 * the transaction ends.
 */
import type { FieldFailure } from '../core/errors.ts';
import type { Reading } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import { ownKey } from '../expressions/keys-in.ts';
import { computeRecord, expressionFailures } from '../fields/record-expressions.ts';
import type { Elsewhere } from '../fields/record-transition.ts';
import { comesToBe, outcomeFailures, setValues } from '../fields/record-transition.ts';
import { addedPlaces, atAskedRow, changeReadings, writtenRowFailures, writtenRows } from '../fields/written-rows.ts';
import {
  effectExpressions,
  givenIn,
  intoKeys,
  intoLists,
  isCreating,
  partExpressions,
  recordExpressions,
  relationIn,
  wayOf,
} from '../model/effects.ts';
import type { Child, Effect, Entity, Field, GivenField, RowsWritten, Transition } from '../model/types.ts';
import { invalidRows } from './check-rows.ts';
import type { Judged } from './check-targets.ts';
import { checkTargets, isNarrowed, judgedKeys } from './check-targets.ts';
import type { Queryable, Statement } from './database.ts';
import { readElsewhere } from './given-elsewhere.ts';
import type { Row } from './given-rows.ts';
import { hasId, isRow } from './given-rows.ts';
import { holdOf } from './hold-of.ts';
import { momentOf } from './moment-of.ts';
import type { PlanContext } from './plan/context.ts';
import type { ColumnRef } from './plan/refs.ts';
import { Scope } from './plan/refs.ts';
import type { BehindReading } from './read-behind.ts';
import { behindOf } from './read-behind.ts';
import type { WithLinked } from './read-linked.ts';
import { linkedThrough, readLinked } from './read-linked.ts';
import type { Binder } from './read-stored.ts';
import { readStored, readStoredByKey } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import { moveFailures, moveRuleFailures, stateFailures } from './settle-states.ts';
import type { PrintedSql } from './sql/sql.ts';
import type { StoredRows } from './sql/stored.ts';
import { printStored, printUpdateSettled } from './sql/stored.ts';
import type { Returning } from './sql/write.ts';
import { columnsOf, scopeOf } from './write-answer.ts';

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
const laidOver = (entity: Entity, stored: Row, change: Row): Row => {
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

const pick = (row: Row, keys: readonly string[]): Row =>
  Object.fromEntries(keys.flatMap((key) => (Object.hasOwn(row, key) ? [[key, row[key]]] : [])));

/** The change with what was computed of the whole record, its rows included. */
const withComputed = (entity: Entity, change: Row, whole: Row): Row => {
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

interface Settled {
  readonly row: Row;
  /** The whole record that comes of it. */
  readonly record: Row;
  readonly failures: readonly FieldFailure[];
}

interface Subject {
  readonly entity: Entity;
  readonly shown: Entity;
  readonly moment: Moment;
  /** What is closed may be written too: a transition is taken back, or a record comes in the state that it is in. */
  readonly moves?: true;
}

/** `stored` undefined: a new record. */
const settle = (
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

/** What a transition is made with, whatever the record. */
interface Move {
  readonly transition: Transition;
  readonly shown: Entity;
  readonly moment: Moment;
  /** What it asked for; of rows that are added apart. */
  readonly change: Row;
  readonly asked: Row;
  readonly withLinked: WithLinked;
  readonly elsewhere: Elsewhere;
}

/**
 * A record that a transition is made of: refused where it may not be, else with what it asked for and what it sets.
 * `made`: relations to what was created for it, and lists whose rows have such.
 */
const settleMove = (
  context: PlanContext,
  { transition, shown, moment, change, asked, withLinked, elsewhere }: Move,
  stored: Row,
  { record: known, unseen }: BehindReading,
  place: Readonly<Record<string, number>>,
  made: Row = {},
): Settled => {
  const { entity } = context;
  const standing = withLinked(known);
  const barred = moveFailures(context, shown, transition, { record: standing, unseen }, moment, place);
  if (barred.length > 0) return { row: change, record: stored, failures: barred };
  const laid = withLinked({ ...laidOver(entity, stored, change), ...made });
  const set = setValues(entity, transition, laid, moment);
  const become = { ...laid, ...set };
  const lists = writtenRows(entity, transition, { before: standing, record: become }, asked, moment, elsewhere);
  const record = computeRecord(entity, { ...become, ...lists }, moment);
  const row = withComputed(entity, { ...change, ...set, ...pick(made, intoKeys(transition)) }, record);
  const outcome = [
    ...outcomeFailures(entity, shown, transition, record, place),
    ...writtenRowFailures(entity, shown, transition, { before: stored, record }, place),
  ];
  const ruled = moveRuleFailures(context, shown, transition, record, moment, place);
  const told = new Set([...outcome, ...ruled].map(({ at }) => at.field));
  // What the engine lets it point at is no change of anybody's.
  const before = { ...stored, ...made };
  const broken = expressionFailures({ entity, shown, record, before, moment, moves: true }, place);
  const failures = [...outcome, ...ruled, ...broken.filter(({ at }) => !told.has(at.field))];
  return { row, record, failures: atAskedRow(transition, stored, failures) };
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
  const above = effectExpressions(effect).flatMap(({ parentReads }) => parentReads);
  if (list !== undefined) return [list, ...above, ...relationsIn(given, true)];
  return [...(column === undefined ? [] : [column]), ...relationsIn(given, false)];
};

/** What is read of the record for what is written to a list, beside the expressions over the record, and the list. */
const rowsReads = ({ list, change, add }: RowsWritten): readonly string[] => [
  list,
  ...(change ? partExpressions(change).flatMap(({ parentReads }) => parentReads) : []),
  ...relationsIn(change?.fields ?? [], true),
  ...relationsIn([...(add?.fields ?? []), ...(add?.former ?? [])], false),
];

/** What must be known of a stored record to hold a change of these keys against it: its targets, and lists that may be closed. */
const heldKeys = (entity: Entity, keys: readonly string[], transition?: Transition): ReadonlySet<string> => {
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

const refsOf = (scope: Scope, fields: readonly Field[], keys: (field: Field) => boolean): readonly ColumnRef[] =>
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
    ...linkedThrough(entity, transition),
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

const binderOf =
  (write: Write): Binder =>
  (printed, inputs) =>
    bindWrite(write, printed, inputs);

const refuse = (entity: Entity, settled: readonly Settled[]): void => {
  const failures = settled.flatMap((one) => one.failures);
  if (failures.length > 0) throw invalidRows(entity, failures);
};

const asItIs: WithLinked = (record) => record;

/** What the transition gives to rows out of other records. `records`: as they become by what was asked for. */
const elsewhereOf = async (
  write: Write,
  transaction: Queryable,
  transition: Transition,
  { stored, records }: { readonly stored: readonly Row[]; readonly records: readonly Row[] },
  moment: Moment,
): Promise<Elsewhere> => {
  const readers = new Map<unknown, Elsewhere>();
  const read = async (fields: readonly GivenField[], readings: readonly Reading[]): Promise<void> => {
    const reader = await readElsewhere({ write, transaction }, transition.title, fields, readings);
    for (const { value } of fields) readers.set(value, reader);
  };
  const readingsOfAll = (some: readonly Row[]) => some.map((record): Reading => ({ record, ...moment }));
  for (const { list, change, add } of transition.rows ?? []) {
    const rows = records.flatMap((record) => changeReadings(record, list, moment));
    await read(change?.fields ?? [], rows);
    await read(add?.fields ?? [], readingsOfAll(records));
    await read(add?.former ?? [], readingsOfAll(stored));
  }
  return (value, reading) => readers.get(value)?.(value, reading) ?? null;
};

/** Stands for a record that is still to be created. */
const unmade = -1;

/** A record of which a transition is made, or taken back. */
export interface Moved {
  readonly before: Row;
  /** As it becomes. */
  readonly record: Row;
}

/** Of a change: its statement, and the rows it comes to, in the order of their ids. */
interface SettledChange {
  readonly statement: Statement;
  readonly rows: readonly Row[];
  /** Each record as it was and as it becomes, as far as it was read. */
  readonly moved: readonly Moved[];
}

/**
 * The change of the rows that a plan picks, each settled by itself. `withRows`: rows they own are written after it.
 * `state`: what the change says of it. Raises RECORD_INVALID.
 */
export const settleChange = async (
  write: Write,
  shown: Entity,
  transaction: Queryable,
  change: Row,
  returning: Returning,
  {
    withRows = false,
    state,
    transition,
    takenBack,
    create,
    restore,
    expressions = true,
    added = {},
  }: {
    readonly withRows?: boolean;
    /** false: the change moves none of them. */
    readonly expressions?: boolean;
    readonly state?: unknown;
    readonly transition?: Transition | undefined;
    /** What was asked for of the rows that the transition adds, by the name of the list. */
    readonly added?: Row;
    readonly takenBack?: Transition | undefined;
    /** Creates what the records, as they become, are to point at, and gives them with the relations filled in. */
    readonly create?: ((records: readonly Row[], moment: Moment) => Promise<readonly Row[]>) | undefined;
    /** Of what is taken back: the relations that the engine gives back, row by row. */
    readonly restore?: ((stored: readonly Row[]) => Promise<readonly Row[]>) | undefined;
  },
): Promise<SettledChange> => {
  const { options, context } = write;
  const { entity } = context;
  const scope = scopeOf(context);
  const set = (transition?.set ?? []).map(({ key }) => key);
  const lists = (transition?.rows ?? []).map(({ list }) => list);
  const judged = heldKeys(entity, [...Object.keys(change), ...set, ...lists], transition);
  const { columns, children } = neededOf(context, entity, scope, { transition: transition ?? takenBack, judged });
  const versioned = options.version !== undefined;
  const held = bindWrite(write, printStored(scope, returning.plan, columns, versioned), {});
  const stored = await readStored(transaction, held, children, binderOf(write));
  const withLinked = transition && (await readLinked(write, transaction, transition, stored, change));
  const subject: Subject = { entity, shown, moment: momentOf(write), ...(takenBack && { moves: true }) };
  const moment: Moment = { ...subject.moment, now: Date.now() };
  const move = transition && {
    transition,
    shown,
    moment,
    change,
    asked: added,
    withLinked: withLinked ?? asItIs,
    elsewhere: await elsewhereOf(
      write,
      transaction,
      transition,
      { stored, records: stored.map((row) => laidOver(entity, row, change)) },
      moment,
    ),
  };
  const judging = transition?.when === undefined ? [] : [transition.when];
  const behind = behindOf(write, transaction, judging, ({ relation }) => holdOf(write, transition, relation));
  const standing = await behind.bring(stored.map((record) => ({ record })));
  const placeOf = (row: Row): Readonly<Record<string, number>> =>
    stored.length > 1 || options.inside ? { record: Number(row['id']) } : {};
  const settleMoves = (made: readonly Row[]): readonly Settled[] =>
    move === undefined
      ? []
      : stored.flatMap((row, index): Settled[] => {
          const known = standing[index];
          return known === undefined ? [] : [settleMove(context, move, row, known, placeOf(row), made[index])];
        });
  const created = async (making: Transition, make: NonNullable<typeof create>): Promise<readonly Row[]> => {
    const into = intoKeys(making);
    const records = settleMoves([]).map(({ record }) => record);
    const comes = (record: Row, key: string): boolean =>
      (making.effects ?? []).some(
        (effect) =>
          isCreating(effect) &&
          effect.rows === undefined &&
          effect.into === key &&
          comesToBe(effect, { record, ...moment }),
      );
    const filled = stored.map((row, index) =>
      Object.fromEntries(into.map((key) => [key, row[key] ?? (comes(records[index] ?? row, key) ? unmade : null)])),
    );
    // What does not rest on the new records is refused before there are any.
    refuse(entity, settleMoves(filled));
    const lists = intoLists(making);
    return (await make(records, moment)).map((record) => pick(record, [...into, ...lists]));
  };
  const made = transition && create && (await created(transition, create));
  const given = await restore?.(stored);
  const settleOne = (row: Row, index: number): Settled => {
    const place = placeOf(row);
    const whole = { ...change, ...given?.[index] };
    if (!expressions) return { row: whole, record: laidOver(entity, row, whole), failures: [] };
    const closed = stateFailures(context, state, row, place);
    const found = settle(subject, row, whole, place);
    return { ...found, failures: [...closed, ...found.failures] };
  };
  const settled = move === undefined ? stored.map(settleOne) : settleMoves(made ?? []);
  refuse(entity, settled);
  await checkTargets(
    write,
    shown,
    transaction,
    settled.map(({ record }, index) => ({
      record,
      before: stored[index],
      place: placeOf(stored[index] ?? {}),
      ...(transition?.rows && { added: addedPlaces(transition, stored[index] ?? {}) }),
    })),
    transition,
  );
  const moving = transition ?? takenBack;
  const into = moving === undefined ? [] : intoKeys(moving);
  const computed = expressions ? [...computedKeys(entity), ...set, ...into] : [];
  const shared = columnsOf(scope, [change]).filter(({ column }) => !computed.includes(column));
  const printed: PrintedSql = printUpdateSettled(
    scope,
    shared,
    refsOf(scope, entity.fields, ({ column }) => computed.includes(column)),
    withRows ? { ...returning, representation: false } : returning,
  );
  const rows = settled.map(({ row }, index) => ({ id: stored[index]?.['id'], ...pick(row, computed) }));
  return {
    statement: bindWrite(write, printed, { rows: JSON.stringify(change), settled: JSON.stringify(rows) }),
    rows: settled.map(({ row }) => row),
    moved: settled.map(({ record }, index) => ({ before: stored[index] ?? {}, record })),
  };
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
  if (!hasExpressions(entity) && entity.states === undefined && !isNarrowed(entity))
    return { given, full, absent: new Set() };
  const scope = scopeOf(context);
  const named = new Set(given.flatMap((row) => Object.keys(row)));
  const { columns, children } = neededOf(context, entity, scope, { judged: heldKeys(entity, [...named]) });
  const placed = keyed.map((row, index) => ({ ...row, _row: index }));
  const asked = { scope, key, reach: returning.check, columns, children };
  const found = await readStoredByKey(transaction, asked, placed, binderOf(write));
  const stored = new Map(found.map((row) => [row['_row'], row]));
  const subject = { entity, shown, moment: momentOf(write) };
  const settled = given.map((row, index): Settled => {
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
  const add = (row: Row, index: number): Row => ({ ...row, ...pick(settled[index]?.row ?? {}, computed) });
  const absent = new Set(given.flatMap((_row, index) => (stored.has(index) ? [] : [index])));
  return { given: given.map(add), full: full.map(add), absent };
};
