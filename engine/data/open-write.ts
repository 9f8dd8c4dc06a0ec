/** Whether a caller may write at all what is asked for, before any record is looked at. */
import { isOffered } from '../access/may-act.ts';
import { isLoadOffered, loadAction, mayLoad } from '../access/may-load.ts';
import type { MoveBar } from '../access/may-move.ts';
import { moveBar } from '../access/may-move.ts';
import type { ReadRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import type { Transition } from '../model/state-types.ts';
import { bindOnce } from './bind.ts';
import type { Queryable } from './database.ts';
import { maximumRows } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import { asksOne, checkReach } from './plan/plan-read.ts';
import type { ReadPlan } from './plan/types.ts';
import type { Action, Outcome, Write, WriteEngine, WriteOptions } from './run-write.ts';
import { printCount } from './sql/read.ts';
import { scopeOf } from './write-answer.ts';

/** Raises ACTION_WITHHELD, ACCESS_DENIED. */
const refuseAction = ({ access, entity, screen }: PlanContext, actions: readonly Action[]): void => {
  const { title } = screen ?? entity;
  for (const action of actions) {
    if (!access.can(action, entity.subject)) throw new Refusal('ACCESS_DENIED', { action, title });
    if (!isOffered(entity, action)) throw new Refusal('ACTION_WITHHELD', { action: phrases.withheld[action], title });
  }
};

/** Raises ACTION_WITHHELD, ACCESS_DENIED. */
export const beginWrite = (
  engine: WriteEngine,
  context: PlanContext,
  actions: readonly [Action, ...Action[]],
  request: ReadRequest,
  options: WriteOptions,
): Write => {
  refuseAction(context, actions);
  return { engine, context, action: actions[0], request, options };
};

/**
 * Refuses what the caller may not do, before any record is looked at. Raises ACTION_WITHHELD, ACCESS_DENIED,
 * TRANSITION_UNKNOWN.
 */
export const openWrite = (context: PlanContext, action: Action, transition?: string): void => {
  if (transitionOf(context, transition) !== undefined) return;
  refuseAction(context, [action]);
};

/**
 * Refuses who may not bring records in the states that they are in. Raises ACTION_WITHHELD, ACCESS_DENIED; of records that
 * have no states IMPORT_STATELESS.
 */
export const openLoad = (context: PlanContext): void => {
  refuseAction(context, ['insert']);
  const { access, entity, screen } = context;
  const { title } = screen ?? entity;
  if (!isLoadOffered(entity)) throw new Refusal('IMPORT_STATELESS', { title });
  if (!mayLoad(access, entity)) throw new Refusal('ACCESS_DENIED', { action: loadAction, title });
};

export const refuseParameter = (parameter: string): never => {
  throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter });
};

/** A write that a part of its request does not bear upon is not what the caller meant. */
export const refusePaging = (request: ReadRequest): void => {
  for (const name of ['limit', 'offset', 'cursor'] as const) if (request[name] !== undefined) refuseParameter(name);
};

/** Of a field that is closed no name is told: who may not read it is not to know of it. */
const barredMove = (
  { entity, screen }: PlanContext,
  { title: transition, action }: Transition,
  bar: MoveBar,
): Refusal => {
  const own = (screen ?? entity).title;
  if (bar.kind === 'none') return new Refusal('ACCESS_DENIED', { action, title: own });
  const isOwn = bar.entity.name === entity.name;
  const title = isOwn ? own : bar.entity.title;
  if (bar.kind === 'field') return new Refusal('ACCESS_MOVE_CLOSED', { transition, title });
  if (isOwn) return new Refusal('ACCESS_DENIED', { action: bar.action, title });
  return new Refusal('ACCESS_MOVE_FOLLOWED', { transition, action: bar.action, title });
};

/** The transition that the request names. Raises TRANSITION_UNKNOWN, ACCESS_DENIED, ACCESS_MOVE_*. */
export const transitionOf = (context: PlanContext, name: string | undefined): Transition | undefined => {
  if (name === undefined) return undefined;
  const { model, access, entity } = context;
  const { title } = entity;
  const found = entity.states?.transitions.find((one) => one.name === name);
  if (found === undefined) throw new Refusal('TRANSITION_UNKNOWN', { title, transition: name });
  const bar = moveBar(model, access, entity, found);
  if (bar !== undefined) throw barredMove(context, found, bar);
  return found;
};

/** Raises TRANSITION_EFFECT_ONLY where the caller, and no transition of another record, asks for the transition. */
export const refuseEffect = ({ entity: { title } }: PlanContext, transition: Transition | undefined): void => {
  if (transition?.effectOnly) throw new Refusal('TRANSITION_EFFECT_ONLY', { title, transition: transition.title });
};

/** An insert that the caller may make, before anything of it is looked at. Raises ACTION_WITHHELD, ACCESS_DENIED. */
export const openInsert = (
  engine: WriteEngine,
  context: PlanContext,
  request: ReadRequest,
  options: WriteOptions,
): Write => {
  const merges = options.resolution === 'merge-duplicates';
  return beginWrite(engine, context, merges ? ['insert', 'update'] : ['insert'], request, options);
};

/**
 * Who may not list the rows may write the one record that is named by its id: a filter would find out what it may not
 * read. Raises REQUEST_FILTER_MISSING, REQUEST_PARAMETER_UNSUPPORTED, ACCESS_DENIED.
 */
export const requireFilter = (context: PlanContext, request: ReadRequest): void => {
  if (request.filters.length === 0 && request.words.length === 0) throw new Refusal('REQUEST_FILTER_MISSING', {});
  refusePaging(request);
  if (request.onConflict) refuseParameter('on_conflict');
  if (!asksOne(request)) checkReach(context, request);
};

/**
 * A version is that of one record. Raises REQUEST_SINGULAR where the filter picks others beside the one written, which
 * have another version.
 */
export const refuseOthers = async (
  { context, request }: Write,
  plan: ReadPlan,
  transaction: Queryable,
  { n, id }: Outcome,
): Promise<void> => {
  if (id === null) return;
  const other: ReadPlan['where'][number] = {
    kind: 'compare',
    ref: scopeOf(context).id,
    operator: 'neq',
    negated: false,
    value: { kind: 'request', slot: request.values.length },
  };
  const printed = printCount({ ...plan, where: [...plan.where, other] }, maximumRows);
  const statement = bindOnce(context, printed, { request: [...request.values, id], words: request.words });
  const others = (await transaction.query<{ n: number }>(statement)).rows[0]?.n ?? 0;
  if (others > 0) throw new Refusal('REQUEST_SINGULAR', { count: n + others });
};
