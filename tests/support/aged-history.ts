/** Histories that are years old: what tests wrote a moment ago, spread over days. */
import type { Database } from '../../engine/data/database.ts';

/** Ends when the database's clock has gone on: that of PGlite tells milliseconds, and two statements may share one. */
export const nextMoment = `do $$ declare began timestamptz := clock_timestamp(); begin
  while clock_timestamp() <= began loop end loop; end $$`;

/**
 * Gives the moments of the histories, in their order, a day each, so that `young` of them are less than `years` years old,
 * and the youngest of the others is so by half a day.
 */
export const ageHistory = async (
  database: Database,
  tables: readonly string[],
  { years, young }: { readonly years: number; readonly young: number },
): Promise<void> => {
  const all = tables.map((table) => `select _de, _ate from historico."${table}"`).join(' union all ');
  await database.transaction(async (transaction) => {
    await transaction.execute(`create temp table aged on commit drop as
      with moments as (select distinct m from (select _de as m from (${all}) a union all select _ate from (${all}) b) x where isfinite(m)),
        placed as (select m, row_number() over (order by m desc) as place from moments)
      select m, now() - interval '${years} years' + (${young} + 0.5 - place) * interval '1 day' as day from placed;
      ${tables
        .map(
          (table) =>
            `comment on table historico."${table}" is 'desde 2001-01-01T00:00:00+00:00'; update historico."${table}" h set _de = (select day from aged where m = h._de), _ate = coalesce((select day from aged where m = h._ate), h._ate);`,
        )
        .join('\n')}`);
  });
};
