/** Where the demonstration logins exist, and where they are locked. */
import { expect, inject, test } from 'vitest';
import type { Database } from '../../engine/data/database.ts';
import { openDatabase } from '../../engine/data/open-database.ts';
import { openPglite } from '../../engine/data/pglite/open-pglite.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { readConfiguration } from '../../src/configuration.ts';
import { demonstrationUsers } from '../../src/session/first-users.ts';
import { startProduct } from '../../src/start-product.ts';
import { createPostgresDatabase } from '../support/databases.ts';
import { administrator } from '../support/product.ts';

const files = readSourceFiles(new URL('../..', import.meta.url).pathname).then(
  (all) => new Map([...all].filter(([path]) => !path.endsWith('.csv'))),
);

/** Starts the product over the database, and gives whether it is a demonstration, and whose logins are open then. */
const start = async (database: Database, environment: Readonly<Record<string, string>>): Promise<unknown> => {
  const product = await startProduct({
    sources: () => files,
    // The next start finds it open.
    open: async () => ({ ...database, close: async () => {} }),
    configuration: readConfiguration({
      LOG_LEVEL: 'silent',
      ADMIN_LOGIN: administrator.login,
      ADMIN_PASSWORD: administrator.password,
      ...environment,
    }),
    pages: undefined,
  });
  await product.close();
  const { rows } = await database.query<{ login: string }>({
    text: 'select login from usuario where not bloqueado order by login',
    values: [],
  });
  return [product.demonstration, rows.map(({ login }) => login)];
};

const everybody = [...demonstrationUsers.map(({ login }) => login), administrator.login].sort();

test('an embedded database is a demonstration where it is reached from this machine alone', async () => {
  const database = await openPglite({ folder: 'memory://', template: inject('pgliteTemplates').product });
  try {
    for (const environment of [
      { HOST: '0.0.0.0' },
      { HOST: '127.0.0.1.example' },
      { HOST: '127.0.0.1', TRUST_PROXY: 'true' },
    ])
      expect([environment, await start(database, environment)]).toEqual([environment, [false, [administrator.login]]]);
    for (const HOST of ['127.10.0.99', '::1'])
      expect([HOST, await start(database, { HOST })]).toEqual([HOST, [true, everybody]]);
    // The same database, opened to others: the known passwords are worth nothing.
    expect(await start(database, { HOST: '127.0.0.1', TRUST_PROXY: 'true' })).toEqual([false, [administrator.login]]);
  } finally {
    await database.close();
  }
});

test('a server is none, wherever it listens', async () => {
  const { url, drop } = await createPostgresDatabase();
  const database = await openDatabase({ url, folder: '', poolSize: 2 });
  try {
    expect(await start(database, { HOST: '127.0.0.1' })).toEqual([false, [administrator.login]]);
  } finally {
    await database.close();
    await drop();
  }
});
