/** Jobs as they are kept and told of. In: who asks, which. Out: rows of `fichario.job` in the words of the API. */
import type { Job, JobDetail, JobLogLine, JobState } from '../contract/job.ts';
import type { Queryable } from '../data/database.ts';

/** A moment as ISO 8601 in UTC. */
export const utc = (moment: string): string => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

interface JobRow extends Omit<Job, 'remaining' | 'file'> {
  /** It waits, and nobody was there to run it for minutes. */
  readonly unattended: boolean;
  readonly fileName: string | null;
  readonly fileSize: number;
  readonly fileExpiresAt: string | null;
  readonly fileGone: boolean;
}

/** Minutes for which a job may wait without a word of whoever runs them. */
const patience = 3;

const attendedKey = 'jobs.attended';

/** Notes that somebody is there who runs jobs: once a minute, by one of them. */
export const noteAttended = async (database: Queryable): Promise<void> => {
  await database.query({
    text: `insert into fichario.state (key, value) values ($1::text, now()::text) on conflict (key) do update set value = excluded.value`,
    values: [attendedKey],
    name: 'jobs-attended',
  });
};

/** A run is as fast as it was from its own beginning on; one of less than a second tells nothing. */
const columns = `id::text as id, kind, title, login as owner, state, done, total, attempts, problem,
  case when state = 'running' and done > run_done and now() > run_at + interval '1 second'
    then (done - run_done)::float8 / extract(epoch from now() - run_at)::float8 end as rate,
  ${utc('created_at')} as "createdAt", ${utc('started_at')} as "startedAt", ${utc('finished_at')} as "finishedAt",
  file_name as "fileName", file_size as "fileSize", ${utc('file_expires_at')} as "fileExpiresAt",
  coalesce(file_expires_at <= now(), false) as "fileGone",
  state = 'queued' and created_at < now() - interval '${patience} minutes' and not exists (select from fichario.state
    where key = '${attendedKey}' and value::timestamptz > now() - interval '${patience} minutes') as unattended`;

/** In words, why a job waits that nobody is there to run. */
export type Unattended = () => string;

const toJob = ({ fileName, fileSize, fileExpiresAt, fileGone, unattended, ...row }: JobRow, why: Unattended): Job => ({
  ...row,
  problem: unattended ? why() : row.problem,
  remaining: row.rate === null || row.total === null ? null : Math.max(0, row.total - row.done) / row.rate,
  file:
    fileName === null || fileExpiresAt === null
      ? null
      : { name: fileName, size: fileSize, expiresAt: fileExpiresAt, gone: fileGone },
});

export interface JobsWanted {
  /** Of whom; undefined: of all. */
  readonly userId?: number | undefined;
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
  /** Jobs that were asked for before the one of this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** One job, and whose it is. */
export interface OwnedJob<Told extends Job = Job> {
  readonly userId: number;
  readonly job: Told;
}

const owned = `${columns}, usuario_id as "userId"`;

/** The newest first. */
export const listJobs = async (
  database: Queryable,
  wanted: JobsWanted,
  why: Unattended,
): Promise<readonly OwnedJob[]> => {
  const { userId, state, kind, before, limit } = wanted;
  const { rows } = await database.query<JobRow & { userId: number }>({
    text: `select ${owned} from fichario.job where ($1::text is null or usuario_id = $1::text::bigint)
      and ($2::text is null or state = $2::text) and ($3::text is null or kind = $3::text)
      and ($4::text is null or (created_at, id) < (select b.created_at, b.id from fichario.job b where b.id = $4::text::uuid))
      order by created_at desc, id desc limit $5::text::integer`,
    values: [userId === undefined ? null : String(userId), state ?? null, kind ?? null, before ?? null, String(limit)],
  });
  return rows.map(({ userId, ...row }) => ({ userId, job: toJob(row, why) }));
};

/** Minutes for which a frame is told of a job that is over. */
const told = 5;

/** Of one person: the jobs that are not over, and those that ended just now. */
export const jobsNow = async (database: Queryable, userId: number, why: Unattended): Promise<readonly Job[]> => {
  const { rows } = await database.query<JobRow>({
    text: `select ${columns} from fichario.job where usuario_id = $1::text::bigint
      and (finished_at is null or finished_at > now() - interval '${told} minutes') order by created_at, id limit 50`,
    values: [String(userId)],
    name: 'jobs-now',
  });
  return rows.map((row) => toJob(row, why));
};

export type KnownJob = OwnedJob<JobDetail>;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const isUuid = (id: string): boolean => uuid.test(id);

export const readJob = async (database: Queryable, id: string, why: Unattended): Promise<KnownJob | undefined> => {
  if (!isUuid(id)) return undefined;
  const { rows } = await database.query<JobRow & { log: string; userId: number }>({
    text: `select ${owned}, log::text as log from fichario.job where id = $1::text::uuid`,
    values: [id],
  });
  const [row] = rows;
  if (row === undefined) return undefined;
  const { log, userId, ...rest } = row;
  return { userId, job: { ...toJob(rest, why), log: JSON.parse(log) as readonly JobLogLine[] } };
};

/** Jobs of one person that are not over. */
export const countOpen = async (database: Queryable, userId: number): Promise<number> => {
  const { rows } = await database.query<{ n: number }>({
    text: `select count(*)::integer as n from fichario.job where usuario_id = $1::text::bigint and finished_at is null`,
    values: [String(userId)],
  });
  return rows[0]?.n ?? 0;
};

/** The chunks of a file, in their order. Throws where one is missing, so that half a file never looks like a whole one. */
export async function* readJobFile(database: Queryable, id: string, size: number): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let position = 0; sent < size; position += 1) {
    const { rows } = await database.query<{ bytes: string }>({
      text: `select encode(bytes, 'base64') as bytes from fichario.job_chunk
        where job_id = $1::text::uuid and position = $2::text::integer`,
      values: [id, String(position)],
      name: 'job-chunk',
    });
    const bytes = Buffer.from(rows[0]?.bytes ?? '', 'base64');
    if (bytes.length === 0) throw new Error(`the file of job ${id} lacks chunk ${position}`);
    sent += bytes.length;
    yield bytes;
  }
}
