/** Reading for what follows from transitions: records that are found by a key, and values of theirs, whoever asks. */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition } from '../plan/types.ts';
import { idsGiven } from './batch.ts';
import { printCondition, printWhere } from './conditions.ts';
import type { PrintedSql } from './sql.ts';
import { columnName, join, print, sql } from './sql.ts';
import type { Hold } from './targets.ts';
import { printHeld } from './targets.ts';
import { comma, rows, rowType, stamps, who } from './write.ts';

/**
 * One row, `body`: a JSON array of `id` and `key` of the records whose `key` is among the input `rows`, a JSON array of
 * ids, and that meet the conditions, by id; they are held until the transaction ends.
 */
export const printPointing = (scope: Scope, key: ColumnRef, conditions: readonly Condition[]): PrintedSql => {
  const all = [sql`${key} in (select i::bigint from ${idsGiven()} i)`, ...conditions.map((one) => printCondition(one))];
  return print(
    sql`select coalesce(json_agg(json_build_object('id', x.id, 'key', x.key)), '[]')::text as body from (select ${scope.id} as id, ${key} as key from ${scope.table} where ${join(all, sql` and `)} order by ${scope.id} for update of t) x`,
  );
};

/**
 * One row, `body`: a JSON array of the records whose `key` is among the input `rows`, a JSON array of ids, each with its
 * id, these columns and `_owner`, the key; nobody changes them until the transaction ends. In the order of their ids.
 */
export const printLinkedRows = (scope: Scope, key: ColumnRef, columns: readonly ColumnRef[]): PrintedSql => {
  const read = join(
    [sql`${key} as _owner`, ...[scope.id, ...columns].map((column) => sql`${column} as ${columnName(column)}`)],
    comma,
  );
  return print(
    sql`select coalesce(json_agg(row_to_json(x.*)), '[]')::text as body from (select ${read} from ${scope.table} where ${key} in (select i::bigint from ${idsGiven()} i) order by ${scope.id} for no key update of t) x`,
  );
};

/**
 * One row, `body`: a JSON array of the records of the input `rows`, a JSON array of ids, each with its id, these columns
 * and `_seen`, whether it is within `reach`.
 */
export const printTargets = (
  scope: Scope,
  reach: readonly Condition[],
  columns: readonly ColumnRef[],
  hold: Hold | undefined,
): PrintedSql => {
  const within = reach.map((one) => printCondition(one));
  const seen = within.length === 0 ? sql`true` : sql`(${join(within, sql` and `)})`;
  const read = join(
    [sql`${seen} as _seen`, ...[scope.id, ...columns].map((column) => sql`${column} as ${columnName(column)}`)],
    comma,
  );
  const ids = sql`select i::bigint from ${idsGiven()} i`;
  return print(
    sql`select coalesce(json_agg(row_to_json(x.*)), '[]')::text as body from (select ${read} from ${printHeld(scope, ids, hold)}) x`,
  );
};

/** One row, `body`: a JSON array of `id` and `value`, the column, of the records of the input `rows`, a JSON array of ids. */
export const printValues = (scope: Scope, column: ColumnRef): PrintedSql =>
  print(
    sql`select coalesce(json_agg(json_build_object('id', ${scope.id}, 'value', ${column})), '[]')::text as body from ${scope.table} where ${scope.id} in (select i::bigint from ${idsGiven()} i)`,
  );

/** One row, `body`: a JSON array with the `id` of the first record that meets the conditions, or of none. */
export const printFirst = (scope: Scope, conditions: readonly Condition[]): PrintedSql =>
  print(
    sql`select coalesce(json_agg(json_build_object('id', x.id)), '[]')::text as body from (select ${scope.id} as id from ${scope.table}${printWhere(conditions)} order by ${scope.id} limit 1) x`,
  );

/** Sets `columns` of the rows that the input `rows` names by their ids; their versions move, whether the values differ or not. */
export const printRewritten = (scope: Scope, columns: readonly ColumnRef[]): PrintedSql => {
  const sets = [...columns.map((column) => sql`${columnName(column)} = r.${columnName(column)}`), ...stamps()];
  const source = sql`json_to_recordset(${rows()}) as r(${rowType(columns, [sql`"id" bigint`])})`;
  return print(
    sql`with ${who()} update ${scope.table} set ${join(sets, comma)} from who, ${source} where ${scope.id} = r.id`,
  );
};
