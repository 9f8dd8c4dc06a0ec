import type { KeyObject } from 'node:crypto';
import { createSecretKey, randomBytes } from 'node:crypto';
import type { Database } from '../engine/data/database.ts';

/** 32 bytes of this installation, made once and shared by all its processes through the database. */
export const installationSecret = async (database: Database, name: string): Promise<KeyObject> => {
  await database.query({
    text: `insert into fichario.secret (name, value) values ($1::text, decode($2::text, 'hex')) on conflict (name) do nothing`,
    values: [name, randomBytes(32).toString('hex')],
  });
  const { rows } = await database.query<{ value: string }>({
    text: `select encode(value, 'hex') as value from fichario.secret where name = $1::text`,
    values: [name],
  });
  return createSecretKey(rows[0]?.value ?? '', 'hex');
};
