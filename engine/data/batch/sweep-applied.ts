/** What is kept of a batch only to take it back goes when the time for that is over. In: the database. Out: the batch without its records. */
import type { Database } from '../database.ts';
import { undoUntil } from './told-columns.ts';

/** Of one portion: batches, and their parts, of which each holds a thousand records. */
const portion = { batches: 20, parts: 100 } as const;

/** Takes away parts of batches whose time was over a day ago, so that who was at one is done; gives whether there may be more. */
const sweepPortion = (database: Database): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const { rows } = await transaction.query<{ id: string }>({
      text: `select b.id::text as id from fichario.batch b where pg_try_advisory_xact_lock(hashtext('fichario.batches'))
          and b.state = 'applied' and b.swept_at is null and ${undoUntil} < now() - interval '1 day' limit ${portion.batches}`,
      values: [],
    });
    if (rows.length === 0) return false;
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const some = `select json_array_elements_text($1::text::json)::uuid`;
    const { affected } = await transaction.query({
      text: `delete from fichario.batch_part where (batch_id, part) in
        (select batch_id, part from fichario.batch_part where batch_id in (${some}) limit ${portion.parts})`,
      values: [ids],
    });
    if (affected === portion.parts) return true;
    await transaction.query({
      text: `update fichario.batch set swept_at = now(), filter = null, work = work - 'values' where id in (${some})`,
      values: [ids],
    });
    return rows.length === portion.batches;
  });

/**
 * Takes away what is only there to take batches back whose time for that is over: their records, values and filters. Who
 * did what to how many records where stays. A portion at a time; `stops`: asked before each.
 */
export const sweepApplied = async (database: Database, stops: () => boolean = () => false): Promise<void> => {
  while (!stops() && (await sweepPortion(database)));
};
