import type { Database } from '../../../engine/data/database.ts';
import type { Row } from './record-shape.ts';

/** Gives a stored record what no call would: no new one is in another state than the first. */
export const settleIn =
  (database: Database) =>
  async (table: string, id: number, lacking: Row): Promise<void> => {
    for (const key of Object.keys(lacking))
      await database.query({
        text: `update ${table} set ${key} = (json_populate_record(null::${table}, $2::text::json)).${key} where id = $1::text::bigint`,
        values: [String(id), JSON.stringify(lacking)],
      });
  };
