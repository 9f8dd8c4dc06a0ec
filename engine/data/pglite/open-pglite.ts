import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { Refusal } from '../../core/errors.ts';
import type { Database, OpeningDatabase, Queryable, Result, Statement } from '../database.ts';
import { quoteIdentifier } from '../ddl/quote.ts';
import { toDatabaseFailure } from '../postgres/failure.ts';
import { idleTransactionTimeoutMs } from '../postgres/session-settings.ts';
import { lockFolder } from './lock-folder.ts';
import type { Reply, Request, Rows, WorkerOptions } from './messages.ts';
import { readPgRows, writePgValue } from './pg-values.ts';

export interface PgliteOptions {
  /** Holds `lock` and the data files in `pglite/`; made where missing. `memory://`: nothing is kept. */
  readonly folder: string;
  /** A tar of a data folder to begin with, for tests. */
  readonly template?: string;
  readonly idleTransactionTimeoutMs?: number;
}

type Ask = (request: RequestBody) => Promise<Rows>;
type RequestBody = Request extends infer R ? (R extends Request ? Omit<R, 'id'> : never) : never;

/** PostgreSQL in a worker thread of this process. Refuses with START_DATABASE_LOCKED. */
export const openPglite = async (options: PgliteOptions): Promise<Database> => (await beginPglite(options)).opened;

/** The same from when its thread has begun: from then on it opens however busy this one is. */
export const beginPglite = async (options: PgliteOptions): Promise<OpeningDatabase> => {
  const kept = options.folder !== 'memory://';
  const release = kept ? await lockFolder(options.folder) : () => {};
  const finish = async (worker: Worker): Promise<Database> => {
    await untilReady(worker);
    if (kept) writeFileSync(join(options.folder, 'initialised'), '');
    return createDatabase(worker, release);
  };
  try {
    const worker = await startWorker({
      dataDir: kept ? prepareDataDir(options.folder) : options.folder,
      template: options.template,
      idleTransactionTimeoutMs: options.idleTransactionTimeoutMs ?? idleTransactionTimeoutMs,
    });
    const opened = finish(worker);
    opened.catch(release);
    return { opened };
  } catch (error) {
    release();
    throw error;
  }
};

/** A first start killed half-way leaves files that no start can read; nothing was ever acknowledged from them. */
const prepareDataDir = (folder: string): string => {
  const dataDir = join(folder, 'pglite');
  if (existsSync(dataDir) && !existsSync(join(folder, 'initialised')))
    renameSync(dataDir, `${dataDir}.interrupted-${Date.now()}`);
  return dataDir;
};

/**
 * Read only where it is wanted: a product on a server has none. What V8 has compiled twice keeps both: freeing the first
 * while another thread runs or ends may abort the process (nodejs/node#64500, "jit_page_->allocations_.erase").
 */
const compileProgram = async (): Promise<WebAssembly.Module> => {
  setFlagsFromString('--no-wasm-code-gc');
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(join(folder, 'pglite.wasm')));
};

/** Of this process: the next database in it has it compiled, and what has run often is fast already. */
let program: Promise<WebAssembly.Module> | undefined;

const unavailable = (cause: unknown): Refusal => new Refusal('DATABASE_UNAVAILABLE', {}, { cause });

const startWorker = async (options: Omit<WorkerOptions, 'program'>): Promise<Worker> => {
  program ??= compileProgram();
  const workerData: WorkerOptions = {
    ...options,
    program: await program.catch((cause) => Promise.reject(unavailable(cause))),
  };
  return new Worker(new URL('./worker.ts', import.meta.url), { workerData, name: 'pglite' });
};

const untilReady = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(unavailable(cause));
    const ended = (code: number): void => fail(new Error(`the PGlite worker ended with ${code}`));
    worker.once('error', fail);
    worker.once('exit', ended);
    worker.once('message', () => {
      worker.off('error', fail);
      worker.off('exit', ended);
      resolve();
    });
  });

const createDatabase = (worker: Worker, release: () => void): Database => {
  const waiting = new Map<number, PromiseWithResolvers<Rows>>();
  const handlers = new Map<string, Set<(payload: string) => void>>();
  let ids = 0;
  let transactions = 0;
  let gone: Refusal | undefined;
  const ends: (() => Promise<void>)[] = [];

  const ask: Ask = (body) => {
    if (gone !== undefined) return Promise.reject(gone);
    const asked = Promise.withResolvers<Rows>();
    ids += 1;
    waiting.set(ids, asked);
    worker.postMessage({ ...body, id: ids });
    return asked.promise;
  };
  const leave = (cause: unknown): void => {
    gone ??= new Refusal('DATABASE_UNAVAILABLE', {}, { cause });
    for (const asked of waiting.values()) asked.reject(gone);
    waiting.clear();
    release();
  };
  worker.on('message', (reply: Reply) => {
    if (reply.kind === 'ready') return;
    if (reply.kind === 'notification') {
      for (const handler of handlers.get(reply.channel) ?? []) handler(reply.payload);
      return;
    }
    const asked = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === 'rows') asked?.resolve(reply.result);
    else asked?.reject(toDatabaseFailure(reply.failure));
  });
  worker.on('error', leave);
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      leave(new Error(`the PGlite worker ended with ${code}`));
      resolve();
    });
  });

  return {
    kind: 'pglite',
    ...createQueryable(ask, undefined),
    transaction: async (run) => {
      transactions += 1;
      return runTransaction(ask, transactions, run);
    },
    listen: async (channel, handler) => {
      const known = handlers.get(channel) ?? new Set();
      handlers.set(channel, known.add(handler));
      await ask({ op: 'execute', transaction: undefined, sql: `listen ${quoteIdentifier(channel)}` });
    },
    beforeClose: (end) => void ends.push(end),
    close: async () => {
      if (gone === undefined) for (const end of ends.splice(0)) await end();
      if (gone === undefined) {
        const closed = ask({ op: 'close', transaction: undefined });
        gone = new Refusal('DATABASE_UNAVAILABLE', {}, { cause: new Error('the database is closed') });
        await closed;
      }
      await exited;
    },
  };
};

const createQueryable = (ask: Ask, transaction: number | undefined): Queryable => ({
  query: async <Row>({ text, values, name }: Statement): Promise<Result<Row>> => {
    const result = await ask({ op: 'query', transaction, text, values, name });
    return { rows: result.rows.map((row) => toObject(result.columns, row) as Row), affected: result.affected };
  },
  execute: async (sql) => {
    await ask({ op: 'execute', transaction, sql });
  },
  queryAsPg: async (text, values = []) => {
    const result = await ask({ op: 'foreign', transaction, text, values: values.map(writePgValue) });
    return { rows: [...(result.before ?? []), result].flatMap(readPgRows) };
  },
});

const toObject = (columns: readonly string[], row: readonly unknown[]): Record<string, unknown> => {
  const object: Record<string, unknown> = {};
  for (let index = 0; index < columns.length; index += 1) object[columns[index] as string] = row[index];
  return object;
};

const runTransaction = async <T>(
  ask: Ask,
  transaction: number,
  run: (queryable: Queryable) => Promise<T>,
): Promise<T> => {
  // not awaited: the worker runs requests in order, so the first statement need not wait for a round trip of its own
  const begun = ask({ op: 'begin', transaction });
  begun.catch(() => {});
  let result: T;
  try {
    result = await run(createQueryable(ask, transaction));
  } catch (error) {
    // the first reason counts: a rollback fails only where the transaction or the worker is already gone
    await ask({ op: 'end', transaction, commit: false }).catch(() => {});
    throw error;
  }
  await ask({ op: 'end', transaction, commit: true });
  return result;
};
