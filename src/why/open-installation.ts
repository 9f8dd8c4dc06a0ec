import { existsSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Installation } from '../../engine/commands/contract.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { readConfiguration } from '../configuration.ts';
import { openConfigured } from '../start-product.ts';
import { findPerson } from './find-person.ts';

/** The database that the environment names, as the server would open it; none is made. */
export const openInstallation = async (
  root: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Installation> => {
  const configuration = readConfiguration(environment);
  const { CLIENT: client, DATABASE_URL: url, DATA_FOLDER: name } = configuration;
  const folder = isAbsolute(name) ? name : join(root, name);
  if (url === undefined && !existsSync(folder))
    throw new Refusal('COMMAND_ARGUMENT', { argument: 'DATA_FOLDER', problem: `não há banco em ${name}` });
  const database = await openConfigured({ ...configuration, DATA_FOLDER: folder });
  const { rows } = await database.query<{ made: boolean }>({
    text: `select to_regclass('public.usuario') is not null as made`,
    values: [],
  });
  if (rows[0]?.made !== true) {
    await database.close();
    throw new Refusal('COMMAND_ARGUMENT', { argument: '--user', problem: 'o banco ainda não tem usuários' });
  }
  return {
    client,
    database,
    find: (login) => findPerson(database, login),
    close: () => database.close(),
  };
};
