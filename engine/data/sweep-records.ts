/**
 * Takes away what is older than the records of accesses and of sensitive reads are kept. In: the database and the years.
 * Out: how many rows went. A few at a time, so that nobody waits for it; one process at a time.
 */
import type { Database } from './database.ts';

const kept = ['access_event', 'sensitive_read'] as const;

/** Rows of one statement. */
const portion = 1000;

const sweepPortion = (database: Database, table: (typeof kept)[number], years: number): Promise<number> =>
  database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ free: boolean }>({
      text: `select pg_try_advisory_xact_lock(hashtext('fichario.records')) as free`,
      values: [],
    });
    if (rows[0]?.free !== true) return 0;
    const { affected } = await transaction.query({
      text: `delete from fichario.${table} where id in (select id from fichario.${table}
        where at < now() - make_interval(years => $1::text::integer) order by at limit ${portion})`,
      values: [String(years)],
    });
    return affected;
  });

/** `stops`: asked before each portion. */
export const sweepRecords = async (
  database: Database,
  years: number,
  stops: () => boolean = () => false,
): Promise<number> => {
  let gone = 0;
  for (const table of kept)
    for (let last = portion; last === portion && !stops(); gone += last)
      last = await sweepPortion(database, table, years);
  return gone;
};
