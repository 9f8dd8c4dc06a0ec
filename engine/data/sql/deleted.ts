/** Reading the last values of what was deleted: the table reference is of those rows, see `RowsMeant`. */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition, Output } from '../plan/types.ts';
import { printWhere } from './conditions.ts';
import type { HistoryPart } from './history.ts';
import { printJoins, printObject } from './read.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { integer, parameter, print, sql } from './sql.ts';

const recordId = (): Sql => parameter({ kind: 'input', name: 'id' }, 'bigint');
const moment = sql`to_json(t._de) #>> '{}'`;

/**
 * Newest first: `id`, `at` (ISO), `by` (user id), `origin`, `body` as JSON text with the outputs of the part; with
 * `after` those beyond the cursor, which is a moment and an id.
 */
export const printDeletions = (
  { scope, joins, output }: HistoryPart,
  where: readonly Condition[],
  limit: number,
  after: boolean,
): PrintedSql => {
  const beyond = sql`(t._de, t.id) < (${parameter({ kind: 'cursor', index: 0 }, 'timestamptz')}, ${parameter({ kind: 'cursor', index: 1 }, 'bigint')})`;
  return print(
    sql`select t.id::text as id, ${moment} as at, t._por::text as by, t._origem as origin, ${printObject(output)}::text as body from ${scope.table}${printJoins(joins)}${printWhere(where, after ? [beyond] : [])} order by t._de desc, t.id desc limit ${integer(limit)}`,
  );
};

/** The deleted record `id`: `at`, `version`, `write` (the transaction that deleted it) and `body`. */
export const printDeleted = (scope: Scope, output: readonly Output[], where: readonly Condition[]): PrintedSql =>
  print(
    sql`select ${moment} as at, t.versao as version, t._transacao::text as write, ${printObject(output)}::text as body from ${scope.table}${printWhere(where, [sql`t.id = ${recordId()}`])}`,
  );

/** The rows that the record `id` owned when the transaction of the input `after` deleted it, as a JSON array, in order. */
export const printDeletedRows = (
  scope: Scope,
  output: readonly Output[],
  owner: ColumnRef,
  position: ColumnRef,
): PrintedSql =>
  print(
    sql`select coalesce(json_agg(${printObject(output)} order by ${position}, t.id), '[]')::text as body from ${scope.table} where ${owner} = ${recordId()} and t._transacao = ${parameter({ kind: 'input', name: 'after' }, 'bigint')}`,
  );

/** The record `id` as it is: `body` with the outputs. */
export const printStanding = (scope: Scope, output: readonly Output[]): PrintedSql =>
  print(sql`select ${printObject(output)}::text as body from ${scope.table} where t.id = ${recordId()}`);
