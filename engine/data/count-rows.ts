/** request -> number of rows. Apart from the rows, which never wait for it, and within a budget, so that it never slows them. */
import type { ReadRequest } from '../contract/request.ts';
import { confines } from '../model/confines.ts';
import type { Entity } from '../model/types.ts';
import type { Values } from './bind.ts';
import { bind, prepare } from './bind.ts';
import type { Database, Queryable } from './database.ts';
import { DatabaseError } from './database.ts';
import type { ListContext } from './plan/context.ts';
import { planRead } from './plan/plan-read.ts';
import type { TableRef } from './plan/refs.ts';
import { Scope } from './plan/refs.ts';
import type { Condition, ReadPlan, Rows } from './plan/types.ts';
import { valuesOf } from './read-rows.ts';
import { printCount, printEstimate } from './sql/read.ts';
import { bytesOf } from './table-sizes.ts';

export interface Count {
  readonly total: number;
  /** false: an estimate of the planner's. */
  readonly exact: boolean;
}

export interface CountLimits {
  /** Rows that an exact count looks at before it gives way to the estimate. */
  readonly cap: number;
  /**
   * What counting may cost in the planner's units, before it is begun: measured, a plain scan takes about 7 µs a unit.
   * PGlite has no clock that would end it, and on a server the rows of others share the processors.
   */
  readonly cost: number;
  /**
   * Tables of so many bytes together are counted without asking the planner: a look at every row of them, with a
   * function for each, is within the cost.
   */
  readonly small: number;
  /** For what the planner has not foreseen, where the database has a clock. */
  readonly milliseconds: number;
}

/** Rows that an exact count looks at before it gives way to the estimate. */
export const countCap = 50_000;
export const usualLimits: CountLimits = { cap: countCap, cost: 40_000, small: 16 * 2 ** 20, milliseconds: 1000 };

/** The share of the cost up to which a count needs no clock. */
const surelyCheap = 0.1;

/** Where the planner expects fewer rows, `estimated` counts them. */
export const estimatedBelow = 1000;

/**
 * How many rows the request's filter picks. `exact`: exact within the limits, the planner's estimate beyond them;
 * `planned`: the estimate; `estimated`: the estimate, unless it says that counting is quick. Who is confined to rows of
 * their own has them counted always.
 */
export const countRows = async (
  database: Database,
  context: ListContext,
  request: ReadRequest,
  kind: 'exact' | 'planned' | 'estimated',
  limits: CountLimits = usualLimits,
): Promise<Count> => {
  const plan = planRead(context, { ...request, order: [], limit: 0, offset: undefined }, undefined);
  const values = valuesOf(context, request, []);
  if (isConfined(context, plan)) return countConfined(database, plan, values, limits.cap);
  if (kind !== 'planned' && (await bytesOf(database, tablesOf(plan))) <= limits.small) {
    const total = await countUpTo(database, plan, values, limits.cap);
    if (total <= limits.cap) return { total, exact: true };
  }
  const estimate = await estimateRows(database, plan, values);
  const wanted = kind === 'exact' || (kind === 'estimated' && estimate.rows < estimatedBelow);
  const cost = costOf(estimate, limits.cap);
  const run = (queryable: Queryable) => countUpTo(queryable, plan, values, limits.cap);
  const counted = wanted && cost <= limits.cost ? await runWithin(database, cost, limits, run) : undefined;
  if (counted !== undefined && counted <= limits.cap) return { total: counted, exact: true };
  return { total: counted === undefined ? estimate.rows : Math.max(estimate.rows, counted), exact: false };
};

/** Whether the list may be of those records alone that all of the staff may name. */
const showsSome = ({ access }: ListContext, { referenceForStaff, subject }: Entity): boolean =>
  referenceForStaff !== undefined && !access.can('list', subject);

/**
 * Whether the planner's guess would tell the user of what the user may not read: of the rows of others, for it knows
 * whole tables, of a kept field, of which the search column holds the text, or of writes, for a history has a row for each.
 */
export const isConfined = (context: ListContext, plan: Tables): boolean => {
  const hidesRows = ({ entity, knownAlone }: TableRef): boolean =>
    knownAlone === true || (!context.access.unconfined && confines(entity)) || showsSome(context, entity);
  return (
    tableRefsOf(plan).some((table) => table.rows === 'then' || hidesRows(table)) ||
    conditionsOf(plan).some((one) => searchesKept(context, one))
  );
};

const searchesKept = (context: ListContext, condition: Condition): boolean => {
  if (condition.kind === 'word') return condition.refs.length > 0;
  if (condition.kind !== 'compare' || condition.operator !== 'has' || !condition.ref.stored) return false;
  const { model, access, screen } = context;
  const { entity } = condition.ref.table;
  const scope = new Scope(model, access, entity, 'x', screen.entity === entity.name ? screen : undefined);
  return entity.search.some((name) => !scope.fields.some((field) => field.name === name));
};

const countConfined = async (database: Queryable, plan: ReadPlan, values: Values, cap: number): Promise<Count> => {
  const total = await countUpTo(database, plan, values, cap);
  return { total, exact: total <= cap };
};

/** At most one more than the cap. */
const countUpTo = async (queryable: Queryable, plan: ReadPlan, values: Values, cap: number): Promise<number> => {
  const { rows } = await queryable.query<{ n: number }>(bind(prepare(printCount(plan, cap), false), values));
  return rows[0]?.n ?? 0;
};

type Tables = Pick<Rows, 'root' | 'joins' | 'where'>;

/** Every condition of the count, and those inside of them. */
const conditionsOf = ({ where, joins }: Tables): readonly Condition[] =>
  [...where, ...joins.flatMap((join) => join.where)].flatMap(withInner);

const withInner = (condition: Condition): readonly Condition[] => {
  if (condition.kind === 'exists') return [condition, ...conditionsOf(condition.rows)];
  if (condition.kind === 'found') return [condition, ...condition.places.flatMap(({ where }) => where)];
  return 'items' in condition ? [condition, ...condition.items.flatMap(withInner)] : [condition];
};

const tableRefsOf = (plan: Tables): readonly TableRef[] => [
  plan.root,
  ...plan.joins.map(({ target }) => target),
  ...conditionsOf(plan).flatMap((one) => {
    if (one.kind === 'found') return one.places.flatMap(({ join }) => join?.target ?? []);
    return one.kind === 'exists' ? [one.rows.root, ...one.rows.joins.map(({ target }) => target)] : [];
  }),
];

/** Every table that the count reads, a history as `historico.<entity>`. */
export const tablesOf = (plan: Tables): ReadonlySet<string> =>
  new Set(tableRefsOf(plan).map(({ table, rows }) => (rows === 'today' ? table : `historico.${table}`)));

/** `rows` the planner expects, and what it expects all of them to cost. */
interface Estimate {
  readonly rows: number;
  readonly startup: number;
  readonly total: number;
}

/** A count ends one row beyond the cap, and costs that share of all the rows. */
const costOf = ({ rows, startup, total }: Estimate, cap: number): number =>
  startup + (total - startup) * Math.min(1, (cap + 1) / Math.max(rows, 1));

/** What looking at the rows, up to the cap, is foreseen to cost. */
export const foreseeCost = async (database: Queryable, plan: ReadPlan, values: Values, cap: number): Promise<number> =>
  costOf(await estimateRows(database, plan, values), cap);

/** What `run` gives; undefined where the clock ended it. */
export const runWithin = async <T>(
  database: Database,
  foreseen: number,
  { cost, milliseconds }: CountLimits,
  run: (queryable: Queryable) => Promise<T>,
): Promise<T | undefined> => {
  if (database.kind === 'pglite' || foreseen < cost * surelyCheap) return run(database);
  try {
    return await database.transaction(async (transaction) => {
      await transaction.execute(
        `set local statement_timeout = ${milliseconds}; set local max_parallel_workers_per_gather = 0`,
      );
      return run(transaction);
    });
  } catch (error) {
    if (error instanceof DatabaseError && error.code === '57014') return undefined;
    throw error;
  }
};

const estimateRows = async (database: Queryable, plan: ReadPlan, values: Values): Promise<Estimate> => {
  type Explained = readonly {
    readonly Plan: { readonly 'Plan Rows': number; readonly 'Startup Cost': number; readonly 'Total Cost': number };
  }[];
  const { rows } = await database.query<{ 'QUERY PLAN': string | Explained }>(
    bind(prepare(printEstimate(plan), false), values),
  );
  const answer = rows[0]?.['QUERY PLAN'];
  const explained = (typeof answer === 'string' ? JSON.parse(answer) : answer) as Explained;
  const [top] = explained;
  return {
    rows: top?.Plan['Plan Rows'] ?? 0,
    startup: top?.Plan['Startup Cost'] ?? 0,
    total: top?.Plan['Total Cost'] ?? 0,
  };
};
