/** Reading the history tables (`historico.<entity>`): the rows as they were, with who and when. */
import type { Scope } from '../plan/refs.ts';
import type { Condition, Output, ReadPlan } from '../plan/types.ts';
import { printWhere } from './conditions.ts';
import { printJoins, printObject } from './read.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { historyName, integer, join, parameter, print, sql } from './sql.ts';

/** One row: the record as it is and as it was at the input `version` (null where the history does not go back to it). */
export const printConflict = (plan: ReadPlan): PrintedSql =>
  print(
    sql`select t.id::text as id, row_to_json(t.*)::text as present, (select row_to_json(h.*)::text from ${historyName(plan.root)} h where h.id = t.id and h.versao = ${parameter({ kind: 'input', name: 'version' }, 'integer')} and h._operacao <> 'D' order by h._de desc limit 1) as base from ${plan.root}${printJoins(plan.joins)}${printWhere(plan.where)} limit 1`,
  );

/** Entries of a history that are shown. */
export const historyLimit = 500;

/**
 * The history of the record `id`, newest first, one entry more than is shown, for the last is read against it: `operation`, `at`, `by` (user id), `version`, `body` as JSON text with
 * the outputs asked for.
 */
export const printHistory = (
  scope: Scope,
  joins: ReadPlan['joins'],
  output: readonly Output[],
  where: readonly Condition[],
): PrintedSql => {
  const id: Sql = parameter({ kind: 'input', name: 'id' }, 'bigint');
  return print(
    sql`select t._operacao as operation, to_json(t._de) #>> '{}' as at, t._por::text as by, t.versao as version, ${printObject(output)}::text as body from ${historyName(scope.table)} t${printJoins(joins)}${printWhere(where, [sql`t.id = ${id}`])} order by ${join([sql`t._de desc`, sql`t.versao desc`], sql`, `)} limit ${integer(historyLimit + 1)}`,
  );
};
