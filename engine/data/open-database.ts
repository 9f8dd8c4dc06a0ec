import type { Database, OpeningDatabase } from './database.ts';
import { beginPglite, openPglite } from './pglite/open-pglite.ts';
import { openPostgres } from './postgres/open-postgres.ts';

export interface DatabaseOptions {
  /** Of a PostgreSQL server; absent: PGlite in `folder`. */
  readonly url?: string;
  /** The same server without a pooler between, for LISTEN and for sessions. Default: `url`. */
  readonly directUrl?: string;
  /** Data folder of PGlite, or `memory://`. */
  readonly folder: string;
  /** Connections to the server. Default 10. */
  readonly poolSize?: number;
}

/** The database that `openDatabase` gives, from when it opens by itself: an embedded one in a thread of its own. */
export const beginDatabase = async (options: DatabaseOptions): Promise<OpeningDatabase> =>
  options.url === undefined ? beginPglite({ folder: options.folder }) : { opened: openDatabase(options) };

/**
 * The database, open and answering. Both kinds run the same SQL under the same settings and give the same values:
 * integers, floats and booleans converted, everything else (numeric, dates, moments, json) as PostgreSQL's text, in UTC.
 * Refuses with START_DATABASE_LOCKED, START_DATABASE_OLD or DATABASE_UNAVAILABLE.
 */
export const openDatabase = ({ url, directUrl, folder, poolSize }: DatabaseOptions): Promise<Database> =>
  url === undefined
    ? openPglite({ folder })
    : openPostgres({
        url,
        ...(directUrl === undefined ? {} : { directUrl }),
        ...(poolSize === undefined ? {} : { poolSize }),
      });
