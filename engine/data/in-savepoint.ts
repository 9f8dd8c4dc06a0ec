import type { Queryable } from './database.ts';

/** Runs a part of a transaction that may fail without ending it. */
export const inSavepoint = async <T>(transaction: Queryable, run: () => Promise<T>): Promise<T> => {
  await transaction.execute('savepoint part');
  try {
    const result = await run();
    await transaction.execute('release savepoint part');
    return result;
  } catch (error) {
    await transaction.execute('rollback to savepoint part; release savepoint part');
    throw error;
  }
};
