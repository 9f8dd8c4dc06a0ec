/** An aggregate plan as SQL. */
import type { Aggregate, AggregatePlan } from '../plan/types.ts';
import { printJoins, printWhere } from './conditions.ts';
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
