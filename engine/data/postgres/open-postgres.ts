import pg from 'pg';
import { Refusal } from '../../core/errors.ts';
import type { Database, Queryable, Result, Statement } from '../database.ts';
import { DatabaseError } from '../database.ts';
import { copyRows } from './copy-rows.ts';
import { toDatabaseFailure } from './failure.ts';
import { createListener } from './listener.ts';
import { valueReader } from './read-value.ts';
import { idleTransactionTimeoutMs, sessionSettings, statementTimeoutMs } from './session-settings.ts';

export interface PostgresOptions {
  readonly url: string;
  /** Straight to the server where `url` goes through a pooler, which would not deliver notifications. */
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

/** Values come as in PGlite's session; pg's own readers would make dates of moments and objects of json. */
const types = { getTypeParser: valueReader } as unknown as pg.CustomTypesConfig;

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

const createQueryable = (client: () => Pick<pg.Pool, 'query'>): Required<Omit<Queryable, 'copy'>> => ({
  query: async <Row>({ text, values, name }: Statement): Promise<Result<Row>> => {
    try {
      const config = { text, values: values as (string | null)[] };
      const result = await client().query<pg.QueryResultRow>(name === undefined ? config : { ...config, name });
      return { rows: result.rows as Row[], affected: result.rowCount ?? 0 };
    } catch (error) {
      throw toDatabaseFailure(error);
    }
  },
  execute: async (sql) => {
    try {
      await client().query(sql);
    } catch (error) {
      throw toDatabaseFailure(error);
    }
  },
  queryAsPg: async (text, values) => {
    try {
      const config = { text, types: pg.types, ...(values && values.length > 0 && { values: [...values] }) };
      const result: pg.QueryResult | readonly pg.QueryResult[] = await client().query(config);
      const results = Array.isArray(result) ? (result as readonly pg.QueryResult[]) : [result as pg.QueryResult];
      return { rows: results.flatMap(({ rows }) => rows as Record<string, unknown>[]) };
    } catch (error) {
      throw toDatabaseFailure(error);
    }
  },
});

/** What the driver raises, told as a failure of the database; what `run` of a transaction raises is its own. */
const spoken = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw toDatabaseFailure(error);
  });

const runTransaction = async <T>(pool: pg.Pool, run: (queryable: Queryable) => Promise<T>): Promise<T> => {
  const client = await spoken(pool.connect());
  let open: pg.PoolClient | undefined = client;
  // a connection may break between two statements, when nobody waits for an answer; the next statement will say so
  const ignore = (): void => {};
  client.on('error', ignore);
  let broken = false;
  try {
    await spoken(client.query('begin'));
    const connection = (): pg.PoolClient => {
      if (open === undefined) throw new DatabaseError('the transaction is over', { code: '25P03' });
      return open;
    };
    const result = await run({
      ...createQueryable(() => connection() as unknown as Pick<pg.Pool, 'query'>),
      copy: (statement, lines) => copyRows(connection(), statement, lines),
    });
    const committed = await spoken(client.query('commit'));
    // PostgreSQL answers a commit of a failed transaction with ROLLBACK and no error
    if (committed.command !== 'COMMIT')
      throw new DatabaseError('the transaction was rolled back: one of its statements had failed', { code: '25P02' });
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    throw error;
  } finally {
    open = undefined;
    client.off('error', ignore);
    client.release(broken);
  }
};
