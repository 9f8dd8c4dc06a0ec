/**
 * Owned rows -> SQL. New records come with theirs in one statement; the rows of a record that is there go, change and
 * come in three, in this order, so that a value which must not repeat is free before another row takes it.
 */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { columnName, historyName, integer, join, parameter, print, sql, tableName } from './sql.ts';
import { isNamed, namedOr } from './upsert.ts';
import type { Returning } from './write.ts';
import { answer, beginning, begun, comma, overriding, rows, rowType, stamps, user, who } from './write.ts';

/** A table of owned rows: `columns` are those written, beside the owner's id and the position. */
export interface ChildTable {
  readonly scope: Scope;
  readonly owner: ColumnRef;
  readonly position: ColumnRef;
  readonly columns: readonly ColumnRef[];
}

const ownerId = (): Sql => parameter({ kind: 'input', name: 'id' }, 'bigint');

const targets = ({ owner, position, columns }: ChildTable): Sql =>
  join([...[owner, position, ...columns].map(columnName), sql`criado_por`], comma);

const values = ({ columns }: ChildTable, owner: Sql): Sql =>
  join([owner, sql`r._position`, ...columns.map((column) => sql`r.${columnName(column)}`), user()], comma);

/**
 * Inserts records and the rows they own. The input `rows` is an array: the records, then the rows of each table, which
 * say by `_owner` which record is theirs, from 0 on. `ids`: the new ids as a JSON array, in the order of the records,
 * for identities are given in the order of insertion.
 */
export const printInsertOwners = (
  scope: Scope,
  columns: readonly ColumnRef[],
  children: readonly ChildTable[],
  returning: Returning,
  revives = false,
): PrintedSql => {
  const first = beginning(revives);
  const names = join([...columns.map(columnName), sql`criado_por`], comma);
  const own = join([...columns.map((column) => sql`r.${columnName(column)}`), user()], comma);
  const records = sql`json_to_recordset(b.body -> 0) as r(${rowType(columns, [sql`_row integer`])})`;
  const parts = children.map((child, index) => {
    const source = sql`json_to_recordset(b.body -> ${integer(index + 1)}) as r(${rowType(child.columns, [sql`_owner bigint`, sql`_position integer`])})`;
    return sql`c${integer(index)} as (insert into ${tableName(child.scope.table)} (${targets(child)}) select ${values(child, sql`o.id`)} from who, body b, ${source} join owners o on o._row = r._owner order by r._owner, r._position)`;
  });
  const owners = sql`owners as (select id, row_number() over (order by id) - 1 as _row from changed)`;
  return print(
    sql`with ${join(
      [
        begun(revives),
        sql`body as materialized (select ${rows()} as body)`,
        sql`changed as (insert into ${tableName(scope.table)} (${first.names}${names})${overriding(revives)} select ${first.values}${own} from ${first.from}, body b, ${records} order by r._row returning *)`,
        owners,
        ...parts,
      ],
      comma,
    )} ${answer({ ...returning, representation: false, ids: true })}`,
  );
};

/**
 * Deletes the rows of the record `id` that are not among the input `rows`. `unknown`: ids of the input that are none of
 * the record's, as a JSON array.
 */
export const printDeleteOthers = ({ scope, owner }: ChildTable): PrintedSql =>
  print(
    sql`with ${who()}, kept as materialized (select r.id from json_to_recordset(${rows()}) as r(id bigint)), gone as (delete from ${scope.table} using who where ${owner} = ${ownerId()} and not exists (select from kept k where k.id = t.id)) select coalesce(json_agg(k.id), '[]')::text as unknown from kept k where not exists (select from ${scope.table} where t.id = k.id and ${owner} = ${ownerId()})`,
  );

/** Changes the rows of the record `id` that differ from the input `rows` in what these name, or in their place. */
export const printChangeKept = ({ scope, owner, position, columns }: ChildTable): PrintedSql => {
  const sets = join(
    [
      ...columns.map((column, index) => sql`${columnName(column)} = ${namedOr(column, index)}`),
      sql`${columnName(position)} = r._position`,
      ...stamps(),
    ],
    comma,
  );
  const differs = join(
    [
      ...columns.map(
        (column, index) => sql`(${isNamed(index)} and ${column} is distinct from r.${columnName(column)})`,
      ),
      sql`${position} is distinct from r._position`,
    ],
    sql` or `,
  );
  const source = sql`json_to_recordset(${rows()}) as r(${rowType(columns, [sql`"id" bigint`, sql`_named text`, sql`_position integer`])})`;
  return print(
    sql`with ${who()} update ${scope.table} set ${sets} from who, ${source} where t.id = r.id and ${owner} = ${ownerId()} and (${differs})`,
  );
};

/** Sets `columns` of the rows that the input `rows` names by their ids, where they differ. */
export const printChangeGiven = (scope: Scope, columns: readonly ColumnRef[]): PrintedSql => {
  const sets = [...columns.map((column) => sql`${columnName(column)} = r.${columnName(column)}`), ...stamps()];
  const differs = columns.map((column) => sql`${column} is distinct from r.${columnName(column)}`);
  const source = sql`json_to_recordset(${rows()}) as r(${rowType(columns, [sql`"id" bigint`])})`;
  return print(
    sql`with ${who()} update ${scope.table} set ${join(sets, comma)} from who, ${source} where t.id = r.id and (${join(differs, sql` or `)})`,
  );
};

/** Inserts the input `rows` as rows of the record `id`. */
export const printInsertOwned = (child: ChildTable): PrintedSql => {
  const source = sql`json_to_recordset(${rows()}) as r(${rowType(child.columns, [sql`_position integer`])})`;
  return print(
    sql`with ${who()} insert into ${tableName(child.scope.table)} (${targets(child)}) select ${values(child, ownerId())} from who, ${source} order by r._position`,
  );
};

/**
 * Inserts the input `rows` behind those of the records that they name by `_owner`, one for each, in the order of `_place`.
 * One row, `ids`: the new ids as a JSON array in that order, for identities are given in the order of insertion.
 */
export const printAddOwned = ({ scope, owner, position, columns }: ChildTable): PrintedSql => {
  const source = sql`json_to_recordset(${rows()}) as r(${rowType(columns, [sql`_owner bigint`, sql`_place integer`])})`;
  const names = join([...[owner, position, ...columns].map(columnName), sql`criado_por`], comma);
  const last = sql`(select coalesce(max(${position}) + 1, 0) from ${scope.table} where ${owner} = r._owner)`;
  const given = join([sql`r._owner`, last, ...columns.map((column) => sql`r.${columnName(column)}`), user()], comma);
  return print(
    sql`with ${who()}, added as (insert into ${tableName(scope.table)} (${names}) select ${given} from who, ${source} order by r._place returning id) select coalesce(json_agg(id order by id), '[]')::text as ids from added`,
  );
};

/**
 * One row: the rows of the record `id` as they are and as they were in the record's version `version`, each a JSON array
 * in order; the writes of a version follow that of the record, so its rows are those that the next version found.
 */
export const printChildConflict = (owner: Scope, { scope, owner: key, position }: ChildTable): PrintedSql => {
  const id = ownerId();
  const version = parameter({ kind: 'input', name: 'version' }, 'integer');
  const ended = sql`(select p._ate from ${historyName(owner.table)} p where p.id = ${id} and p.versao = ${version} and p._operacao <> 'D' order by p._de desc limit 1)`;
  return print(
    sql`select (select coalesce(json_agg(row_to_json(t.*) order by ${position}, t.id), '[]')::text from ${scope.table} where ${key} = ${id}) as present, (select coalesce(json_agg(row_to_json(t.*) order by ${position}, t.id), '[]')::text from ${historyName(scope.table)} t where ${key} = ${id} and t._operacao <> 'D' and t._de < ${ended} and t._ate >= ${ended}) as base`,
  );
};
