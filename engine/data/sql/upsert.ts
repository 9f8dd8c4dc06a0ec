/** Upsert -> SQL: one statement in which each row of the input is inserted, changed or left alone. */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition } from '../plan/types.ts';
import { printCondition, printWhere } from './conditions.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { columnName, integer, join, print, sql, tableName } from './sql.ts';
import type { Returning } from './write.ts';
import { answer, comma, rows, rowType, stamps, user, who } from './write.ts';

/**
 * Rows that name the same fields: `columns` are inserted, `sets` are written over a row that is there. `absent`: there was
 * none when they were looked up; one that came since is left as it is and not counted.
 */
export interface MergeGroup {
  readonly columns: readonly ColumnRef[];
  readonly sets: readonly ColumnRef[];
  readonly absent: boolean;
}

/**
 * The rows as a table `input`: `columns`, `_row` (place in the body), `_group` (index of the merge group), `_named` (a
 * digit a column, 1 where the row names it) and `id`.
 */
const input = (columns: readonly ColumnRef[]): Sql =>
  sql`input as materialized (select r.* from json_to_recordset(${rows()}) as r(${rowType(columns, [sql`"id" bigint`, sql`_row integer`, sql`_group integer`, sql`_named text`])}))`;

const insertion = (scope: Scope, columns: readonly ColumnRef[], from: Sql, conflict: Sql): Sql => {
  const names = join([...columns.map(columnName), sql`criado_por`], comma);
  const values = join([...columns.map((column) => sql`r.${columnName(column)}`), user()], comma);
  return sql`insert into ${tableName(scope.table)} as t (${names}) select ${values} from who, input r where ${from} order by r._row${conflict} returning t.*`;
};

const list = (columns: readonly ColumnRef[]): Sql => join(columns.map(columnName), comma);

/** `inserted`: how many of the rows are new, which are those in their first version. */
const inserted = (scope: Scope): Sql => sql`count(*) filter (where ${scope.version} = 1)::integer as inserted`;

/** Rows known by the unique key `key`; one that is there and fails `reach` is left as it is and not counted. */
export const printMerge = (
  scope: Scope,
  key: readonly ColumnRef[],
  columns: readonly ColumnRef[],
  groups: readonly MergeGroup[],
  reach: readonly Condition[],
  returning: Returning,
): PrintedSql => {
  const parts = groups.map((group, index) => {
    const sets = join(
      [...group.sets.map((column) => sql`${columnName(column)} = excluded.${columnName(column)}`), ...stamps()],
      comma,
    );
    // Nothing is done to what came since, rather than nothing at all: a key that comes twice in the input is told of.
    const where = group.absent ? sql` where false` : printWhere(reach);
    const conflict = sql` on conflict (${list(key)}) do update set ${sets}${where}`;
    const body = insertion(scope, group.columns, sql`r._group = ${integer(index)}`, conflict);
    return sql`g${integer(index)} as (${body})`;
  });
  const all = join(
    groups.map((_group, index) => sql`select * from g${integer(index)}`),
    sql` union all `,
  );
  return print(
    sql`with ${join([who(), input(columns), ...parts], comma)}, changed as (${all}) ${answer(returning, [inserted(scope)], sentWith(key))}`,
  );
};

/** The row of the input that became `t`: its key is in no other. */
const sentWith = (key: readonly ColumnRef[]): Sql =>
  sql` left join input r on ${join(
    key.map((part) => isSame(part, key.length > 1)),
    sql` and `,
  )}`;

/** Of several parts one that is empty is one all the same: so it is in an array, and that can be hashed. */
const isSame = (part: ColumnRef, several: boolean): Sql =>
  several && part.nullable ? sql`array[r.${columnName(part)}] = array[${part}]` : sql`r.${columnName(part)} = ${part}`;

/** Rows known by the unique key `key`; those that are there already are left alone. */
export const printInsertMissing = (
  scope: Scope,
  key: readonly ColumnRef[],
  columns: readonly ColumnRef[],
  returning: Returning,
): PrintedSql =>
  print(
    sql`with ${who()}, ${input(columns)}, changed as (${insertion(scope, columns, sql`true`, sql` on conflict (${list(key)}) do nothing`)}) ${answer(returning, [inserted(scope)])}`,
  );

/** `case when <the row names it> then <its value> else <what is there> end`. */
export const namedOr = (column: ColumnRef, index: number): Sql =>
  sql`case when ${isNamed(index)} then r.${columnName(column)} else ${column} end`;

export const isNamed = (index: number): Sql => sql`substr(r._named, ${integer(index + 1)}, 1) = '1'`;

/**
 * Rows known by their `id`, of which those within `reach` are changed (`merge`) or left alone; rows without are
 * inserted. `missing`: place of the first row whose id is not there.
 */
export const printById = (
  scope: Scope,
  columns: readonly ColumnRef[],
  merge: boolean,
  reach: readonly Condition[],
  returning: Returning,
): PrintedSql => {
  const sets = join(
    [...columns.map((column, index) => sql`${columnName(column)} = ${namedOr(column, index)}`), ...stamps()],
    comma,
  );
  const within = join([sql`t.id = r.id`, ...reach.map((one) => printCondition(one))], sql` and `);
  const known = merge
    ? sql`update ${scope.table} set ${sets} from who, input r where ${within} returning t.*`
    : sql`select t.* from ${scope.table}, input r where ${within}`;
  const added = insertion(scope, columns, sql`r.id is null`, sql``);
  const all = merge ? sql`select * from known union all select * from added` : sql`select * from added`;
  const missing = sql`(select min(r._row) from input r where r.id is not null and not exists (select from known k where k.id = r.id)) as missing`;
  return print(
    sql`with ${who()}, ${input(columns)}, known as (${known}), added as (${added}), changed as (${all}) ${answer(returning, [inserted(scope), missing], sql` left join input r on r.id = t.id`)}`,
  );
};
