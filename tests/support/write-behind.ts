/** Writes that have to wait for another one. */
import { expect } from 'vitest';
import type { Database, Statement } from '../../engine/data/database.ts';

/** Sessions of this database that wait for another's lock. */
export const waiting = async (database: Database): Promise<unknown> =>
  (
    await database.query<{ n: number }>({
      text: `select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      values: [],
    })
  ).rows[0]?.n;

/** Gives what `write` gives, which begins behind the statements of a transaction that ends only once so many wait. */
export const writeBehind = async <Answer>(
  database: Database,
  statements: readonly Statement[],
  write: () => Promise<Answer>,
  count = 1,
): Promise<Answer> => {
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const other = database.transaction(async (transaction) => {
    for (const statement of statements) await transaction.query(statement);
    locked.resolve();
    await held.promise;
  });
  await Promise.race([locked.promise, other]);
  const late = write();
  // Of an embedded database all wait for its only connection.
  try {
    if (database.kind === 'postgres') await expect.poll(() => waiting(database), { timeout: 20_000 }).toBe(count);
  } finally {
    held.resolve();
  }
  await other;
  return late;
};
