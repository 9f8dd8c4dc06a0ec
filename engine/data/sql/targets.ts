/** Reading: which of the records that a write points at are there for the caller, and which conditions they do not meet. */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition } from '../plan/types.ts';
import { printCondition } from './conditions.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { join, keyName, print, sql, typeName } from './sql.ts';
import { comma, rows } from './write.ts';

/**
 * What a target must have: what the engine says, or, of what comes with each row of the input, that value in the column, or
 * that day from the one to the other. `there`: nothing, but to be seen.
 */
export type TargetTerm =
  | 'there'
  | { readonly condition: Condition }
  | { readonly ref: ColumnRef }
  | { readonly from: ColumnRef; readonly until: ColumnRef };

const valueAt = (index: number): Sql => sql`s.${keyName(`_${index}`)}`;

const printTerm = (term: TargetTerm, index: number): Sql => {
  if (term === 'there') return sql`true`;
  if ('condition' in term) return printCondition(term.condition);
  // An empty day of the record narrows nothing; an empty one of the target is without end.
  if ('from' in term)
    return sql`(${valueAt(index)} is null or (coalesce(${term.from}, '-infinity') <= ${valueAt(index)} and coalesce(${term.until}, 'infinity') >= ${valueAt(index)}))`;
  // An empty value of the record narrows nothing; an empty one of the target is not that of the record.
  return sql`(${valueAt(index)} is null or ${term.ref} = ${valueAt(index)})`;
};

/**
 * How targets are held until the transaction ends, so that what they are found to have stays: against other changes alone,
 * or, where this write changes them too, against others that look at them as well, for two of these would wait for each other.
 */
export type Hold = 'share' | 'change';

/** The records `t` with these ids, a select of them: each once, in their order, and held. */
export const printHeld = (target: Scope, ids: Sql, hold: Hold | undefined): Sql => {
  const found = sql`select t.* from ${target.table} where ${target.id} in (${ids}) order by ${target.id}`;
  if (hold === undefined) return sql`(${found}) t`;
  return sql`(${found} for ${hold === 'share' ? sql`share` : sql`no key update`} of t) t`;
};

/**
 * One row, `body`: of the input `rows` (`_at`, `_target`, and `_<index>` for each term that compares) those whose target
 * does not do, as a JSON array: `_at`, whether it is `seen` within `reach`, and of each term whether it holds, by its index.
 */
export const printUnfit = (
  target: Scope,
  reach: readonly Condition[],
  terms: readonly TargetTerm[],
  hold: Hold | undefined,
): PrintedSql => {
  const compared = terms.flatMap((term, index) => {
    if (term === 'there' || 'condition' in term) return [];
    return [sql`${keyName(`_${index}`)} ${typeName('ref' in term ? term.ref : term.from)}`];
  });
  const given = sql`s as materialized (select s.* from json_to_recordset(${rows()}) as s(${join([sql`_at integer, _target bigint`, ...compared], comma)}))`;
  const held = terms.map((term, index) => sql`coalesce(${printTerm(term, index)}, false)`);
  const told = held.map((one, index) => sql`${one} as ${keyName(String(index))}`);
  const same = join([sql`${target.id} = s._target`, ...reach.map((one) => printCondition(one))], sql` and `);
  return print(
    sql`with ${given} select coalesce(json_agg(row_to_json(x.*)), '[]')::text as body from (select ${join([sql`s._at, ${target.id} is not null as seen`, ...told], comma)} from s left join ${hold === undefined ? target.table : printHeld(target, sql`select s._target from s`, hold)} on ${same} where ${target.id} is null or not (${join(held, sql` and `)}) order by s._at) x`,
  );
};
