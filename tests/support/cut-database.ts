/** A database that is cut off, for what must be whole or go on. */
import type { Database, Queryable } from '../../engine/data/database.ts';

export class Cut extends Error {}

/** The database, cut off before the statement of that number. */
export const cutAt = (
  database: Database,
  at: number,
): { readonly database: Database; readonly statements: () => number } => {
  let done = 0;
  const count = (): void => {
    done += 1;
    if (done === at) throw new Cut(`before statement ${at}`);
  };
  const watch = <Part extends Queryable>(part: Part): Part => ({
    ...part,
    query: (statement) => {
      count();
      return part.query(statement);
    },
    execute: (sql) => {
      count();
      return part.execute(sql);
    },
  });
  return {
    statements: () => done,
    database: {
      ...watch(database),
      transaction: (run) => database.transaction((transaction) => run(watch(transaction))),
    },
  };
};
