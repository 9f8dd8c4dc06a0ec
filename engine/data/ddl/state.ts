/** What the engine remembers in the database itself, by dotted key: `schema.digest`, `rows.cidade`. */
import type { Queryable } from '../database.ts';
import { DatabaseError } from '../database.ts';

/** The time zone by which `next_number` of the base schema tells days apart. */
export const timeZoneKey = 'time_zone';

/** What of a change is not done yet, see `unfinished.ts`. */
export const unfinishedKey = 'schema.unfinished';

const undefinedTable = '42P01';

/** What is remembered under these keys; nothing where it was never written, or nothing of the engine is there yet. */
export const readStates = async (
  database: Queryable,
  keys: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (keys.length === 0) return new Map();
  try {
    const { rows } = await database.query<{ key: string; value: string }>({
      text: `select key, value from fichario.state where key in (select json_array_elements_text($1::text::json))`,
      values: [JSON.stringify(keys)],
    });
    return new Map(rows.map(({ key, value }) => [key, value]));
  } catch (error) {
    if (error instanceof DatabaseError && error.code === undefinedTable) return new Map();
    throw error;
  }
};

export const readState = async (database: Queryable, key: string): Promise<string | undefined> =>
  (await readStates(database, [key])).get(key);

export const writeState = async (database: Queryable, key: string, value: string): Promise<void> => {
  await database.query({
    text: `insert into fichario.state (key, value) values ($1::text, $2::text)
      on conflict (key) do update set value = excluded.value`,
    values: [key, value],
  });
};
