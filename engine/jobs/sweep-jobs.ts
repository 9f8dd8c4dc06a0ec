/**
 * Takes away files that have expired, what is left of those that were never finished, and jobs that ended long ago. In: the
 * database. A few chunks a statement, for on PGlite everybody waits behind each.
 */
import type { Queryable } from '../data/database.ts';

/** Chunks, and jobs, of one statement. */
const [mostChunks, mostJobs] = [20, 200];

/** Days that a job is told of after its end. */
const jobDays = 30;

const overdue = `(j.state = 'done' and j.file_expires_at <= now())
  or (j.state in ('failed', 'cancelled') and j.finished_at < now() - interval '1 day')`;

const forgotten = `finished_at < now() - interval '${jobDays} days' and coalesce(file_expires_at, now()) <= now()`;

/** Until nothing is left, or `stopped`. Where a job that is tried again later loses what it had saved, it begins anew. */
export const sweepJobs = async (database: Queryable, stopped: () => boolean): Promise<void> => {
  const repeat = async (text: string, most: number): Promise<void> => {
    for (let affected = most; affected >= most && !stopped(); )
      affected = (await database.query({ text, values: [] })).affected;
  };
  await repeat(
    `update fichario.job set checkpoint = null, chunks = 0, file_size = case when state = 'done' then file_size else 0 end, done = case when state = 'done' then done else 0 end
      where id in (select j.id from fichario.job j where j.chunks > 0 and (${overdue}) limit ${mostJobs} for update skip locked)`,
    mostJobs,
  );
  await repeat(
    `delete from fichario.job_chunk where ctid = any(array(select k.ctid from fichario.job_chunk k
      join fichario.job j on j.id = k.job_id where k.position >= j.chunks limit ${mostChunks} for update of k skip locked))`,
    mostChunks,
  );
  await repeat(
    `delete from fichario.job where id in (select id from fichario.job where ${forgotten} limit ${mostJobs} for update skip locked)`,
    mostJobs,
  );
};
