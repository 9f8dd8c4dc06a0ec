/** How large tables are, remembered for a minute: enough to tell small ones from those that need the planner's word. */
import type { Database } from './database.ts';

interface Known {
  readonly until: number;
  readonly sizes: Promise<ReadonlyMap<string, number>>;
}

const lifetime = 60_000;
const known = new WeakMap<Database, Known>();

const readSizes = async (database: Database): Promise<ReadonlyMap<string, number>> => {
  const { rows } = await database.query<{ name: string; bytes: string }>({
    text: "select case relnamespace when 'historico'::regnamespace then 'historico.' else '' end || relname as name, pg_relation_size(oid)::text as bytes from pg_class where relnamespace in ('public'::regnamespace, 'historico'::regnamespace) and relkind = 'r'",
    values: [],
  });
  return new Map(rows.map(({ name, bytes }) => [name, Number(bytes)]));
};

/**
 * Bytes of the tables, of histories as `historico.<entity>`, together, without their indexes, as they were at most a minute ago; Infinity where one of them is
 * not known. A minute's growth is no matter: what is small now is not large then.
 */
export const bytesOf = async (database: Database, tables: Iterable<string>): Promise<number> => {
  let present = known.get(database);
  if (present === undefined || present.until < performance.now()) {
    present = { until: performance.now() + lifetime, sizes: readSizes(database) };
    known.set(database, present);
    present.sizes.catch(() => known.delete(database));
  }
  const sizes = await present.sizes;
  let bytes = 0;
  for (const table of tables) bytes += sizes.get(table) ?? Number.POSITIVE_INFINITY;
  return bytes;
};
