/** request -> one row about all rows that the filter picks, or one of each group: sums, averages, extremes, counts. Exact or not at all. */
import { isSensitive } from '../access/field-right.ts';
import type { ReadRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import type { Values } from './bind.ts';
import { bind, prepare } from './bind.ts';
import type { CountLimits } from './count-rows.ts';
import { foreseeCost, isConfined, runWithin, tablesOf } from './count-rows.ts';
import type { Database, Queryable } from './database.ts';
import type { ListContext } from './plan/context.ts';
import { planAggregate } from './plan/plan-aggregate.ts';
import { planRead } from './plan/plan-read.ts';
import type { AggregatePlan, Group } from './plan/types.ts';
import type { Page } from './read-rows.ts';
import { valuesOf } from './read-rows.ts';
import type { SensitivePlace } from './sensitive-reads.ts';
import { noteRows } from './sensitive-reads.ts';
import { printAggregate, printGrouped } from './sql/aggregate.ts';
import { bytesOf } from './table-sizes.ts';

/** Rows that are aggregated; beyond them there is no answer, for a part of a sum is a wrong sum. */
export const aggregateCap = 200_000;
const usualLimits: CountLimits = { cap: aggregateCap, cost: 60_000, small: 16 * 2 ** 20, milliseconds: 1000 };

const tooMany = (cap: number): Refusal => new Refusal('REQUEST_AGGREGATE_LIMIT', { maximum: cap });

interface Aggregated {
  readonly body: string;
  readonly rows: number;
  /** How many groups there are; undefined where all rows are one. */
  readonly total: number | undefined;
}

const aggregate = async (
  queryable: Queryable,
  plan: AggregatePlan,
  values: Values,
  cap: number,
): Promise<Aggregated | undefined> => {
  const printed = plan.groups.length > 0 ? printGrouped(plan, cap) : printAggregate(plan, cap);
  const { rows } = await queryable.query<{ n: number; body: string; groups?: number; shown?: number }>(
    bind(prepare(printed, false), values),
  );
  const [row] = rows;
  if (!row) throw new Error('an aggregate gives one row');
  return row.n > cap ? undefined : { body: row.body, rows: row.shown ?? 1, total: row.groups };
};

const sensitiveGroups = (groups: readonly Group[], path: readonly string[]): readonly SensitivePlace[] =>
  groups.flatMap((group): readonly SensitivePlace[] => {
    const here = [...path, group.key];
    if (group.kind === 'embed') return sensitiveGroups(group.items, here);
    const { table, field } = group.ref;
    return field && isSensitive(table.entity, field)
      ? [{ path: here, field: `${table.entity.name}.${field.name}` }]
      : [];
  });

/** How many there are says nothing of their values; by which they are put together they are told. */
const sensitiveItems = ({ items, groups }: AggregatePlan): readonly SensitivePlace[] => [
  ...sensitiveGroups(groups, []),
  ...items.flatMap(({ key, of, ref }) =>
    of !== 'count' && ref?.field && isSensitive(ref.table.entity, ref.field)
      ? [{ path: [key], field: `${ref.table.entity.name}.${ref.field.name}` }]
      : [],
  ),
];

/** Raises the REQUEST_* refusals; REQUEST_AGGREGATE_LIMIT where the rows are too many to be added up in time. */
export const aggregateRows = async (
  database: Database,
  context: ListContext,
  request: ReadRequest,
  limits: CountLimits = usualLimits,
): Promise<Page & Pick<Aggregated, 'total'>> => {
  const plan = planAggregate(context, request);
  const values = valuesOf(context, request, []);
  const run = (queryable: Queryable) => aggregate(queryable, plan, values, limits.cap);
  // What it costs to find them: columns are of no account, and groups have casts of their own.
  const embeds = request.select.filter((item) => item.kind === 'embed');
  const rows = { ...request, select: embeds, order: [], limit: 0 };
  const counted = planRead(context, rows, undefined);
  // Of a small table, or rows of one's own, the cap alone bounds the work; else the planner is asked what it would cost.
  const bounded = isConfined(context, counted) || (await bytesOf(database, tablesOf(counted))) <= limits.small;
  const cost = bounded ? 0 : await foreseeCost(database, counted, values, limits.cap);
  const found = cost > limits.cost ? undefined : await runWithin(database, cost, limits, run);
  if (found === undefined) throw tooMany(limits.cap);
  noteRows(context, 'sum', sensitiveItems(plan), request, found.body);
  return { ...found, keys: [...plan.groups, ...plan.items].map(({ key }) => key), next: undefined };
};
