/**
 * How far a batch is while it is applied, kept beside it: on a server the batch itself is one transaction, of which nobody
 * sees anything before it ends. In: records that had their turn. Out: a row of `fichario.batch_progress`, which goes at the end.
 */
import { progressAbove } from '../../contract/batch-progress.ts';
import type { Database } from '../database.ts';
import type { StoredBatch } from './types.ts';

/** Milliseconds between two writes. */
const pause = 500;

export interface ProgressTeller {
  readonly tell: (records: number) => void;
  readonly end: () => Promise<void>;
}

const silent: ProgressTeller = { tell: () => undefined, end: async () => undefined };

/** `whole`: it is one transaction, in which an embedded database takes no other statement. */
export const tellProgress = async (
  database: Database,
  { id, rows, written }: StoredBatch,
  whole: boolean,
): Promise<ProgressTeller> => {
  if (rows <= progressAbove || (whole && database.kind === 'pglite')) return silent;
  let done = written;
  let last = performance.now();
  let writing: Promise<unknown> | undefined;
  const run = (text: string, values: readonly string[]): Promise<unknown> =>
    // What is told by the way does not stop what it tells of.
    database.query({ text, values: [id, ...values] }).catch(() => undefined);
  await run(
    `insert into fichario.batch_progress (batch_id, first, done) values ($1::text::uuid, $2::text::integer, $2::text::integer)
      on conflict (batch_id) do update set first = excluded.first, done = excluded.done, began = excluded.began, at = excluded.at`,
    [String(done)],
  );
  return {
    tell: (records) => {
      done += records;
      const now = performance.now();
      // Never waited for: all connections may be taken by batches that would wait for another.
      if (writing !== undefined || now - last < pause) return;
      last = now;
      writing = run(
        'update fichario.batch_progress set done = $2::text::integer, at = clock_timestamp() where batch_id = $1::text::uuid',
        [String(Math.min(done, rows))],
      ).finally(() => {
        writing = undefined;
      });
    },
    end: async () => {
      await writing;
      await run('delete from fichario.batch_progress where batch_id = $1::text::uuid', []);
    },
  };
};
