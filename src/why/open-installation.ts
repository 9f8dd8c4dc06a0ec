import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { DataStore, Installation } from '../../engine/commands/contract.ts';
import { Refusal } from '../../engine/core/errors.ts';
import type { Database } from '../../engine/data/database.ts';
import { schemaOptions } from '../access/rename-field-rights.ts';
import { readConfiguration } from '../configuration.ts';
import { openConfigured } from '../open-configured.ts';
import { readGroupGrants } from '../session/session-store.ts';
import { archivesIn } from '../start-product.ts';
import { findPerson } from './find-person.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const hasTable = async (database: Database, name: string): Promise<boolean> => {
  const { rows } = await database.query<{ made: boolean }>({
    text: 'select to_regclass($1::text) is not null as made',
    values: [`public.${name}`],
  });
  return rows[0]?.made === true;
};

/** The database that the environment names, as the server would open it; none is made. Raises COMMAND_ARGUMENT. */
export const openDataStore = async (
  root: string,
  environment: Environment,
  argument = 'DATA_FOLDER',
): Promise<DataStore> => {
  const configuration = readConfiguration(environment);
  const { CLIENT: client, DATABASE_URL: url, DATA_FOLDER: name, TIME_ZONE: timeZone } = configuration;
  const folder = isAbsolute(name) ? name : join(root, name);
  if (url === undefined && !existsSync(folder))
    throw new Refusal('COMMAND_ARGUMENT', { argument, problem: `não há banco em ${name}` });
  const database = await openConfigured({ ...configuration, DATA_FOLDER: folder });
  return {
    client,
    timeZone,
    database,
    archives: archivesIn(folder),
    schemaOptions,
    ...((await hasTable(database, 'grupo')) && { groups: () => readGroupGrants(database) }),
    close: () => database.close(),
  };
};

/** The same with the people who sign in. */
export const openInstallation = async (root: string, environment: Environment): Promise<Installation> => {
  const store = await openDataStore(root, environment, '--user');
  const { database } = store;
  if (!(await hasTable(database, 'usuario'))) {
    await database.close();
    throw new Refusal('COMMAND_ARGUMENT', { argument: '--user', problem: 'o banco ainda não tem usuários' });
  }
  return { ...store, find: (login) => findPerson(database, login) };
};
