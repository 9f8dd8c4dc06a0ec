/**
 * Insert and update through the plan: the same names, rights and row scopes as reading. Each is one statement,
 * unless owned rows change with their record; where something must hold afterwards (row scope, `max-affected`) it is
 * checked in the transaction before it commits.
 */
import { writableInLoad } from '../access/may-load.ts';
import { takingBack, writableInMove } from '../access/may-move.ts';
import { writableEntity } from '../access/visible-entity.ts';
import type { FilterNode, ReadRequest } from '../contract/request.ts';
import { parseRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { isTouched } from '../fields/record-expressions.ts';
import { intoKeys, intoLists } from '../model/effects.ts';
import { withFixed, withGiven, withoutFixed } from '../model/screen-entity.ts';
import type { Transition } from '../model/state-types.ts';
import type { Child, Entity, Field } from '../model/types.ts';
import { reviveRows } from './batch/revive-rows.ts';
import { beginningIn, begunLists } from './begin-rows.ts';
import { checkRows } from './check-rows.ts';
import { checkTargets, judgedKeys } from './check-targets.ts';
import { completeNew, isCompletable, readsOthers } from './complete-new.ts';
import { createInto } from './create-records.ts';
import type { Queryable, Statement } from './database.ts';
import { removeFollowing } from './delete-rows.ts';
import { comingIn, fillableLists, filledKeys, fillerOf, fillingFirst, fillingsOfChange } from './fill-rows.ts';
import { findConflict } from './find-conflict.ts';
import { makeEffects, takeBackEffects } from './follow-transition.ts';
import type { Doors, Following } from './following.ts';
import type { Row } from './given-rows.ts';
import { readChange, readGiven, withArrayDefaults, withDefaults } from './given-rows.ts';
import { momentOf, presentIn } from './moment-of.ts';
import {
  beginWrite,
  openInsert,
  openLoad,
  openWrite,
  refuseEffect,
  refuseOthers,
  refusePaging,
  refuseParameter,
  requireFilter,
  transitionOf,
} from './open-write.ts';
import { passedNumbers, passNumbers } from './pass-numbers.ts';
import type { PlanContext } from './plan/context.ts';
import { asksOne } from './plan/plan-read.ts';
import type { Outcome, Write, WriteEngine, WriteOptions, Writing, Written } from './run-write.ts';
import { bindWrite, nothingWritten, prepared, runWrite } from './run-write.ts';
import type { Moved } from './settle-change.ts';
import { settleChange } from './settle-change.ts';
import { hasExpressions, judgedNew, settleNew } from './settle-rows.ts';
import { stateFailures, takeStates } from './settle-states.ts';
import type { Returning } from './sql/write.ts';
import { printInsert, printUpdate } from './sql/write.ts';
import { printInsertOwners } from './sql/write-children.ts';
import { restoreInto } from './take-back-created.ts';
import { upsertRows } from './upsert-rows.ts';
import { within } from './within.ts';
import { columnsOf, planReturning, readBack, scopeOf } from './write-answer.ts';
import { childrenIn, childTable, itemsOf, replaceRows, withOwnedRows } from './write-children.ts';
import { writeMovedRows } from './write-moved-rows.ts';

export type { WriteEngine, WriteOptions, Written } from './run-write.ts';

const nameOf = (node: FilterNode): string =>
  node.kind === 'compare' ? node.path.join('.') : [...(node.at ?? []), node.kind].join('.');

/** New records with the rows they own; `ids`: their ids alone are the body. */
const insertOwners = (
  write: Write,
  rows: readonly Row[],
  children: readonly Child[],
  returning: Returning,
  judging: (statement: Statement) => Statement | Writing,
  ids: boolean,
): Promise<Written> => {
  const { context, options } = write;
  const scope = scopeOf(context);
  const tables = children.map((child) =>
    childTable(
      context,
      child,
      rows.flatMap((row) => itemsOf(row, child)),
    ),
  );
  const printed = printInsertOwners(scope, columnsOf(scope, rows), tables, returning, options.revived !== undefined);
  const statement = bindWrite(write, printed, { rows: JSON.stringify(withOwnedRows(rows, children)) });
  return runWrite(write, judging(statement), {
    plan: returning.plan,
    guarded: returning.check.length > 0,
    rows,
    atMost: rows.length,
    after: ids
      ? async (_transaction, outcome) => outcome.ids ?? '[]'
      : options.representation
        ? (transaction, outcome) => readBack(write, transaction, JSON.parse(outcome.ids ?? '[]') as number[])
        : undefined,
  });
};

/** Rows with their defaults, and the states that they name. */
interface Given {
  readonly rows: readonly Row[];
  readonly states: readonly unknown[];
}

/** Raises RECORD_*. */
const insertGiven = (write: Write, writable: Entity, given: Given, ids = false): Promise<Written> => {
  // A record that comes back is as it was.
  if (write.options.revived || !isCompletable(writable, given.rows)) return insertWhole(write, writable, given, ids);
  const complete = async (inside: Write): Promise<Written> => {
    const rows = await completeNew(fillerOf(inside, inside.engine.database), writable, given.rows);
    return insertWhole(inside, writable, { ...given, rows }, ids);
  };
  return readsOthers(writable, given.rows) ? fillingFirst(write, complete) : complete(write);
};

/** A record that comes back has all that it had. */
const givenTo = (write: Write, rows: readonly Row[]): readonly Row[] =>
  write.options.revived ? rows : withGiven(write.context.entity, rows, presentIn(write));

/** Raises RECORD_*. */
const insertWhole = (
  write: Write,
  writable: Entity,
  { rows: given, states }: Given,
  ids: boolean,
): Promise<Written> => {
  const { engine, context, options } = write;
  const returning = planReturning(write);
  const settling = settleNew(write, writable);
  checkRows(engine.validators, writable, false, given, (row, place) => [
    ...stateFailures(context, states[place ?? 0], undefined, place === undefined ? {} : { row: place }),
    ...settling.failures(row, place),
  ]);
  const rows = givenTo(write, withFixed(context.entity, settling.complete(given)));
  if (rows.length === 0) return Promise.resolve(nothingWritten(returning.plan));
  const children = childrenIn(writable, rows);
  const judged = judgedNew(write, rows);
  const numbers = options.loads ? passedNumbers(context.entity, rows) : [];
  const judging = (statement: Statement): Statement | Writing =>
    judged.length === 0 && numbers.length === 0
      ? statement
      : prepared(async (transaction) => {
          await checkTargets(write, writable, transaction, judged);
          await passNumbers(transaction, numbers);
          return statement;
        });
  if (ids || children.length > 0) return insertOwners(write, rows, children, returning, judging, ids);
  const scope = scopeOf(context);
  const printed = printInsert(scope, columnsOf(scope, rows), returning, options.revived !== undefined);
  const placed = rows.map((row, index) => ({ ...row, _row: index }));
  return runWrite(write, judging(bindWrite(write, printed, { rows: JSON.stringify(placed) })), {
    plan: returning.plan,
    guarded: returning.check.length > 0,
    rows,
    atMost: rows.length,
  });
};

/**
 * Inserts one object, an array of objects or CSV, all or none; with a `resolution` rows that are there already are
 * changed or left alone. Raises ACCESS_DENIED, RECORD_*, and the REQUEST_* refusals of bodies.
 */
export const insertRows = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  body: unknown,
  options: WriteOptions,
): Promise<Written> => {
  const write = openInsert(engine, context, request, options);
  refusePaging(request);
  if (request.words.length > 0) refuseParameter('q');
  if (request.filters[0]) refuseParameter(nameOf(request.filters[0]));
  if (options.version !== undefined) refuseParameter('If-Match');
  const { access, entity } = context;
  if (options.loads) openLoad(context);
  const writable = options.loads ? writableInLoad(access, entity) : writableEntity(access, entity);
  if (options.resolution) return upsertRows(write, writable, body, planReturning(write));
  if (request.onConflict) refuseParameter('on_conflict');

  const given = withoutFixed(entity, readGiven(writable, request, body, []));
  const named = options.loads ? { rows: given, states: [] } : takeStates(context, given);
  return insertGiven(write, writable, { rows: withDefaults(writable, named.rows), states: named.states });
};

/** A record that is there, and its new values. */
export type IdentifiedRow = Row & { readonly id: number };

/**
 * Changes records that are named by their ids, each as its row says, all or none. Raises ACTION_WITHHELD, ACCESS_DENIED,
 * RECORD_*, and the REQUEST_* refusals of bodies.
 */
export const changeRows = (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  rows: readonly IdentifiedRow[],
  options: WriteOptions,
): Promise<Written> => {
  const write = beginWrite(engine, context, ['update'], request, { ...options, resolution: 'merge-duplicates' });
  const writable = writableEntity(context.access, context.entity);
  return upsertRows(write, writable, rows, planReturning(write), true);
};

const asksNothing = (body: unknown): boolean =>
  body === undefined || (typeof body === 'object' && body !== null && Object.keys(body).length === 0);

const idOf = ({ before }: Moved): number => Number(before['id']);

interface Moves {
  /** The one that is made. */
  readonly transition: Transition | undefined;
  /** The one that is taken back. */
  readonly takenBack?: Transition | undefined;
  /** Whether what relations know fills it; a transition writes what it says. */
  readonly fills: boolean;
}

/** Paths of what new rows of lists do not name, and relations or expressions may give them. */
const comingInto = (asked: Entity, row: Row): ReadonlySet<string> =>
  new Set([...comingIn(asked, row), ...beginningIn(asked, row)]);

/** The change that a body says: what of it is written, and the state that it names. Raises REQUEST_BODY_*, RECORD_INVALID. */
const readUpdate = (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  body: unknown,
  { transition, takenBack, fills }: Moves,
): { readonly writable: Entity; readonly named: Row; readonly added: Row; readonly state: unknown } => {
  const { access, entity } = context;
  const own = writableEntity(access, entity);
  const opened = transition
    ? writableInMove(access, entity, transition)
    : takenBack && takingBack(access, entity, takenBack);
  const { whole: writable, asked } = opened ?? { whole: own, asked: own };
  const given = opened && asksNothing(body) ? {} : readChange(asked, request, body);
  const {
    rows: [named = {}],
    states: [state],
  } = opened ? { rows: [given], states: [] } : takeStates(context, withoutFixed(entity, [given]));
  checkRows(engine.validators, asked, true, [named], undefined, fills ? (row) => comingInto(asked, row) : undefined);
  // Lists of a transition are no new set: each has the row that it adds.
  const lists = new Set((transition?.rows ?? []).map(({ list }) => list));
  const part = (isAdded: boolean): Row =>
    Object.fromEntries(Object.entries(named).filter(([name]) => lists.has(name) === isAdded));
  return { writable, named: part(false), added: part(true), state };
};

/** The fields that the caller may write in an update, or in taking back the transition. */
export const openToUpdate = (context: PlanContext, transition: string | undefined): readonly Field[] => {
  const { access, entity } = context;
  const takenBack = transitionOf(context, transition);
  const { fields } = takenBack ? takingBack(access, entity, takenBack).whole : writableEntity(access, entity);
  return fields.filter(({ readOnly }) => !readOnly);
};

/**
 * Refuses a change that no record could be given, before any is looked at. Raises ACTION_WITHHELD, ACCESS_DENIED,
 * TRANSITION_UNKNOWN, TRANSITION_EFFECT_ONLY, REQUEST_BODY_*, RECORD_INVALID.
 */
export const checkUpdate = (
  engine: WriteEngine,
  context: PlanContext,
  body: unknown,
  transition: string | undefined,
): void => {
  openWrite(context, 'update', transition);
  const named = transitionOf(context, transition);
  refuseEffect(context, named);
  readUpdate(engine, context, parseRequest(''), body, { transition: named, fills: named === undefined });
};

/**
 * Changes the rows that the filter picks. An array of owned rows is their new set, of one record at a time. With a
 * version, more rows than one are REQUEST_SINGULAR, and no row at that version is RECORD_CHANGED (412) where the record
 * is still there, RECORD_MISSING where it is not. With a transition the rows are changed as it says, all of them or
 * none, by its own right and with the fields that it asks for. Raises also ACCESS_DENIED, REQUEST_FILTER_MISSING, REQUEST_ARRAY_MANY, RECORD_*.
 */
export const updateRows = async (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  body: unknown,
  options: WriteOptions,
): Promise<Written> => {
  const { entity } = context;
  const transition = transitionOf(context, request.transition);
  if (!options.inside) refuseEffect(context, transition);
  const takenBack = transitionOf(context, options.restores?.transition);
  const write: Write =
    (transition ?? takenBack)
      ? { engine, context, action: 'update', request, options }
      : beginWrite(engine, context, ['update'], request, options);
  if (options.chosen === undefined) requireFilter(context, request);
  // A transition writes what it says, and what is taken back stood there before.
  const fills = transition === undefined && options.restores === undefined;
  const moves = { transition, takenBack, fills };
  const { writable, named, added, state } = readUpdate(engine, context, request, body, moves);
  const arrived = entity.states && transition?.to !== undefined ? { [entity.states.key]: transition.to } : {};
  const row = { ...withArrayDefaults(writable.children, named), ...arrived };
  const scope = scopeOf(context);
  const returning = planReturning(write);
  const children = childrenIn(writable, [row]);
  const [first] = children;
  const printed = printUpdate(
    scope,
    columnsOf(scope, [row]),
    options.version !== undefined,
    first ? { ...returning, representation: false } : returning,
  );
  let settled = row;
  let moved: readonly Moved[] = [];
  const fillings = fills ? fillingsOfChange(writable, row) : [];
  const lists = fills ? fillableLists(writable, row) : [];
  const beginning = fills ? begunLists(writable, row) : [];
  const touched =
    transition !== undefined ||
    takenBack?.effects !== undefined ||
    state !== undefined ||
    (hasExpressions(entity) && isTouched(entity, [...Object.keys(row), ...filledKeys(fillings)]));
  const followingIn = (transaction: Queryable): Following => ({
    write,
    inside: within(engine, transaction),
    transaction,
    doors,
  });
  const creates = transition !== undefined && [...intoKeys(transition), ...intoLists(transition)].length > 0;
  const prepareChange = async (transaction: Queryable): Promise<Statement> => {
    const source = options.restores?.source;
    const change = await settleChange(write, writable, transaction, row, returning, {
      withRows: first !== undefined,
      state,
      transition,
      added,
      takenBack,
      create: creates
        ? (records, moment) => createInto(followingIn(transaction), transition, records, moment)
        : undefined,
      restore:
        takenBack && source !== undefined
          ? (stored) => restoreInto(followingIn(transaction), takenBack, stored, source)
          : undefined,
      expressions: touched,
      fillings,
      lists,
      beginning,
    });
    settled = change.rows[0] ?? row;
    moved = change.moved;
    return change.statement;
  };
  const replaceChildren = async (
    transaction: Queryable,
    { n, id }: Outcome,
    { name: field }: Child,
  ): Promise<string | undefined> => {
    if (n > 1) throw new Refusal('REQUEST_ARRAY_MANY', { field, count: n });
    if (id !== null) for (const child of children) await replaceRows(write, transaction, id, child, settled);
    if (!options.representation) return undefined;
    return id === null ? '[]' : readBack(write, transaction, [id]);
  };
  const follow = async (transaction: Queryable): Promise<void> => {
    const following = followingIn(transaction);
    if (transition?.rows) moved = await writeMovedRows(following, entity, transition, moved);
    if (transition?.effects) await makeEffects(following, transition, moved, { ...momentOf(write), now: Date.now() });
    const source = options.restores?.source;
    if (takenBack?.effects && source !== undefined) await takeBackEffects(following, takenBack, moved, source);
  };
  const follows = (transition ?? takenBack)?.effects !== undefined || transition?.rows !== undefined;
  // Rows are written, and point at what was created for them, after the record was.
  const stale =
    options.representation &&
    transition !== undefined &&
    (transition.rows !== undefined || intoLists(transition).length > 0);
  const one = asksOne(request);
  const watched = options.version !== undefined && !one;
  const judged = judgedKeys(entity, Object.keys(row)).size > 0;
  const statement =
    touched || judged || fillings.length > 0 || lists.length > 0 || beginning.length > 0
      ? prepared(prepareChange)
      : bindWrite(write, printed, { rows: JSON.stringify(row) });
  const written = await runWrite(write, statement, {
    plan: returning.plan,
    guarded: returning.check.length > 0,
    rows: [row],
    atMost: one ? 1 : undefined,
    after:
      first || watched || follows
        ? async (transaction, outcome) => {
            if (watched) await refuseOthers(write, returning.plan, transaction, outcome);
            if (follows) await follow(transaction);
            if (first) return replaceChildren(transaction, outcome, first);
            return stale ? readBack(write, transaction, moved.map(idOf)) : undefined;
          }
        : undefined,
  });
  if (written.count === 0 && options.version !== undefined) {
    throw await findConflict(engine.database, context, request, returning.plan, options.version, Object.keys(row));
  }
  return written;
};

/** What follows from a transition is created by its right, which was looked at. */
const insertFollowing: Doors['insert'] = async (engine, context, writable, rows, options) => {
  const write: Write = { engine, context, action: 'insert', request: parseRequest(''), options };
  const { body } = await insertGiven(write, writable, { rows: withDefaults(writable, rows), states: [] }, true);
  return JSON.parse(body ?? '[]') as readonly number[];
};

const doors: Doors = { update: updateRows, insert: insertFollowing, revive: reviveRows, remove: removeFollowing };
