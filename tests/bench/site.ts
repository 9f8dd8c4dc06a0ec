/**
 * A database with the registry filled, the product that serves it and its bare twin. On PostgreSQL both ask one server;
 * on PGlite, which is one process's, the twin has a copy of the data folder.
 */
import { rmSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { startEmbeddedPostgres } from '../support/embedded-postgres.ts';
import type { Child } from './child.ts';
import { startChild } from './child.ts';
import type { Ask } from './connection.ts';
import { askOnce } from './connection.ts';
import { createPeople } from './people.ts';
import { fillRows, registryFiles, registryFolder } from './registry-files.ts';

export interface Site {
  readonly kind: Database['kind'];
  readonly product: Child;
  readonly bare: Child;
  /** The product's request, with the administrator's token. `query` as the address has it. */
  readonly ask: (method: Ask['method'], query: string, more?: Pick<Ask, 'headers' | 'body'>) => Ask;
  /** The `Authorization` of another user. */
  readonly signIn: (login: string, password: string) => Promise<string>;
  /** Route of the registry. */
  readonly resource: string;
  /** Ids of the cities. */
  readonly cities: readonly number[];
  readonly rows: number;
  /** Rows of one `grupo`. */
  readonly groupSize: number;
  readonly close: () => Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const administrator = { ADMIN_LOGIN: 'medida', ADMIN_PASSWORD: 'senha-de-medida' };
/** What the bar of a batch is about. The embedded database has one connection, which a batch keeps for itself. */
const batchRows = { postgres: 100_000, pglite: 10_000 } as const;
/** Rows of one statement of the filling. */
const fillStep = 100_000;

/** The product's files with the registry beside them, and room for the data. */
const makeFolder = async (rows: number): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'fichario-bench-'));
  const { bavail, bsize } = await statfs(folder);
  // Measured with indexes and history: below 2 KB a row while indexes are built.
  const needed = rows * 2048 + 2 ** 30;
  if (bavail * bsize < needed) {
    await rm(folder, { recursive: true });
    throw new Error(`${tmpdir()} needs ${Math.ceil(needed / 2 ** 30)} GB free for ${rows} rows; set TMPDIR`);
  }
  // PostgreSQL runs as another user where this one is root.
  await chmod(folder, 0o755);
  for (const name of ['schemas', 'clients']) await cp(join(root, name), join(folder, name), { recursive: true });
  await mkdir(join(folder, registryFolder), { recursive: true });
  for (const [name, value] of Object.entries(registryFiles)) {
    await writeFile(join(folder, registryFolder, name), JSON.stringify(value));
  }
  return folder;
};

/** Where somebody stops the run, gigabytes would stay. */
const removeLeft = (folder: string): void => {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // what is still writing there has the last word
  }
};

const startProduct = (folder: string, environment: Readonly<Record<string, string>>): Promise<Child> =>
  startChild(join(import.meta.dirname, '../support/serve.ts'), [folder], {
    PORT: '0',
    LOG_LEVEL: 'error',
    ...administrator,
    ...environment,
  });

/** Indexes that only speed reading up are made after the rows, which takes a fraction of the time. */
const withoutIndexes = async (database: Database, run: () => Promise<void>): Promise<void> => {
  const { rows } = await database.query<{ name: string; definition: string }>({
    text: `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
      from pg_index i where i.indrelid = 'amostra'::regclass and not i.indisunique`,
    values: [],
  });
  for (const { name } of rows) await database.execute(`drop index ${name}`);
  await run();
  for (const { definition } of rows) await database.execute(definition);
};

const fill = async (database: Database, rows: number, groupSize: number, history: boolean): Promise<void> => {
  await database.execute('set statement_timeout = 0');
  // References are not checked one by one: the rows are made of ids that are there.
  await database.execute('alter table amostra disable trigger all');
  // These write the history.
  if (history) await database.execute('alter table amostra enable trigger user');
  await withoutIndexes(database, async () => {
    for (let start = 1; start <= rows; start += fillStep) {
      await database.execute(fillRows(start, Math.min(rows, start + fillStep - 1), groupSize));
    }
  });
  await database.execute('alter table amostra enable trigger all');
  await database.execute('vacuum analyze');
};

const signIn = async (url: string, userId: string, password: string): Promise<string> => {
  const { body } = await askOnce(url, {
    method: 'POST',
    path: '/api/auth/token/issue',
    body: JSON.stringify({ userId, password }),
  });
  const { token } = JSON.parse(body.toString('utf8')) as { token?: string };
  if (token === undefined) throw new Error(`login of ${userId}: ${body.toString('utf8')}`);
  return `Bearer ${token}`;
};

const openServer = (folder: string): ReturnType<typeof startEmbeddedPostgres> =>
  startEmbeddedPostgres({
    folder,
    settings: { shared_buffers: '1GB', maintenance_work_mem: '512MB', max_wal_size: '8GB' },
  });

/** `history`: as in a registry in use; without it, only reading can be measured. */
export const openSite = async (kind: Database['kind'], rows: number, history: boolean): Promise<Site> => {
  const folder = await makeFolder(rows);
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of ends.reverse()) await end();
  };
  try {
    const server = kind === 'postgres' ? await openServer(join(folder, 'postgres')) : undefined;
    if (server) ends.push(server.stop);
    // After the server's own listener, which ends it.
    process.once('exit', () => removeLeft(folder));
    const data = join(folder, 'data');
    const open = () => openDatabase({ folder: data, poolSize: 1, ...(server ? { url: server.url } : {}) });
    // Wrong logins come from many addresses.
    const ofServer = server ? { DATABASE_URL: server.url, JOBS_APART: 'true' } : {};
    const environment = { DATA_FOLDER: data, TRUST_PROXY: 'true', ...ofServer };
    // The first start makes the tables; then the rows go in while nobody serves.
    await (await startProduct(folder, environment)).stop();
    const database = await open();
    const groupSize = Math.min(batchRows[kind], Math.ceil(rows / 2));
    await fill(database, rows, groupSize, history);
    const { rows: cities } = await database.query<{ id: number }>({
      text: 'select id::integer as id from cidade order by id',
      values: [],
    });
    await createPeople(database, cities[0]?.id ?? 0);
    await database.close();

    const twin = join(folder, 'twin');
    if (!server) await cp(data, twin, { recursive: true });
    const product = await startProduct(folder, environment);
    ends.push(product.stop);
    const bare = await startChild(
      join(import.meta.dirname, 'bare-server.ts'),
      server ? ['postgres', server.url] : ['pglite', twin],
      {},
    );
    ends.push(bare.stop);
    const authorization = await signIn(product.url, administrator.ADMIN_LOGIN, administrator.ADMIN_PASSWORD);
    return {
      kind,
      product,
      bare,
      ask: (method, query, { headers, body } = {}) => ({
        method,
        path: `/api/amostras${query}`,
        headers: { authorization, ...headers },
        ...(body === undefined ? {} : { body }),
      }),
      signIn: (login, password) => signIn(product.url, login, password),
      resource: '/amostras',
      cities: cities.map(({ id }) => id),
      rows,
      groupSize,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
};
