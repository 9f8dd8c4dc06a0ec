/** Fresh databases for tests, on both drivers; the servers and templates behind them come from `global-setup.ts`. */
import { randomUUID } from 'node:crypto';
import { afterAll, describe, inject } from 'vitest';
import type { Database } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { postgresTemplate, productTemplate, runOn } from './run-on.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the database `postgres` of the server of this run. */
    postgresUrl: string;
    /**
     * Tars of PGlite data folders: a new one, one with the engine's base schema, one with the product's tables as well;
     * with these and the demonstration logins, where browser tests may be in the run.
     */
    pgliteTemplates: Readonly<Record<Beginning | 'users', string>>;
  }
}

/** What is in a fresh database: nothing, the engine's base schema, or that and the tables of the product, without rows. */
export type Beginning = 'blank' | 'base' | 'product';

export interface DatabaseFixtureOptions {
  /** Default `base`. */
  readonly from?: Beginning;
}

/** Opens a database of its own, closed and dropped after the last test of the block. */
export type OpenFresh = (options?: DatabaseFixtureOptions) => Promise<Database>;

/** Runs the block once for each kind of database, as `on pglite` and `on postgres`. */
export const forEachDatabase = (define: (open: OpenFresh, kind: Database['kind']) => void): void => {
  describe.each(['pglite', 'postgres'] as const)('on %s', (kind) => {
    const ends: (() => Promise<void>)[] = [];
    afterAll(async () => {
      for (const end of ends.reverse()) await end();
    });
    const open: OpenFresh = async (options = {}) => {
      const { database, end } = await openers[kind](options);
      ends.push(end);
      return database;
    };
    define(open, kind);
  });
};

const postgresTemplates: Readonly<Record<Beginning, string>> = {
  blank: 'template0',
  base: postgresTemplate,
  product: productTemplate,
};

interface Opened {
  readonly database: Database;
  readonly end: () => Promise<void>;
}

const openers: Readonly<Record<Database['kind'], (options: DatabaseFixtureOptions) => Promise<Opened>>> = {
  pglite: async ({ from = 'base' }) => {
    const database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates')[from] });
    return { database, end: () => database.close() };
  },
  postgres: async (options) => {
    const { url, drop } = await createPostgresDatabase(options);
    const database = await openDatabase({ url, folder: '', poolSize: 4 });
    return {
      database,
      end: async () => {
        await database.close();
        await drop();
      },
    };
  },
};

/** A database on the server of this run, for what needs a URL: the server's configuration, a second connection. */
export const createPostgresDatabase = async ({
  from = 'base',
}: DatabaseFixtureOptions = {}): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> => {
  const server = inject('postgresUrl');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // The other way writes a log of every page: several times the work.
  await runOn(server, `create database ${name} template ${postgresTemplates[from]} strategy file_copy`);
  const url = new URL(server);
  url.pathname = name;
  return { url: url.href, drop: () => runOn(server, `drop database ${name} with (force)`) };
};
