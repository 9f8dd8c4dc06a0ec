/** Reading rows that records own, for those that come with a file to be held against. */
import type { ColumnRef } from '../plan/refs.ts';
import type { PrintedSql } from './sql.ts';
import { columnName, join, parameter, print, sql } from './sql.ts';
import { comma, rows, rowType } from './write.ts';
import type { ChildTable } from './write-children.ts';

/** One row, `body`: the rows of the input `rows` with values as `columns` hold them, in the order of their `_row`. */
export const printTyped = (columns: readonly ColumnRef[]): PrintedSql =>
  print(
    sql`select coalesce(json_agg(row_to_json(r.*) order by r._row), '[]')::text as body from json_to_recordset(${rows()}) as r(${rowType(columns, [sql`_row integer`])})`,
  );

/** One row, `body`: the rows of the records of the input `rows`, a JSON array of ids, in their order, with their `_owner`. */
export const printOwnedRows = ({ scope, owner, position, columns }: ChildTable): PrintedSql => {
  const named = join(
    columns.map((column) => sql`, ${column} as ${columnName(column)}`),
    sql``,
  );
  const ids = sql`(select i::bigint from json_array_elements_text(${parameter({ kind: 'input', name: 'rows' }, 'json')}) i)`;
  return print(
    sql`select coalesce(json_agg(row_to_json(x.*)), '[]')::text as body from (select ${join([sql`${scope.id} as id`, sql`${owner} as _owner`], comma)}${named} from ${scope.table} where ${owner} in ${ids} order by ${owner}, ${position}, ${scope.id}) x`,
  );
};
