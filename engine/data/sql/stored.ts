/** Reading, to be changed in the same transaction: what expressions need of the rows that a write is about to meet. */
import type { ColumnRef, Scope, TableRef } from '../plan/refs.ts';
import type { Condition, ReadPlan } from '../plan/types.ts';
import { idsGiven } from './batch.ts';
import { printCondition } from './conditions.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { columnName, integer, join, keyName, parameter, print, sql, typeName } from './sql.ts';
import type { Returning } from './write.ts';
import { answer, comma, picked, rows, rowType, sameVersion, stamps, who } from './write.ts';

/** The rows of an array, of which `columns` are read. */
export interface StoredRows {
  readonly name: string;
  readonly table: TableRef;
  readonly id: ColumnRef;
  readonly owner: ColumnRef;
  readonly position: ColumnRef;
  readonly columns: readonly ColumnRef[];
}

const named = (columns: readonly ColumnRef[]): Sql =>
  join(
    columns.map((column) => sql`${column} as ${columnName(column)}`),
    comma,
  );

const body = (source: Sql): PrintedSql =>
  print(sql`select coalesce(json_agg(row_to_json(x.*)), '[]')::text as body from (${source}) x`);

/** One row, `body`: the rows that the plan picks as a JSON array, held until the transaction ends. */
export const printStored = (
  scope: Scope,
  plan: ReadPlan,
  columns: readonly ColumnRef[],
  versioned: boolean,
): PrintedSql =>
  body(
    sql`select ${named([scope.id, ...columns])} from ${scope.table}${picked(plan, versioned ? [sameVersion(scope)] : [])} order by ${scope.id} for update of t`,
  );

/**
 * The same of the rows that have the values of `key` in the input `rows`, whose `_row` comes along. `empty`: the columns
 * that are empty in all of these; said apart, for no index finds what is not distinct from a value.
 */
export const printStoredByKey = (
  scope: Scope,
  key: readonly ColumnRef[],
  empty: ReadonlySet<string>,
  reach: readonly Condition[],
  columns: readonly ColumnRef[],
): PrintedSql => {
  const source = sql`json_to_recordset(${rows()}) as r(${rowType(key, [sql`_row integer`])})`;
  const same = key.map((part) =>
    empty.has(part.column) ? sql`${part} is null` : sql`${part} = r.${columnName(part)}`,
  );
  const conditions = join([...same, ...reach.map((one) => printCondition(one))], sql` and `);
  return body(
    sql`select r._row, ${named([scope.id, ...columns])} from ${scope.table}, ${source} where ${conditions} order by ${scope.id} for update of t`,
  );
};

/** One row, `body`: so many rows after the input `id`, in the order of their ids, held until the transaction ends. */
export const printStoredAfter = (scope: Scope, columns: readonly ColumnRef[], count: number): PrintedSql =>
  body(
    sql`select ${named([scope.id, ...columns])} from ${scope.table} where ${scope.id} > ${parameter({ kind: 'input', name: 'id' }, 'bigint')} order by ${scope.id} limit ${integer(count)} for update of t`,
  );

/** The same of the rows of the input `rows`, a JSON array of ids; held until the transaction ends. */
export const printStoredGiven = (scope: Scope, columns: readonly ColumnRef[]): PrintedSql =>
  body(
    sql`select ${named([scope.id, ...columns])} from ${scope.table} where ${scope.id} in (select i::bigint from ${idsGiven()} i) order by ${scope.id} for update of t`,
  );

/**
 * One row, `body`: a JSON array of one object, by the names of the arrays: the rows that the records of the input `rows`, a
 * JSON array of ids, own, in their order, with their `_owner`.
 */
export const printStoredRows = (children: readonly StoredRows[]): PrintedSql => {
  const lists = children.map(
    ({ name, table, id, owner, position, columns }) =>
      sql`(select coalesce(json_agg(row_to_json(o.*)), '[]') from (select ${owner} as _owner, ${named([id, ...columns])} from ${table} where ${owner} in (select i from ids) order by ${owner}, ${position}) o) as ${keyName(name)}`,
  );
  return print(
    sql`with ids as materialized (select i::bigint from ${idsGiven()} i) select json_build_array(row_to_json(x.*))::text as body from (select ${join(lists, comma)}) x`,
  );
};

/**
 * Sets `columns` from the input `rows`, one JSON object, on the rows of the input `settled`, a JSON array with their ids
 * and what of each is `computed`.
 */
export const printUpdateSettled = (
  scope: Scope,
  columns: readonly ColumnRef[],
  computed: readonly ColumnRef[],
  returning: Returning,
): PrintedSql => {
  const set = (column: ColumnRef, from: Sql): Sql => sql`${columnName(column)} = ${from}.${columnName(column)}`;
  const sets = [...columns.map((column) => set(column, sql`r`)), ...computed.map((column) => set(column, sql`s`))];
  const types = join(
    [sql`"id" bigint`, ...computed.map((column) => sql`${columnName(column)} ${typeName(column)}`)],
    comma,
  );
  const settled = parameter({ kind: 'input', name: 'settled' }, 'json');
  return print(
    sql`with ${who()}, changed as (update ${scope.table} set ${join([...sets, ...stamps()], comma)} from who, json_to_record(${rows()}) as r(${rowType(columns)}), json_to_recordset(${settled}) as s(${types}) where ${scope.id} = s.id returning t.*) ${answer(returning)}`,
  );
};

/** Sets `computed` on the rows of the input `rows` where it differs; neither version nor stamps move: nobody changed them. */
export const printFill = (scope: Scope, computed: readonly ColumnRef[]): PrintedSql => {
  const sets = join(
    computed.map((column) => sql`${columnName(column)} = r.${columnName(column)}`),
    comma,
  );
  const differs = join(
    computed.map((column) => sql`${column} is distinct from r.${columnName(column)}`),
    sql` or `,
  );
  return print(
    sql`update ${scope.table} set ${sets} from json_to_recordset(${rows()}) as r(${rowType(computed, [sql`"id" bigint`])}) where ${scope.id} = r.id and (${differs})`,
  );
};
