/** Reading: which of the records that a write points at are there for the caller, and which conditions they do not meet. */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition } from '../plan/types.ts';
import { printCondition } from './conditions.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { join, keyName, print, sql, typeName } from './sql.ts';
import { comma, rows } from './write.ts';

/** What a target must have: what the engine says, or the value of the column that comes with each row of the input. */
export type TargetTerm = { readonly condition: Condition } | { readonly ref: ColumnRef };

const given = (index: number): Sql => sql`s.${keyName(`_${index}`)}`;

const printTerm = (term: TargetTerm, index: number): Sql => {
  if ('condition' in term) return printCondition(term.condition);
  // An empty value of the record narrows nothing; an empty one of the target is not that of the record.
  return sql`(${given(index)} is null or ${term.ref} = ${given(index)})`;
};

/**
 * One row, `body`: of the input `rows` (`_at`, `_target`, and `_<index>` for each term that compares) those whose target
 * does not do, as a JSON array: `_at`, whether it is `seen` within `reach`, and of each term whether it holds, by its index.
 */
export const printUnfit = (target: Scope, reach: readonly Condition[], terms: readonly TargetTerm[]): PrintedSql => {
  const compared = terms.flatMap((term, index) =>
    'ref' in term ? [sql`${keyName(`_${index}`)} ${typeName(term.ref)}`] : [],
  );
  const source = sql`json_to_recordset(${rows()}) as s(${join([sql`_at integer, _target bigint`, ...compared], comma)})`;
  const held = terms.map((term, index) => sql`coalesce(${printTerm(term, index)}, false)`);
  const told = held.map((one, index) => sql`${one} as ${keyName(String(index))}`);
  const same = join([sql`${target.id} = s._target`, ...reach.map((one) => printCondition(one))], sql` and `);
  return print(
    sql`select coalesce(json_agg(row_to_json(x.*)), '[]')::text as body from (select ${join([sql`s._at, ${target.id} is not null as seen`, ...told], comma)} from ${source} left join ${target.table} on ${same} where ${target.id} is null or not (${join(held, sql` and `)}) order by s._at) x`,
  );
};
