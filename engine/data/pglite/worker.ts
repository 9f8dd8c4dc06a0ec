/** Entry of the worker thread: PGlite, its session and the queue before it. Started only by `open-pglite.ts`. */
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import type { Failure } from '../postgres/failure.ts';
import { sessionSettings } from '../postgres/session-settings.ts';
import type { Reply, Request, WorkerOptions } from './messages.ts';
import { createQueue } from './queue.ts';
import { createSession, SessionFailure } from './session.ts';

const options = workerData as WorkerOptions;
const port = parentPort;
if (port === null) throw new Error('engine/data/pglite/worker.ts runs only as a worker');

const reply = (message: Reply): void => port.postMessage(message);

const asFailure = (error: Error): Failure =>
  error instanceof SessionFailure ? error.failure : { message: error.stack ?? error.message, code: 'XX000' };

/** Read at once: what Node makes of a file, or of its bytes, hands them out in pieces that take four times as long. */
class TarFile extends Blob {
  private readonly path: string;
  constructor(path: string) {
    super();
    this.path = path;
  }
  override async arrayBuffer(): Promise<ArrayBuffer> {
    await using file = await open(this.path);
    const { size } = await file.stat();
    const bytes = new Uint8Array(size);
    await file.read(bytes, 0, size);
    return bytes.buffer;
  }
}

/** The data folder to begin with, as a tar; undefined where there is one. What `initdb` would make is twice as fast unpacked. */
const beginning = async ({ dataDir, template }: WorkerOptions): Promise<Blob | undefined> => {
  if (template !== undefined) return new TarFile(template);
  if (existsSync(join(dataDir, 'PG_VERSION'))) return undefined;
  const fresh = await import('@electric-sql/pglite-prepopulatedfs');
  return fresh.dataDir();
};

const loadDataDir = await beginning(options);
const database = await PGlite.create({
  dataDir: options.dataDir,
  pgliteWasmModule: options.program,
  extensions: { unaccent, pg_trgm, btree_gist },
  ...(loadDataDir && { loadDataDir }),
});
const session = createSession(database, (channel, payload) => reply({ kind: 'notification', channel, payload }));
await session.execute(sessionSettings);

const queue = createQueue(
  session,
  { idleTransactionTimeoutMs: options.idleTransactionTimeoutMs, close: () => database.close() },
  (request, result) => {
    if (result instanceof Error) reply({ kind: 'failure', id: request.id, failure: asFailure(result) });
    else reply({ kind: 'rows', id: request.id, result });
    if (request.op === 'close') port.close();
  },
);
port.on('message', (request: Request) => queue.add(request));
reply({ kind: 'ready' });
