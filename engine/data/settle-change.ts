/**
 * A change of records that are there, each settled by itself: by what is given, by a transition, or by one that is taken
 * back. The rows are held until the transaction ends.
 */
import type { Reading } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import type { Elsewhere } from '../fields/record-transition.ts';
import { comesToBe } from '../fields/record-transition.ts';
import { addedPlaces, changeReadings } from '../fields/written-rows.ts';
import { intoKeys, intoLists, isCreating } from '../model/effects.ts';
import type { GivenField, Transition } from '../model/state-types.ts';
import type { Child, Entity } from '../model/types.ts';
import { begin, beginningsOf, begunKeys, nothingBegins, withBegunRows } from './begin-fields.ts';
import { beginNewRows } from './begin-rows.ts';
import { checkRows } from './check-rows.ts';
import { checkTargets } from './check-targets.ts';
import type { Queryable, Statement } from './database.ts';
import { effectReadings } from './effect-readings.ts';
import type { Filling } from './fill-rows.ts';
import { fillChanged, filledKeys, fillerOf, fillingKeys } from './fill-rows.ts';
import { readElsewhere } from './given-elsewhere.ts';
import type { Row } from './given-rows.ts';
import { momentOf } from './moment-of.ts';
import type { WithLinked } from './read-linked.ts';
import { readLinked } from './read-linked.ts';
import { readStored } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import type { Move } from './settle-moves.ts';
import { moveBehind, settleMoves, unmade } from './settle-moves.ts';
import type { Settled, Subject } from './settle-rows.ts';
import { binderOf, computedKeys, heldKeys, laidOver, neededOf, pick, refsOf, refuse, settle } from './settle-rows.ts';
import { stateFailures } from './settle-states.ts';
import type { PrintedSql } from './sql/sql.ts';
import { printStored, printUpdateSettled } from './sql/stored.ts';
import type { Returning } from './sql/write.ts';
import { columnsOf, scopeOf } from './write-answer.ts';

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

/** Of each record the wire names of its relations that are to point at what the transition creates for it. */
const createdInto = async (
  write: Write,
  transaction: Queryable,
  transition: Transition,
  records: readonly Row[],
  moment: Moment,
): Promise<readonly ReadonlySet<string>[]> => {
  const coming = records.map(() => new Set<string>());
  for (const effect of transition.effects ?? []) {
    if (!isCreating(effect) || effect.into === undefined || effect.rows !== undefined) continue;
    const sides = records.map((record) => ({ record }));
    const readings = await effectReadings(write, transaction, transition, effect, sides, moment);
    for (const [index, reading] of readings.entries()) if (comesToBe(effect, reading)) coming[index]?.add(effect.into);
  }
  return coming;
};

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
    fillings = [],
    lists = [],
    beginning: begunLists = [],
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
    /** What the change fills, and the lists of which it may fill rows. */
    readonly fillings?: readonly Filling[];
    readonly lists?: readonly Child[];
    /** The lists of which new rows may begin with something. */
    readonly beginning?: readonly Child[];
  },
): Promise<SettledChange> => {
  const { options, context } = write;
  const { entity } = context;
  const scope = scopeOf(context);
  const set = (transition?.set ?? []).map(({ key }) => key);
  const written = (transition?.rows ?? []).map(({ list }) => list);
  const filling = filledKeys(fillings);
  const beginnings = transition ? beginningsOf(context, transition, { change, added }) : nothingBegins;
  const beginning = begunKeys(beginnings);
  const listNames = [...new Set([...lists, ...begunLists].map(({ name }) => name))];
  const judged = new Set([
    ...heldKeys(entity, [...Object.keys(change), ...filling, ...beginning, ...set, ...written], transition),
    ...beginning,
    ...fillingKeys(fillings),
    ...listNames,
  ]);
  const { columns, children } = neededOf(context, entity, scope, { transition: transition ?? takenBack, judged });
  const versioned = options.version !== undefined;
  const held = bindWrite(write, printStored(scope, returning.plan, columns, versioned), {});
  const stored = await readStored(transaction, held, children, binderOf(write));
  const withLinked = transition ? await readLinked(write, transaction, transition, stored) : asItIs;
  const subject: Subject = { entity, shown, moment: momentOf(write), ...(takenBack && { moves: true }) };
  const moment: Moment = { ...subject.moment, now: Date.now() };
  const opened = async (moving: Transition): Promise<Move> => {
    const behind = moveBehind(write, transaction, moving);
    const standing = await behind.own.bring(stored.map((row) => ({ record: withLinked(row) })));
    const begun = standing.map((one) => begin(context, moving, beginnings, { standing: one, change }, moment));
    const changes = stored.map((row, index) => ({ ...pick(row, beginning), ...begun[index]?.record, ...change }));
    const records = stored.map((row, index) => laidOver(entity, row, changes[index] ?? change));
    return {
      transition: moving,
      shown,
      moment,
      changes,
      asked: begun.map(({ rows }) => withBegunRows(added, rows)),
      withLinked,
      behind,
      elsewhere: await elsewhereOf(write, transaction, moving, { stored, records }, moment),
    };
  };
  const move = transition && (await opened(transition));
  const placeOf = (row: Row): Readonly<Record<string, number>> =>
    stored.length > 1 || options.inside ? { record: Number(row['id']) } : {};
  const created = async (making: Move, make: NonNullable<typeof create>): Promise<readonly Row[]> => {
    const into = intoKeys(making.transition);
    const records = (await settleMoves(context, making, stored, placeOf, [])).map(({ record }) => record);
    const coming = await createdInto(write, transaction, making.transition, records, moment);
    const filled = stored.map((row, index) =>
      Object.fromEntries(into.map((key) => [key, row[key] ?? (coming[index]?.has(key) ? unmade : null)])),
    );
    // What does not rest on the new records is refused before there are any.
    refuse(entity, await settleMoves(context, making, stored, placeOf, filled));
    const created = [...into, ...intoLists(making.transition)];
    return (await make(records, moment)).map((record) => pick(record, created));
  };
  const made = move && create && (await created(move, create));
  const given = await restore?.(stored);
  const filler = fillerOf(write, transaction);
  const fromRelations = await fillChanged(
    filler,
    { fillings, lists },
    stored,
    stored.map(() => change),
  );
  const changesSoFar = fromRelations.map((come) => ({ ...change, ...come }));
  const begunRows = await beginNewRows(
    filler,
    begunLists,
    changesSoFar,
    stored.map((row, index) => laidOver(entity, row, changesSoFar[index] ?? change)),
  );
  const filled = fromRelations.map((come, index) => ({ ...come, ...begunRows[index] }));
  if (listNames.length > 0)
    checkRows(
      write.engine.validators,
      shown,
      true,
      filled.map((come) => pick(come, listNames)),
    );
  const settleOne = (row: Row, index: number): Settled => {
    const place = placeOf(row);
    const whole = { ...change, ...given?.[index], ...pick(row, filling), ...filled[index] };
    if (!expressions) return { row: whole, record: laidOver(entity, row, whole), failures: [] };
    const closed = stateFailures(context, state, row, place);
    const found = settle(subject, row, whole, place);
    return { ...found, failures: [...closed, ...found.failures] };
  };
  const settled =
    move === undefined ? stored.map(settleOne) : await settleMoves(context, move, stored, placeOf, made ?? []);
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
    move?.behind.own,
  );
  const moving = transition ?? takenBack;
  const into = moving === undefined ? [] : intoKeys(moving);
  const computed = [...(expressions ? [...computedKeys(entity), ...set, ...into] : []), ...filling, ...beginning];
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
