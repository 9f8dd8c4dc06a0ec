/** What the engine remembers in the database itself, by dotted key: `schema.digest`, `rows.cidade`. */
import type { Queryable } from '../database.ts';
import { DatabaseError } from '../database.ts';

/** The time zone by which `next_number` of the base schema tells days apart. */
export const timeZoneKey = 'time_zone';

const undefinedTable = '42P01';

/** undefined: never written, or nothing of the engine is in this database yet. */
export const readState = async (database: Queryable, key: string): Promise<string | undefined> => {
  try {
    const { rows } = await database.query<{ value: string }>({
      text: 'select value from fichario.state where key = $1::text',
      values: [key],
    });
    return rows[0]?.value;
  } catch (error) {
    if (error instanceof DatabaseError && error.code === undefinedTable) return undefined;
    throw error;
  }
};

export const writeState = async (database: Queryable, key: string, value: string): Promise<void> => {
  await database.query({
    text: `insert into fichario.state (key, value) values ($1::text, $2::text)
      on conflict (key) do update set value = excluded.value`,
    values: [key, value],
  });
};
