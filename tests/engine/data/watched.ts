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

/** Gives the readings with an `ordem` below `limit` to the first of two targets, all others to the second. */
export const shareReadings = (database: Database, limit: number): Promise<void> =>
  database.execute(`insert into alvo (nome) values ('a'), ('b');
    update leitura set alvo_id = case when ordem < ${limit} then 1 else 2 end`);

/** `sent` has the first letters of each statement, within transactions too, `whole` all of them; who empties `sent` begins anew. */
export const watch = (
  database: Database,
): { readonly watching: Database; readonly sent: string[]; readonly whole: readonly string[] } => {
  const sent: string[] = [];
  const whole: string[] = [];
  const watched = (queryable: Queryable): Queryable => ({
    query: (statement) => {
      sent.push(statement.text.slice(0, 7));
      whole.push(statement.text);
      return queryable.query(statement);
    },
    execute: (sql) => queryable.execute(sql),
  });
  return {
    sent,
    whole,
    watching: {
      ...database,
      ...watched(database),
      transaction: (run) => database.transaction((transaction) => run(watched(transaction))),
    },
  };
};
