/** The database that the configuration names. Imports little: it is begun before the product is imported. */
import type { Database, OpeningDatabase } from '../engine/data/database.ts';
import type { DatabaseOptions } from '../engine/data/open-database.ts';
import { beginDatabase } from '../engine/data/open-database.ts';
import type { Configuration } from './configuration.ts';
import { readConfiguration } from './configuration.ts';

const optionsOf = (configuration: Configuration): DatabaseOptions => ({
  folder: configuration.DATA_FOLDER,
  poolSize: configuration.DATABASE_POOL,
  ...(configuration.DATABASE_URL === undefined ? {} : { url: configuration.DATABASE_URL }),
  ...(configuration.DATABASE_DIRECT_URL === undefined ? {} : { directUrl: configuration.DATABASE_DIRECT_URL }),
});

export const openConfigured = async (configuration: Configuration): Promise<Database> =>
  (await beginDatabase(optionsOf(configuration))).opened;

export interface BegunStart extends OpeningDatabase {
  readonly configuration: Configuration;
}

/** Raises what reading the configuration and beginning to open do; what comes later rejects `opened`, in its time. */
export const beginStart = async (environment: Parameters<typeof readConfiguration>[0]): Promise<BegunStart> => {
  const configuration = readConfiguration(environment);
  const { opened } = await beginDatabase(optionsOf(configuration));
  // Who starts the product hears of it where it waits for it.
  opened.catch(() => undefined);
  return { configuration, opened };
};
