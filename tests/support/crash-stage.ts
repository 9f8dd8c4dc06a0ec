/** The product in a process of its own, over one more registry, to be killed (the server database with it) and started again. */
import { chmod, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import type { EmbeddedPostgres } from './embedded-postgres.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { makeMemoryFolder } from './memory-folder.ts';
import { runOn } from './run-on.ts';
import type { ServedProduct } from './served-product.ts';
import { serveProduct } from './served-product.ts';

/** Asks the product as its administrator; rejects when the connection breaks. */
export type Ask = (method: string, path: string, more?: Pick<RequestInit, 'body' | 'headers'>) => Promise<Response>;

export interface CrashStage {
  /** Signs in and gives a way to ask. */
  readonly signIn: () => Promise<Ask>;
  /** Kills product and server database at once. */
  readonly kill: () => Promise<void>;
  /** Kills the product alone, whose jobs are from now on those of a process that was not heard of for an hour. */
  readonly killProduct: () => Promise<void>;
  /** Starts them again; milliseconds until the product answers. */
  readonly start: () => Promise<number>;
  /** Names of what the product has put among the temporary files. */
  readonly temporary: () => Promise<readonly string[]>;
  /** Ends the product and opens its database. */
  readonly openDatabase: () => Promise<Database>;
  readonly close: () => Promise<void>;
}

const root = join(import.meta.dirname, '../..');
/** Who may sign in and what is said; the hundreds of other tables would make each start take longer, and are not written to. */
const needed = ['acesso', 'cadastro/menu.json', 'code-lists', 'flags.json', 'home', 'messages'];
/** What users point at, so that their tables need not come. */
const standIns = ['prestador', 'beneficiario'].map((entity) => ({
  'schema.json': {
    title: entity,
    type: 'object',
    properties: { codigo: { title: 'Código', type: 'string', maxLength: 20, 'x-unique': true } },
  },
  'columns.json': {
    entity,
    path: `/${entity}`,
    title: entity,
    permission: { subject: entity },
    parent: '/',
    sort: ['codigo'],
  },
}));
const client = { name: 'copass', title: 'Copass Saúde' };
const administrator = { ADMIN_LOGIN: 'durabilidade', ADMIN_PASSWORD: 'senha-duravel' };

const signInTo = async (product: ServedProduct): Promise<Ask> => {
  const answer = await fetch(`${product.url}/api/auth/token/issue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userId: administrator.ADMIN_LOGIN, password: administrator.ADMIN_PASSWORD }),
  });
  const { token } = (await answer.json()) as { token: string };
  return (method, path, { body, headers } = {}) =>
    fetch(`${product.url}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
    } as RequestInit);
};

/** Started, with the registry of the two files, whose folder is named after its path. */
export const openCrashStage = async (
  kind: Database['kind'],
  registry: { readonly 'schema.json': object; readonly 'columns.json': { readonly path: string } },
): Promise<CrashStage> => {
  const folder = makeMemoryFolder();
  // PostgreSQL runs as another user where this one is root.
  await chmod(folder, 0o755);
  for (const name of needed)
    await cp(join(root, 'schemas', name), join(folder, 'schemas', name), {
      recursive: true,
      filter: (path) => !path.endsWith('.csv'),
    });
  await mkdir(join(folder, 'clients'));
  const temporary = join(folder, 'temporary');
  await mkdir(temporary);
  await writeFile(join(folder, `clients/${client.name}.json`), JSON.stringify(client));
  for (const files of [registry, ...standIns]) {
    const place = join(folder, 'schemas/queda', files['columns.json'].path);
    await mkdir(place, { recursive: true });
    for (const [name, value] of Object.entries(files)) await writeFile(join(place, name), JSON.stringify(value));
  }
  const data = join(folder, 'data');
  let postgres: EmbeddedPostgres | undefined;
  let product: ServedProduct;
  const start = async (): Promise<number> => {
    if (kind === 'postgres')
      postgres ??= await startEmbeddedPostgres({ folder: join(folder, 'postgres'), fsync: true });
    product = await serveProduct(folder, {
      ...administrator,
      DATA_FOLDER: data,
      TMPDIR: temporary,
      ...(postgres ? { DATABASE_URL: postgres.url } : {}),
    });
    return product.readyAfter;
  };
  const close = async (): Promise<void> => {
    await product?.stop('SIGKILL');
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await start();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    signIn: () => signInTo(product),
    kill: async () => {
      if (postgres) process.kill(postgres.pid, 'SIGKILL');
      await product.stop('SIGKILL');
      // Waits for its end, and takes its binaries away.
      await postgres?.stop();
      postgres = undefined;
    },
    killProduct: async () => {
      await product.stop('SIGKILL');
      if (postgres)
        await runOn(
          postgres.url,
          `update fichario_fila.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`,
        );
    },
    start,
    temporary: () => readdir(temporary),
    openDatabase: async () => {
      await product.stop('SIGTERM');
      return openDatabase({ folder: data, ...(postgres ? { url: postgres.url } : {}) });
    },
    close,
  };
};
