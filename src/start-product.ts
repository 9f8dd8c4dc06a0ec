/**
 * The product, started: files -> model -> database -> API -> pages. `server.ts` calls it for a person, the tests and
 * the benchmarks for themselves.
 */
import type { FastifyInstance } from 'fastify';
import { createApi } from '../engine/api/index.ts';
import type { Runtime } from '../engine/api/runtime.ts';
import { createCompiled } from '../engine/api/runtime.ts';
import type { Database } from '../engine/data/database.ts';
import { applySchema } from '../engine/data/ddl/apply-schema.ts';
import { fillComputed } from '../engine/data/fill-computed.ts';
import { loadInitialRows } from '../engine/data/initial-rows.ts';
import { openDatabase } from '../engine/data/open-database.ts';
import type { SourceFiles } from '../engine/metadata/documents.ts';
import type { Configuration } from './configuration.ts';
import { installationSecret } from './installation-secret.ts';
import { loadProduct } from './load-product.ts';
import { createFirstUsers } from './session/first-users.ts';
import { createSessionStore } from './session/session-store.ts';

export interface StartedProduct {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly database: Database;
  readonly demonstration: boolean;
  /** Reads the files again and, where they are good, serves what they say. Raises as `loadProduct` and `applySchema`. */
  readonly reload: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  /** Gives the files of `schemas` and `clients`, at start and at each reload. */
  readonly sources: () => Promise<SourceFiles>;
  readonly open: () => Promise<Database>;
  readonly configuration: Configuration;
  /** Serves everything that is not `/api`; undefined serves the API alone. */
  readonly pages: ((app: FastifyInstance) => Promise<void>) | undefined;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Raises the START_*, SCHEMA_* and DATABASE_* refusals. */
export const startProduct = async ({ sources, open, configuration, pages }: StartOptions): Promise<StartedProduct> => {
  // Opening the database takes a second of waiting, reading the files a second of work.
  const opening = open();
  opening.catch(() => undefined);
  const product = await sources()
    .then((files) => loadProduct(files, configuration.CLIENT))
    .catch(async (error: unknown) => {
      await opening.then(
        (opened) => opened.close(),
        () => undefined,
      );
      throw error;
    });
  const database = await opening;
  try {
    await applySchema(database, product.model);
    await loadInitialRows(database, product.model, product.rows);
    await fillComputed(database, product.model, configuration.TIME_ZONE);
    const demonstration = database.kind === 'pglite' && isLoopback(configuration.HOST) && !configuration.TRUST_PROXY;
    const { ADMIN_LOGIN: login, ADMIN_PASSWORD: password } = configuration;
    await createFirstUsers(database, product.model, {
      demonstration,
      administrator: login === undefined || password === undefined ? undefined : { login, password },
    });
    const runtime: Runtime = {
      database,
      sessions: await createSessionStore(database),
      secrets: {
        cursor: await installationSecret(database, 'cursor'),
        validator: await installationSecret(database, 'validator'),
        draft: await installationSecret(database, 'draft'),
      },
      timeZone: configuration.TIME_ZONE,
      current: createCompiled(product.model, product.messages),
    };
    const app = createApi(runtime, {
      ...(configuration.LOG_LEVEL === 'silent' ? {} : { logLevel: configuration.LOG_LEVEL }),
      trustProxy: configuration.TRUST_PROXY,
    });
    await pages?.(app);
    await app.ready();
    return {
      app,
      runtime,
      database,
      demonstration,
      reload: async () => {
        const next = loadProduct(await sources(), configuration.CLIENT);
        await applySchema(database, next.model);
        await loadInitialRows(database, next.model, next.rows);
        await fillComputed(database, next.model, configuration.TIME_ZONE);
        runtime.current = createCompiled(next.model, next.messages);
      },
      close: async () => {
        await app.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** The database that the configuration names. */
export const openConfigured = (configuration: Configuration): Promise<Database> =>
  openDatabase({
    folder: configuration.DATA_FOLDER,
    poolSize: configuration.DATABASE_POOL,
    ...(configuration.DATABASE_URL === undefined ? {} : { url: configuration.DATABASE_URL }),
    ...(configuration.DATABASE_DIRECT_URL === undefined ? {} : { directUrl: configuration.DATABASE_DIRECT_URL }),
  });
