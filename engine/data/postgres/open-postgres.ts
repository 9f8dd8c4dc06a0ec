import pg from 'pg';
import { Refusal } from '../../core/errors.ts';
import type { Database, Queryable } from '../database.ts';
import { createListener } from './listener.ts';
import { runSession } from './open-session.ts';
import { createQueryable, spoken, transactionOn, types } from './queryable.ts';
import { idleTransactionTimeoutMs, sessionSettings, statementTimeoutMs } from './session-settings.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Straight to the server where `url` goes through a pooler, which would neither deliver notifications nor keep a session. */
  readonly directUrl?: string;
  /** Connections of this process. Default 10. */
  readonly poolSize?: number;
  readonly idleTransactionTimeoutMs?: number;
}

/** The first that knows MERGE and UNIQUE NULLS NOT DISTINCT and is still maintained; 150000 as `server_version_num`. */
const oldestVersion = 15;

const connectionTimeoutMs = 10_000;
const idleConnectionTimeoutMs = 300_000;

/** A PostgreSQL server behind a pool. Refuses with START_DATABASE_OLD or DATABASE_UNAVAILABLE. */
export const openPostgres = async (options: PostgresOptions): Promise<Database> => {
  // statements, not startup parameters: poolers refuse parameters that they do not know
  const settings = [
    sessionSettings,
    `set statement_timeout = ${statementTimeoutMs}`,
    `set idle_in_transaction_session_timeout = ${options.idleTransactionTimeoutMs ?? idleTransactionTimeoutMs}`,
  ].join('; ');
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolSize ?? 10,
    connectionTimeoutMillis: connectionTimeoutMs,
    // a new connection has nothing prepared, so idle ones are worth keeping
    idleTimeoutMillis: idleConnectionTimeoutMs,
    keepAlive: true,
    types,
    // typed as giving nothing, but awaited by pg-pool before the connection is handed out
    onConnect: (client) => client.query(settings) as unknown as undefined,
  });
  // an idle connection that breaks is replaced at the next query; without a handler it would end the process
  pool.on('error', () => {});
  const listener = createListener(options.directUrl ?? options.url);
  try {
    await refuseOldServer(createQueryable(() => pool));
  } catch (error) {
    await pool.end();
    throw error;
  }
  const { query, execute, queryAsPg } = createQueryable(() => pool);
  const work = createWorkCount();
  const ends: (() => Promise<void>)[] = [];
  return {
    kind: 'postgres',
    query: (statement) => work.add(() => query(statement)),
    execute: (sql) => work.add(() => execute(sql)),
    queryAsPg: (text, values) => work.add(() => queryAsPg(text, values)),
    transaction: (run) => work.add(() => runTransaction(pool, run)),
    session: (run) => work.add(() => runSession(options.directUrl ?? options.url, run)),
    listen: listener.listen,
    beforeClose: (end) => void ends.push(end),
    close: async () => {
      for (const end of ends.splice(0)) await end();
      await work.end();
      await Promise.all([listener.close(), pool.end()]);
    },
  };
};

/** What is under way, because pg-pool would leave callers who wait for a connection waiting when it ends. */
const createWorkCount = () => {
  const running = new Set<Promise<unknown>>();
  let ended = false;
  return {
    add: <T>(start: () => Promise<T>): Promise<T> => {
      if (ended) return Promise.reject(new Refusal('DATABASE_UNAVAILABLE', {}, { cause: new Error('closed') }));
      const work = start();
      running.add(work);
      const leave = (): void => void running.delete(work);
      work.then(leave, leave);
      return work;
    },
    end: async (): Promise<void> => {
      ended = true;
      await Promise.allSettled(running);
    },
  };
};

/** Throws START_DATABASE_OLD where the server lacks what the engine's SQL uses. */
export const refuseOldServer = async (server: Queryable): Promise<void> => {
  const { rows } = await server.query<{ number: number; name: string }>({
    text: "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
    values: [],
  });
  const version = rows[0];
  if (version === undefined || version.number < oldestVersion * 10_000)
    throw new Refusal('START_DATABASE_OLD', { version: version?.name ?? '?', minimum: String(oldestVersion) });
};

const runTransaction = async <T>(pool: pg.Pool, run: (queryable: Queryable) => Promise<T>): Promise<T> => {
  const client = await spoken(pool.connect());
  // a connection may break between two statements, when nobody waits for an answer; the next statement will say so
  const ignore = (): void => {};
  client.on('error', ignore);
  let broken = false;
  try {
    return await transactionOn(client, run, () => {
      broken = true;
    });
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
};
