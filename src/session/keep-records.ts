/** Sweeps what is kept of accesses and sensitive reads, plans that nobody applied, what is kept to take old batches back and keys of requests, while the product runs. In: the database. Out: the way to end it. */

import { sweepBatches } from '../../engine/data/batch/store.ts';
import { sweepApplied } from '../../engine/data/batch/sweep-applied.ts';
import type { Database } from '../../engine/data/database.ts';
import { sweepKeys } from '../../engine/data/idempotency-keys.ts';
import { sweepImports } from '../../engine/data/import/store.ts';
import { sweepRecords } from '../../engine/data/sweep-records.ts';

/** After the start, when everybody comes in at once, and from then on. */
const [first, pause] = [60_000, 60 * 60_000];

interface RecordKeeper {
  /** Ends after the portion that is under way. */
  readonly close: () => Promise<void>;
}

/** `years` that a row is kept. A sweep that fails is told and comes again. */
export const keepRecords = (database: Database, years: number, fail: (error: unknown) => void): RecordKeeper => {
  let closed = false;
  let running: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout;
  const sweep = (): void => {
    running = sweepRecords(database, years, () => closed)
      .then(() => sweepBatches(database))
      .then(() => sweepApplied(database, () => closed))
      .then(() => sweepImports(database))
      .then(() => sweepKeys(database, () => closed))
      .then(() => undefined, fail)
      .then(() => wait(pause));
  };
  const wait = (milliseconds: number): void => {
    if (!closed) timer = setTimeout(sweep, milliseconds).unref();
  };
  wait(first);
  return {
    close: () => {
      closed = true;
      clearTimeout(timer);
      return running;
    },
  };
};
