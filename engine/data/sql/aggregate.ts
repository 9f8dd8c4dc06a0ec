/** An aggregate plan as SQL. */
import { groupedColumns } from '../plan/plan-aggregate.ts';
import type { Aggregate, AggregatePlan, Group, GroupCast } from '../plan/types.ts';
import { printJoins, printWhere } from './conditions.ts';
import { castTo, direction } from './read.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { integer, join, keyName, print, sql } from './sql.ts';

const comma = sql`, `;
const inputName = (index: number): Sql => keyName(`c${index + 1}`);

const functions: Readonly<Record<Aggregate['of'], (column: Sql) => Sql>> = {
  sum: (column) => sql`sum(${column})`,
  avg: (column) => sql`avg(${column})`,
  min: (column) => sql`min(${column})`,
  max: (column) => sql`max(${column})`,
  count: (column) => sql`count(${column})`,
};

const printItem = ({ of, ref, asText }: Aggregate, index: number): Sql => {
  const value = ref === undefined ? sql`count(*)` : functions[of](sql`c.${inputName(index)}`);
  return asText ? sql`${value}::text` : value;
};

/**
 * One row: `n`, the rows aggregated, at most `cap` + 1 of them, and `body`, a JSON array of the one object. Where `n` is
 * beyond the cap the body tells of a part of the rows only.
 */
export const printAggregate = ({ root, joins, where, items }: AggregatePlan, cap: number): PrintedSql => {
  const read = items.flatMap(({ ref }, index) => (ref === undefined ? [] : [sql`${ref} as ${inputName(index)}`]));
  const columns = read.length === 0 ? sql`1` : join(read, comma);
  const rows = sql`select ${columns} from ${root}${printJoins(joins)}${printWhere(where)} limit ${integer(cap + 1)}`;
  const results = items.map((item, index) => sql`${printItem(item, index)} as ${keyName(`r${index + 1}`)}`);
  const named = items.map(({ key }, index) => sql`a.${keyName(`r${index + 1}`)} as ${keyName(key)}`);
  return print(
    sql`select a.n, json_build_array((select row_to_json(o.*) from (select ${join(named, comma)}) o))::text as body from (select count(*)::integer as n, ${join(results, comma)} from (${rows}) c) a`,
  );
};

const groupName = (index: number): Sql => keyName(`g${index + 1}`);

/** A month is written `2026-11`, a year `2026`: of a day, whatever the zone. */
const groupValue = (value: Sql, cast: GroupCast | undefined): Sql => {
  if (cast === 'month') return sql`to_char(${value}, 'YYYY-MM')`;
  return cast === 'year' ? sql`to_char(${value}, 'YYYY')` : castTo(value, cast);
};

/** The groups as they are answered, of columns `g1..gn` of `a` from `first` on. */
const printGroups = (groups: readonly Group[], first: number): Sql => {
  let at = first;
  return join(
    groups.map((group): Sql => {
      const column = sql`a.${groupName(at)}`;
      at += 1;
      if (group.kind === 'column') return sql`${column} as ${keyName(group.key)}`;
      const inside = printGroups(group.items, at);
      at += groupedColumns(group.items).length;
      return sql`case when ${column} is not null then (select row_to_json(o.*) from (select ${inside}) o) end as ${keyName(group.key)}`;
    }),
    comma,
  );
};

/**
 * One row: `n` as above, `groups`, how many there are, and `body`, a JSON array of those of the page: what each is put
 * together by, and its aggregates.
 */
export const printGrouped = (plan: AggregatePlan, cap: number): PrintedSql => {
  const { root, joins, where, items, groups, order, limit, offset } = plan;
  const columns = groupedColumns(groups);
  const read = [
    ...columns.map(({ ref, cast }, index) => sql`${groupValue(sql`${ref}`, cast)} as ${groupName(index)}`),
    ...items.flatMap(({ ref }, index) => (ref === undefined ? [] : [sql`${ref} as ${inputName(index)}`])),
  ];
  const rows = sql`select ${join(read, comma)} from ${root}${printJoins(joins)}${printWhere(where)} limit ${integer(cap + 1)}`;
  const names = columns.map((_, index) => sql`c.${groupName(index)}`);
  const results = items.map((item, index) => sql`${printItem(item, index)} as ${keyName(`r${index + 1}`)}`);
  const sorted = order.map(({ by, ...sides }) => {
    const name = 'column' in by ? groupName(by.column) : keyName(`r${by.aggregate + 1}`);
    return sql`a.${name}${direction({ ref: { nullable: true }, ...sides })}`;
  });
  const named = [
    printGroups(groups, 0),
    ...items.map(({ key }, index) => sql`a.${keyName(`r${index + 1}`)} as ${keyName(key)}`),
  ];
  const page = sql`select (select row_to_json(o.*) from (select ${join(named, comma)}) o) as body from a order by ${join(sorted, comma)} limit ${integer(limit)} offset ${integer(offset)}`;
  return print(
    sql`with c as materialized (${rows}), a as materialized (select ${join([...names, ...results], comma)} from c group by ${join(names, comma)}) select (select count(*)::integer from c) as n, (select count(*)::integer from a) as groups, count(*)::integer as shown, coalesce(array_to_json(array_agg(p.body)), '[]')::text as body from (${page}) p`,
  );
};
