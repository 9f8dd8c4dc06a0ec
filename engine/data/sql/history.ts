/** Reading the history tables (`historico.<entity>`): the rows as they were, with who and when. */
import { historyLimit } from '../../contract/screen-model.ts';
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition, Output, ReadPlan } from '../plan/types.ts';
import { printWhere } from './conditions.ts';
import { printJoins, printObject } from './read.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { historyName, integer, join, parameter, print, sql } from './sql.ts';

/**
 * One row: the record as it is and as it was at the input `version`: null where the history does not go back to it, or the
 * record was not to be seen then. `seen` are conditions on the version, whose alias is `h`.
 */
export const printConflict = (plan: ReadPlan, seen: readonly Condition[]): PrintedSql =>
  print(
    sql`select t.id::text as id, row_to_json(t.*)::text as present, (select row_to_json(h.*)::text from ${historyName(plan.root)} h${printWhere(seen, [sql`h.id = t.id`, sql`h.versao = ${parameter({ kind: 'input', name: 'version' }, 'integer')}`, sql`h._operacao <> 'D'`])} order by h._de desc limit 1) as base from ${plan.root}${printJoins(plan.joins)}${printWhere(plan.where)} limit 1`,
  );

/** What is read of one history table. */
export interface HistoryPart {
  readonly scope: Scope;
  readonly joins: ReadPlan['joins'];
  readonly output: readonly Output[];
}

/** The history of rows that records own. */
export interface HistoryArray extends HistoryPart {
  readonly owner: ColumnRef;
  readonly position: ColumnRef;
}

const recordId = (): Sql => parameter({ kind: 'input', name: 'id' }, 'bigint');

/** Microseconds, for moments are compared where the rows are read; null of one that has not come. */
const clock = (moment: Sql): Sql =>
  sql`case when isfinite(${moment}) then (extract(epoch from ${moment}) * 1000000)::bigint::text end`;

const columns = (index: number, { output }: HistoryPart, position: Sql): Sql =>
  join(
    [
      sql`${integer(index)} as part`,
      sql`t.id::text as id`,
      sql`${position} as position`,
      sql`t._operacao::text as operation`,
      sql`to_json(t._de) #>> '{}' as at`,
      sql`${clock(sql`t._de`)} as start`,
      sql`${clock(sql`t._ate`)} as ended`,
      sql`t._por::text as by`,
      sql`t._origem as origin`,
      sql`t.versao as version`,
      sql`concat_ws(' ', t._transacao, t._pedido) as write`,
      sql`${printObject(output)}::text as body`,
      sql`t._de as moment`,
    ],
    sql`, `,
  );

/**
 * The history of the record `id` and of the rows that it owns, oldest first, in one statement and so of one moment:
 * `part` (0 the record, then the arrays), `id`, `position`, `operation`, `at`, `start` and `ended` in microseconds, `by`
 * (user id), `origin`, `version`, `write` (transaction and request), `body` as JSON text with the outputs asked for. Of the record
 * the newest entries, one more than is shown, for the last is read against it; of the rows all that were valid since then.
 */
export const printHistory = (
  record: HistoryPart,
  where: readonly Condition[],
  arrays: readonly HistoryArray[],
): PrintedSql => {
  const table = historyName(record.scope.table);
  const newest = sql`select ${columns(0, record, sql`0`)} from ${table} t${printJoins(record.joins)}${printWhere(where, [sql`t.id = ${recordId()}`])} order by t._de desc, t.versao desc limit ${integer(historyLimit + 1)}`;
  const owned = arrays.map(
    (part, index) =>
      sql`select ${columns(index + 1, part, sql`${part.position}`)} from ${historyName(part.scope.table)} t${printJoins(part.joins)} where ${part.owner} = ${recordId()} and t._ate >= (select min(r.moment) from records r)`,
  );
  return print(
    sql`with records as materialized (${newest}) ${join([sql`select * from records`, ...owned], sql` union all `)} order by moment, part`,
  );
};
