/** A database that tells what it is asked, and the readings that counts and sums are tried on. */
import type { Database, Queryable } from '../../../engine/data/database.ts';
import { applySchema } from '../../../engine/data/ddl/apply-schema.ts';
import type { OpenFresh } from '../../support/databases.ts';
import { fill, readingModel } from './readings.ts';

/** 300 rows, a third of each text. */
export const openReadings = async (open: OpenFresh): Promise<Database> => {
  const database = await open();
  await applySchema(database, readingModel);
  await fill(
    database,
    'leitura',
    Array.from({ length: 300 }, (_row, index) => ({ texto: `r${index % 3}`, ordem: index })),
  );
  return database;
};

/** `sent` has the first letters of each statement, within transactions too; who empties it begins anew. */
export const watch = (database: Database): { readonly watching: Database; readonly sent: string[] } => {
  const sent: string[] = [];
  const watched = (queryable: Queryable): Queryable => ({
    query: (statement) => {
      sent.push(statement.text.slice(0, 7));
      return queryable.query(statement);
    },
    execute: (sql) => queryable.execute(sql),
  });
  return {
    sent,
    watching: {
      ...database,
      ...watched(database),
      transaction: (run) => database.transaction((transaction) => run(watched(transaction))),
    },
  };
};
