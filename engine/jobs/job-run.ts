/**
 * One run of a job, as `fichario.job` is told of it. Every write names the run: where the job was cancelled, or another
 * process has begun a later run of it, nothing is written any more and the run is told that it is lost.
 */
import type { JobLogLine } from '../contract/job.ts';
import type { Queryable } from '../data/database.ts';
import type { JobFileName } from './job-kind.ts';
import { tellJob } from './job-word.ts';

/** Lines that are kept, and characters of each. */
const [mostLines, longestLine] = [200, 500];

/** What a run begins with. */
export interface BegunRun {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly userId: number;
  readonly login: string;
  readonly origin: string;
  readonly input: string;
  readonly checkpoint: string | null;
  readonly log: string;
  readonly run: number;
  readonly attempts: number;
  readonly done: number;
  readonly total: number | null;
}

/** undefined: the entry of the queue is not the one of the job any more, or the job is over. */
export const beginRun = async (database: Queryable, id: string, queueId: string): Promise<BegunRun | undefined> => {
  const { rows } = await database.query<BegunRun>({
    text: `update fichario.job set state = 'running', run = run + 1, attempts = attempts + 1,
        started_at = coalesce(started_at, now()), run_at = now(), run_done = done
      where id = $1::text::uuid and queue_id = $2::text::uuid and state in ('queued', 'running')
      returning id::text as id, kind, title, usuario_id as "userId", login, origin, input::text as input,
        checkpoint::text as checkpoint, log::text as log, run, attempts, done, total`,
    values: [id, queueId],
  });
  const [begun] = rows;
  if (begun !== undefined) await tellJob(database, { id, userId: begun.userId, state: 'running' });
  return begun;
};

/** The run has lost its job. */
export class LostRun extends Error {}

export interface Progress {
  readonly done: number;
  readonly total: number | null;
}

/** How a run ends: `retry` goes on later, by the queue. */
export type RunEnd =
  | { readonly state: 'done'; readonly file: JobFileName | undefined; readonly days: number }
  | { readonly state: 'failed' | 'retry'; readonly problem: string };

const moment = (): string => new Date().toISOString();

/** What one run writes; each raises LostRun. */
export class JobRun {
  readonly #database: Queryable;
  readonly #begun: BegunRun;
  readonly #lines: JobLogLine[];
  #progress: Progress;

  constructor(database: Queryable, begun: BegunRun) {
    this.#database = database;
    this.#begun = begun;
    this.#lines = JSON.parse(begun.log) as JobLogLine[];
    this.#progress = { done: begun.done, total: begun.total };
  }

  note(text: string): void {
    this.#lines.push({ at: moment(), text: text.slice(0, longestLine) });
    this.#lines.splice(0, this.#lines.length - mostLines);
  }

  set progress(progress: Progress) {
    this.#progress = progress;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** What every write sets beside its own. */
  get #always(): readonly (string | null)[] {
    const { id, run } = this.#begun;
    const { done, total } = this.#progress;
    return [id, String(run), String(done), total === null ? null : String(total), JSON.stringify(this.#lines)];
  }

  async #write(set: string, values: readonly (string | null)[], more = ''): Promise<void> {
    const { rows } = await this.#database.query<{ n: number }>({
      text: `with mine as (update fichario.job set done = $3::text::bigint, total = $4::text::bigint, log = $5::text::jsonb${set}
        where id = $1::text::uuid and run = $2::text::integer and state = 'running' returning id, chunks)${more}
        select count(*)::integer as n from mine`,
      values: [...this.#always, ...values],
    });
    if (rows[0]?.n !== 1) throw new LostRun(`job ${this.#begun.id} is not of run ${this.#begun.run} any more`);
  }

  /** Progress and log. */
  flush(): Promise<void> {
    return this.#write('', []);
  }

  save(state: unknown, bytes: Uint8Array | undefined): Promise<void> {
    const checkpoint = JSON.stringify(state);
    if (bytes === undefined || bytes.length === 0) return this.#write(', checkpoint = $6::text::jsonb', [checkpoint]);
    return this.#write(
      ', checkpoint = $6::text::jsonb, chunks = chunks + 1, file_size = file_size + $7::text::bigint',
      [checkpoint, String(bytes.length), Buffer.from(bytes).toString('base64')],
      `, kept as (insert into fichario.job_chunk (job_id, position, bytes) select id, chunks - 1, decode($8::text, 'base64') from mine)`,
    );
  }

  /** As if nothing had been saved. */
  restart(): Promise<void> {
    this.#progress = { done: 0, total: null };
    return this.#write(
      ', checkpoint = null, chunks = 0, file_size = 0, run_done = 0',
      [],
      ', gone as (delete from fichario.job_chunk where job_id in (select id from mine))',
    );
  }

  async end(end: RunEnd): Promise<void> {
    const { id, userId } = this.#begun;
    if (end.state === 'done')
      await this.#write(
        `, state = 'done', problem = null, finished_at = now(), file_name = $6::text, file_type = $7::text,
          file_expires_at = case when $6::text is not null then now() + make_interval(days => $8::text::integer) end`,
        [end.file?.name ?? null, end.file?.type ?? null, String(end.days)],
      );
    else if (end.state === 'failed')
      await this.#write(`, state = 'failed', problem = $6::text, finished_at = now()`, [end.problem]);
    else await this.#write(`, state = 'queued', problem = $6::text`, [end.problem]);
    await tellJob(this.#database, { id, userId, state: end.state === 'retry' ? 'queued' : end.state });
  }
}
