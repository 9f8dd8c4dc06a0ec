import type { Queryable } from './database.ts';
import type { WriteEngine } from './run-write.ts';

/** The engine whose writes go into a transaction that is open. */
export const within = (engine: WriteEngine, transaction: Queryable): WriteEngine => ({
  ...engine,
  database: {
    ...engine.database,
    query: (statement) => transaction.query(statement),
    execute: (sql) => transaction.execute(sql),
    transaction: (run) => run(transaction),
  },
});
