/** The clock that all processes of an installation share. */
import type { Queryable } from './database.ts';

/** This moment as the database has it, ISO 8601 in UTC. */
export const readClock = async (database: Queryable): Promise<string> => {
  const { rows } = await database.query<{ at: string }>({
    text: `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
    values: [],
    name: 'clock',
  });
  const [row] = rows;
  if (row === undefined) throw new Error('the database gave no time');
  return row.at;
};
