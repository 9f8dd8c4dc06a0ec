/**
 * The product, started: files -> model -> database -> API -> pages. `server.ts` calls it for a person, the tests and
 * the benchmarks for themselves.
 */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Beside } from '../engine/api/answer-beside.ts';
import { accessOf } from '../engine/api/authenticate.ts';
import { errorBody } from '../engine/api/error-handler.ts';
import { createApi } from '../engine/api/index.ts';
import type { Runtime } from '../engine/api/runtime.ts';
import { createCompiled } from '../engine/api/runtime.ts';
import type { SessionStore } from '../engine/api/session-store.ts';
import type { PageClient } from '../engine/contract/session.ts';
import { dayInZone } from '../engine/core/day-in-zone.ts';
import { Refusal } from '../engine/core/errors.ts';
import { archiveDaily } from '../engine/data/archive/archive-daily.ts';
import type { Database } from '../engine/data/database.ts';
import { applySchema } from '../engine/data/ddl/apply-schema.ts';
import { timeZoneKey, writeState } from '../engine/data/ddl/state.ts';
import { fillComputed } from '../engine/data/fill-computed.ts';
import { refuseRowClashes } from '../engine/data/find-row-clashes.ts';
import { loadInitialRows } from '../engine/data/initial-rows.ts';
import type { QueueTimes } from '../engine/jobs/job-queue.ts';
import { openJobs } from '../engine/jobs/open-jobs.ts';
import type { SourceFiles } from '../engine/metadata/documents.ts';
import type { FileMemory } from '../engine/metadata/file-memory.ts';
import type { Model } from '../engine/model/types.ts';
import { permissionRoutes } from './access/permission-routes.ts';
import { schemaOptions } from './access/rename-field-rights.ts';
import { rightsGuard } from './access/rights-guard.ts';
import { userRoutes } from './access/user-routes.ts';
import type { Configuration } from './configuration.ts';
import { exportRoutes } from './exports/export-route.ts';
import { installationSecret } from './installation-secret.ts';
import { jobKinds } from './jobs/index.ts';
import type { Product, ServedProduct } from './load-product.ts';
import { openOutbox } from './mail/open-outbox.ts';
import type { Outbox } from './mail/outbox.ts';
import type { Transport } from './mail/transport.ts';
import { createDemonstrationNotices } from './notices/demonstration-notices.ts';
import { noticeRoutes } from './notices/notice-routes.ts';
import { registryUpdateRoute } from './portal/registry-update-route.ts';
import { fingerprintOf, toldApart } from './product-fingerprint.ts';
import { installAccessTriggers } from './session/access-triggers.ts';
import { createFirstUsers } from './session/first-users.ts';
import { keepRecords } from './session/keep-records.ts';
import { openAccounts } from './session/open-accounts.ts';
import { whyRoutes } from './why/why-routes.ts';
import { explanationRoute } from './workbench/explanation-route.ts';
import type { ServedFiles } from './workbench/served-files.ts';
import { readServedFiles } from './workbench/served-files.ts';

export interface StartedProduct {
  readonly app: FastifyInstance;
  readonly runtime: Runtime;
  readonly database: Database;
  readonly demonstration: boolean;
  readonly outbox: Outbox;
  /** Of the files that it was started with, for another process that is to share them. */
  readonly fingerprint: () => string;
  /**
   * Reads the files again and, where they are good, serves what they say, to another client if one is named. Raises as
   * `loadProduct` and `applySchema`.
   */
  readonly reload: (client?: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface StartOptions {
  /** Gives the files of `schemas` and `clients`, at start and at each reload. */
  readonly sources: () => Promise<SourceFiles>;
  /** Where files are loaded again and again: what was made of those that are the same. */
  readonly remember?: FileMemory;
  /** Of the files that this process is to share with another (`fingerprintOf`): with others it does not start, and does nothing. */
  readonly fingerprint?: string;
  /** Gives what is served at the start, from where it is kept or by `load`; without it that is `load`. */
  readonly keep?: (load: () => Promise<ServedProduct>) => Promise<ServedProduct>;
  readonly open: () => Promise<Database>;
  readonly configuration: Configuration;
  /** Serves everything that is not `/api`; undefined serves the API alone. */
  readonly pages: ((app: FastifyInstance, client: () => PageClient | undefined) => Promise<void>) | undefined;
  /** Calls beside those of every installation. */
  readonly routes?: readonly ((app: FastifyInstance, runtime: Runtime) => void)[];
  /** Takes the letters in place of what the configuration says. */
  readonly transport?: Transport;
  /** Of the queue behind jobs, in place of the usual ones. */
  readonly jobTimes?: QueueTimes;
  /** Answers what takes long in place of this process. */
  readonly beside?: Beside;
  /** Whether every request comes from another process of this product. */
  readonly isBeside?: boolean;
  /** Further sessions over those of the database. */
  readonly sessions?: (own: SessionStore) => SessionStore;
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** The compiler, which a start on what is kept does without. */
const loading = () => import('./load-product.ts');

/** Raises the START_*, SCHEMA_* and DATABASE_* refusals. */
export const startProduct = async ({
  sources,
  remember,
  keep,
  fingerprint,
  open,
  configuration,
  pages,
  routes,
  transport,
  jobTimes,
  beside,
  isBeside = false,
  sessions = (own) => own,
}: StartOptions): Promise<StartedProduct> => {
  // Opening the database takes a second of waiting, reading the files a second of work.
  const opening = open();
  opening.catch(() => undefined);
  const load = async (client = configuration.CLIENT): Promise<Product> => {
    const { loadProduct } = await loading();
    return loadProduct(await sources(), client, remember);
  };
  // What is kept from one start to the next comes without its files.
  let served: Product | undefined;
  const begin = async (): Promise<ServedProduct> => {
    if (keep !== undefined) return keep(load);
    served = await load();
    return served;
  };
  const beginAlike = async (): Promise<ServedProduct> => {
    const product = await begin();
    if (fingerprint !== undefined && fingerprintOf(product) !== fingerprint) throw new Refusal('START_FILES_OTHER', {});
    return product;
  };
  const product = await beginAlike().catch(async (error: unknown) => {
    await opening.then(
      (opened) => opened.close(),
      () => undefined,
    );
    throw error;
  });
  const database = await opening;
  try {
    await refuseRowClashes(database, product.model, product.rows);
    await applySchema(database, product.model, { ...schemaOptions, digest: product.schemaDigest });
    // Those of an earlier product may name columns that are gone: nothing is written before.
    await installAccessTriggers(database);
    await writeState(database, timeZoneKey, configuration.TIME_ZONE);
    await loadInitialRows(database, product.model, product.rows);
    await fillComputed(database, product.model, configuration.TIME_ZONE);
    const demonstration =
      database.kind === 'pglite' && isLoopback(configuration.HOST) && configuration.TRUST_PROXY === false;
    const { ADMIN_LOGIN: login, ADMIN_PASSWORD: password } = configuration;
    await createFirstUsers(database, product.model, {
      demonstration,
      administrator: login === undefined || password === undefined ? undefined : { login, password },
    });
    if (demonstration) await createDemonstrationNotices(database, product.model, configuration.TIME_ZONE);
    const accounts = await openAccounts(database, { idleMinutes: configuration.SESSION_IDLE_MINUTES });
    const secrets = {
      cursor: await installationSecret(database, 'cursor'),
      validator: await installationSecret(database, 'validator'),
      draft: await installationSecret(database, 'draft'),
    };
    // Up to the application nothing waits: a job may be found, and run, as soon as the queue is open.
    const runtime: Runtime = {
      database,
      sessions: sessions(accounts.sessions),
      passwords: accounts.passwords,
      jobs: openJobs({
        database,
        kinds: jobKinds(() => runtime),
        timeZone: configuration.TIME_ZONE,
        daily: (signal) =>
          archiveDaily(
            { database, model: runtime.current.model, folder: runtime.archives, signal },
            dayInZone(configuration.TIME_ZONE),
          ),
        runs: configuration.JOBS,
        ...(jobTimes === undefined ? {} : { times: jobTimes }),
        accessOf: async (userId) => {
          const grants = await accounts.sessions.grantsNow(userId);
          return grants && accessOf(grants);
        },
        tell: (refusal) => errorBody(refusal, runtime.current.messages).message,
        fail: (error) => app.log.error({ error }, 'a job failed'),
      }),
      secrets,
      timeZone: configuration.TIME_ZONE,
      archives: archivesIn(configuration.DATA_FOLDER),
      guard: rightsGuard,
      undoDays: configuration.BATCH_DAYS,
      ...(beside && { beside }),
      filling: false,
      current: createCompiled(product.model, product.messages),
    };
    const begunWith = toldApart(product);
    const readServed = readServedFiles(begunWith, load);
    const servedFiles: ServedFiles = async () => served ?? readServed();
    const readFacts = async (model: Model) => {
      const { loadFileFacts } = await loading();
      return loadFileFacts(await sources(), model.client?.name ?? configuration.CLIENT, model);
    };
    const app = createApi(runtime, {
      ...(configuration.LOG_LEVEL === 'silent' ? {} : { logLevel: configuration.LOG_LEVEL }),
      trustProxy: configuration.TRUST_PROXY,
      beside: isBeside,
      routes: [
        noticeRoutes,
        registryUpdateRoute,
        exportRoutes,
        permissionRoutes,
        userRoutes,
        whyRoutes(readFacts),
        explanationRoute(servedFiles),
        ...(routes ?? []),
      ],
    });
    await pages?.(app, () => runtime.current.model.client);
    await app.ready();
    const outbox = await openOutbox(runtime, app, configuration, transport);
    const records = keepRecords(database, configuration.RECORD_YEARS, (error) =>
      app.log.error({ error }, 'old records were not taken away'),
    );
    return {
      app,
      runtime,
      database,
      demonstration,
      outbox,
      fingerprint: () => fingerprintOf(begunWith),
      reload: async (client = configuration.CLIENT) => {
        const next = await load(client);
        await refuseRowClashes(database, next.model, next.rows);
        await applySchema(database, next.model, schemaOptions);
        await loadInitialRows(database, next.model, next.rows);
        await fillComputed(database, next.model, configuration.TIME_ZONE);
        runtime.current = createCompiled(next.model, next.messages);
        if (served !== undefined) served = next;
      },
      close: async () => {
        await app.close();
        await runtime.jobs.close();
        await outbox.close();
        accounts.close();
        await records.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** Where the files of histories are in the folder of data. */
export const archivesIn = (folder: string): string => join(folder, 'historico');
