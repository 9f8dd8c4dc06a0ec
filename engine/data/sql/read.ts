/** plan -> SQL. Prints what the plan says; decides nothing about names or rights. */

import type { CastName } from '../plan/casts.ts';
import type { ColumnRef } from '../plan/refs.ts';
import type { Condition, Finds, Join, OrderKey, Output, ReadPlan } from '../plan/types.ts';
import { printFinds, printJoins, printRows, printWhere } from './conditions.ts';
import { printCovered } from './cover.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { integer, join, keyName, parameter, print, sql } from './sql.ts';

const comma = sql`, `;

export { printJoins } from './conditions.ts';

const casts: Readonly<Record<CastName, Sql>> = {
  text: sql`::text`,
  varchar: sql`::varchar`,
  integer: sql`::integer`,
  bigint: sql`::bigint`,
  numeric: sql`::numeric`,
  float8: sql`::float8`,
  boolean: sql`::boolean`,
  date: sql`::date`,
  time: sql`::time`,
  interval: sql`::interval`,
  timestamp: sql`::timestamp`,
  timestamptz: sql`::timestamptz`,
};

export const castTo = (value: Sql, cast: CastName | undefined): Sql =>
  cast === undefined ? value : sql`${value}${casts[cast]}`;

const printValue = (item: Output): Sql => {
  switch (item.kind) {
    case 'column':
      return castTo(sql`${item.ref}`, item.cast);
    case 'covered':
      return printCovered(item.ref);
    case 'embed':
      return sql`case when ${item.id} is not null then ${printObject(item.items)} end`;
    case 'many': {
      const offset = item.offset > 0 ? sql` offset ${integer(item.offset)}` : sql``;
      const rows = sql`select ${printObject(item.items)} as r${printRows(item.rows)} order by ${printOrder(item.order, (key) => sql`${key.ref}`)} limit ${integer(item.limit)}${offset}`;
      return sql`(select coalesce(array_to_json(array_agg(x.r)), '[]') from (${rows}) x)`;
    }
    case 'count':
      return sql`(select json_build_array((select row_to_json(o.*) from (select x.n as ${keyName(item.item)}) o)) from (select count(*) as n${printRows(item.rows)}) x)`;
  }
};

const printOutput = (item: Output): Sql => sql`${printValue(item)} as ${keyName(item.key)}`;

/** One JSON object of the given keys; `o.*`, for one of the keys may be `o`. */
export const printObject = (items: readonly Output[]): Sql =>
  items.length === 0
    ? sql`'{}'::json`
    : sql`(select row_to_json(o.*) from (select ${join(items.map(printOutput), comma)}) o)`;

const orderName = (index: number): Sql => keyName(`o${index + 1}`);

export const direction = (key: Omit<OrderKey, 'ref'> & { readonly ref: Pick<ColumnRef, 'nullable'> }): Sql => {
  const side = key.descending ? sql` desc` : sql``;
  // PostgreSQL matches an index only when the clause says no more than the index does.
  if (!key.ref.nullable || key.nullsFirst === key.descending) return side;
  return key.nullsFirst ? sql`${side} nulls first` : sql`${side} nulls last`;
};

const printOrder = (keys: readonly OrderKey[], name: (key: OrderKey, index: number) => Sql): Sql =>
  join(
    keys.map((key, index) => sql`${name(key, index)}${direction(key)}`),
    comma,
  );

const cursorValue = (key: OrderKey, index: number): Sql => parameter({ kind: 'cursor', index }, key.ref.castType);

/**
 * The conditions of "after the cursor", as branches that exclude each other. Each is a run of an index: equal in the
 * keys before, beyond in one, so that page 10,000 costs what page 1 does.
 */
const keysetBranches = (plan: ReadPlan): readonly (readonly Sql[])[] => {
  const shape = plan.cursor;
  if (!shape) return [[]];
  const keys = plan.order;
  if (
    shape.every((one) => one === 'value') &&
    keys.every((key) => !key.ref.nullable && key.descending === keys[0]?.descending)
  ) {
    const names = join(
      keys.map((key) => key.ref),
      comma,
    );
    const values = join(keys.map(cursorValue), comma);
    return [[keys[0]?.descending ? sql`(${names}) < (${values})` : sql`(${names}) > (${values})`]];
  }
  return keys.flatMap((key, index) => {
    const same = keys
      .slice(0, index)
      .map((one, at) => (shape[at] === 'null' ? sql`${one.ref} is null` : sql`${one.ref} = ${cursorValue(one, at)}`));
    if (shape[index] === 'null') return key.nullsFirst ? [[...same, sql`${key.ref} is not null`]] : [];
    const beyond = key.descending
      ? sql`${key.ref} < ${cursorValue(key, index)}`
      : sql`${key.ref} > ${cursorValue(key, index)}`;
    const nullsAfter = key.ref.nullable && !key.nullsFirst ? [[...same, sql`${key.ref} is null`]] : [];
    return [[...same, beyond], ...nullsAfter];
  });
};

/** So many finds of a search are sorted; of more, the list is read in its order until the page is full. */
const fewFinds = 2000;

/** A way to read the rows of a plan: what is joined, and the conditions on them. */
interface Way {
  readonly joins: readonly Join[];
  readonly where: readonly Condition[];
  readonly more: readonly Sql[];
}

/** Found in what the relations bring to each row, for rows that are read in their order until a page is full. */
const rowByRow = ({ where, joins }: ReadPlan): Omit<Way, 'more'> => {
  const places = where.flatMap((one) => (one.kind === 'found' ? one.places : []));
  return {
    joins: [...joins, ...places.flatMap((one) => one.join ?? [])],
    where: where.map((one) => (one.kind === 'found' ? anyPlace(one.places) : one)),
  };
};

const anyPlace = (places: readonly Finds[]): Condition => ({
  kind: 'or',
  negated: false,
  items: places.map(({ where }) => ({ kind: 'and', negated: false, items: where })),
});

/**
 * The two ways to read what a search finds, of which one runs: the planner cannot know how the words lie along the
 * order, and a wrong guess reads the whole table for a page.
 */
const searchWays = (plan: ReadPlan): { readonly finds: Sql; readonly ways: readonly Way[] } => {
  const id = plan.order.at(-1)?.ref;
  if (plan.finds.length === 0 || !id) return { finds: sql``, ways: [{ ...plan, more: [] }] };
  const found = sql`(select count(*) from finds)`;
  const few = [sql`${found} <= ${integer(fewFinds)}`, sql`${id} = any(array(select finds.id from finds))`];
  return {
    finds: sql`with finds as materialized (${join(
      plan.finds.map((one) => sql`(${printFinds(id, one)} limit ${integer(fewFinds + 1)})`),
      sql` union all `,
    )}) `,
    ways: [
      // What was found needs no second look.
      { joins: plan.joins, where: plan.where.filter(({ kind }) => kind !== 'found'), more: few },
      { ...rowByRow(plan), more: [sql`${found} > ${integer(fewFinds)}`] },
    ],
  };
};

/**
 * Worked out for the rows of the page alone. PostgreSQL works out what is selected for each row that it sorts, unless it
 * takes it for costly or volatile (`make_sort_input_target`); the JSON of a row costs ten times its sorting, and is
 * estimated as next to nothing.
 */
const afterLimit = (value: Sql): Sql => sql`case when clock_timestamp() is not null then ${value} end`;

/**
 * One row: `n` rows found (one more than the page where a next page exists), `body` the page as JSON text, `k1..kn` the
 * sort keys of the page's last row as text.
 */
export const printRead = (plan: ReadPlan): PrintedSql => {
  const page = integer(plan.limit);
  const columns = join(
    [
      sql`${afterLimit(printObject(plan.output))} as body`,
      ...plan.order.map((key, index) => sql`${key.ref} as ${orderName(index)}`),
    ],
    comma,
  );
  const { finds, ways } = searchWays(plan);
  const branches = keysetBranches(plan)
    .flatMap((branch) => ways.map((way) => ({ ...way, more: [...way.more, ...branch] })))
    .map(
      ({ joins, where, more }) =>
        sql`select ${columns} from ${plan.root}${printJoins(joins)}${printWhere(where, more)} order by ${printOrder(plan.order, (key) => sql`${key.ref}`)}`,
    );
  const offset = plan.offset > 0 ? sql` offset ${parameter({ kind: 'input', name: 'offset' }, 'bigint')}` : sql``;
  const limit = sql` limit ${integer(plan.limit + 1)}`;
  // A cursor knows no offset, and of the two ways of a search only one gives rows: each branch may skip its own.
  const rows =
    branches.length === 1
      ? sql`${join(branches, comma)}${limit}${offset}`
      : sql`select * from (${join(
          branches.map((branch) => sql`(${branch}${limit}${offset})`),
          sql` union all `,
        )}) u order by ${printOrder(plan.order, (_key, index) => orderName(index))}${limit}`;
  const last = plan.order.map(
    (_key, index) => sql`(array_agg(p.${orderName(index)}::text))[${page}] as ${keyName(`k${index + 1}`)}`,
  );
  return print(
    sql`${finds}select count(*)::integer as n, coalesce(array_to_json((array_agg(p.body))[1:${page}]), '[]')::text as body, ${join(last, comma)} from (${rows}) p`,
  );
};

/** One row: `n`, the rows that match, at most `cap` + 1 of them looked at. */
export const printCount = (plan: ReadPlan, cap: number): PrintedSql =>
  print(
    sql`select count(*)::integer as n from (select 1 from ${plan.root}${printJoins(plan.joins)}${printWhere(plan.where)} limit ${integer(cap + 1)}) c`,
  );

/** The id that a plan's order ends in. */
const idOf = (plan: ReadPlan): ColumnRef => {
  const last = plan.order.at(-1);
  if (!last) throw new Error('a plan is ordered by its id at last');
  return last.ref;
};

/** One row: `last`, the largest id of the table as text, whatever the filter. */
export const printLastId = (plan: ReadPlan): PrintedSql =>
  print(sql`select coalesce(max(${idOf(plan)}), 0)::text as last from ${plan.root}`);

/** One row: `n`, the rows that match among the ids after `after`, up to `until`. */
export const printCountBetween = (plan: ReadPlan): PrintedSql => {
  const bound = (name: 'after' | 'until'): Sql => parameter({ kind: 'input', name }, 'bigint');
  const among = [sql`${idOf(plan)} > ${bound('after')}`, sql`${idOf(plan)} <= ${bound('until')}`];
  return print(
    sql`select count(*)::integer as n from ${plan.root}${printJoins(plan.joins)}${printWhere(plan.where, among)}`,
  );
};

/** The planner's estimate of the same rows: one row, `QUERY PLAN` as JSON. */
export const printEstimate = (plan: ReadPlan): PrintedSql =>
  print(sql`explain (format json) select 1 from ${plan.root}${printJoins(plan.joins)}${printWhere(plan.where)}`);
