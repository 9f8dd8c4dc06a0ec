import type { KeyObject } from 'node:crypto';
import { createSecretKey, randomBytes } from 'node:crypto';
import type { Database } from '../engine/data/database.ts';

const readSecret = async (database: Database, name: string): Promise<string | undefined> => {
  const { rows } = await database.query<{ value: string }>({
    text: `select encode(value, 'hex') as value from fichario.secret where name = $1::text`,
    values: [name],
  });
  return rows[0]?.value;
};

/** Gives what another process may have made meanwhile. */
const makeSecret = async (database: Database, name: string): Promise<string | undefined> => {
  await database.query({
    text: `insert into fichario.secret (name, value) values ($1::text, decode($2::text, 'hex')) on conflict (name) do nothing`,
    values: [name, randomBytes(32).toString('hex')],
  });
  return readSecret(database, name);
};

/** 32 bytes of this installation, made once and shared by all its processes through the database. */
export const installationSecret = async (database: Database, name: string): Promise<KeyObject> =>
  createSecretKey((await readSecret(database, name)) ?? (await makeSecret(database, name)) ?? '', 'hex');
