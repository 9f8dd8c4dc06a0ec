/** Reading: the records that have one of many values, of each value no more than tells one from several. */
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition } from '../plan/types.ts';
import { printAmong, printWhere } from './conditions.ts';
import type { PrintedSql, Sql } from './sql.ts';
import { integer, join, keyName, print, sql } from './sql.ts';
import { comma } from './write.ts';

/** Two records are as good as a thousand for who asks which one is meant. */
const enough = 2;

/** No field has such a name. */
const rank = keyName('#');

/** Of how many fields beside its value the shortest of the labels is made; undefined: of none. */
const fewestFilled = (labels: readonly (readonly ColumnRef[])[]): Sql | undefined => {
  if (labels.length === 0 || labels.some((others) => others.length === 0)) return undefined;
  const counts = labels.map((others) => {
    const filled = others.map((ref) => sql`nullif(${ref}::text, '')`);
    return sql`num_nonnulls(${join(filled, comma)})`;
  });
  return sql`least(${join(counts, comma)})`;
};

/** Of which records as many as tell one from several are read. */
export interface NamedAmong {
  /** Those that have the same values here. */
  readonly alike: readonly ColumnRef[];
  /** Of each label that says the value the further columns: first come the records that one of them says nothing else of. */
  readonly labels: readonly (readonly ColumnRef[])[];
}

/**
 * One row, `body`: a JSON array of `id` and the columns, by the names of their fields, of the records whose `key`
 * is among the values of the request and that meet the conditions, of those that are alike two at most.
 */
export const printNamed = (
  scope: Scope,
  columns: readonly ColumnRef[],
  key: ColumnRef,
  reach: readonly Condition[],
  { alike, labels }: NamedAmong,
): PrintedSql => {
  const told = columns.map((ref) => sql`${ref} as ${keyName(ref.field?.name ?? ref.column)}`);
  const has = printAmong(key, { kind: 'request', slot: 0 });
  const fewest = fewestFilled(labels);
  const order = [...(fewest === undefined ? [] : [fewest]), scope.id];
  const ranked = sql`row_number() over (partition by ${join(alike, comma)} order by ${join(order, comma)}) as ${rank}`;
  return print(
    sql`select coalesce(json_agg(row_to_json(x.*)), '[]')::text as body from (select ${join([sql`${scope.id} as id`, ...told, ranked], comma)} from ${scope.table}${printWhere(reach, [has])}) x where x.${rank} <= ${integer(enough)}`,
  );
};
