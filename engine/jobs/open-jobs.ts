/**
 * Long work that nobody waits for: asked for by a person, run by whichever process is free, left and found again. In: the
 * kinds of jobs, the database. Out: what the API asks of them. Layers: on `data`, below `api`; knows no product.
 */
import { randomUUID } from 'node:crypto';
import type { Access } from '../access/access.ts';
import type { Job } from '../contract/job.ts';
import { isOver } from '../contract/job.ts';
import { Refusal } from '../core/errors.ts';
import type { Database, Queryable } from '../data/database.ts';
import { takeTurn } from '../data/take-turn.ts';
import type { AnyJobKind } from './job-kind.ts';
import type { JobQueue, QueueTimes } from './job-queue.ts';
import { openQueue, usualTimes } from './job-queue.ts';
import type { JobsWanted, KnownJob, OwnedJob } from './job-rows.ts';
import { countOpen, jobsNow, listJobs, readJob, readJobFile } from './job-rows.ts';
import type { BegunRun } from './job-run.ts';
import type { JobWord } from './job-word.ts';
import { jobChannel, readWord, tellJob } from './job-word.ts';
import type { RunnerParts } from './run-job.ts';
import { createRunner } from './run-job.ts';
import type { AskedJob, Schedules } from './schedules.ts';
import { createSchedules, kindFor } from './schedules.ts';
import { sweepJobs } from './sweep-jobs.ts';

/** Jobs of one person that wait or run at a time. */
const mostOpen = 20;
/** Jobs that one person begins in a minute, and cancels perhaps: more than the two of each import that may be sent in one. */
const begunPerMinute = 120;
/** Jobs that a process runs at a time: PGlite is one connection. */
const widths = { pglite: 1, postgres: 2 } as const;

export interface JobParts extends Pick<RunnerParts, 'database' | 'accessOf' | 'tell' | 'fail'> {
  readonly kinds: readonly AnyJobKind[];
  /** Of the clock that schedules go by. */
  readonly timeZone: string;
  /** What is nobody's and due every day: asked for more often, in one process at a time. Rejects where it failed. */
  readonly daily?: (signal: AbortSignal) => Promise<void>;
  readonly times?: QueueTimes;
  /** Whether this process runs jobs, or leaves them to others on the same database. Default true. */
  readonly runs?: boolean;
  /** Days that a file stays. Default 7. */
  readonly fileDays?: number;
}

/** Who asks for a job, from where (`writeOrigin`). */
export interface JobCaller {
  readonly access: Access;
  readonly origin: string;
}

export interface Jobs {
  readonly kinds: readonly AnyJobKind[];
  /** Raises JOB_KIND_UNKNOWN, REQUEST_BODY_INVALID, REQUEST_TOO_MANY, JOB_LIMIT and what the kind refuses. */
  readonly ask: (kind: string, input: unknown, caller: JobCaller) => Promise<Job>;
  readonly schedules: Schedules;
  readonly list: (wanted: JobsWanted) => Promise<readonly OwnedJob[]>;
  readonly read: (id: string) => Promise<KnownJob | undefined>;
  /** Raises JOB_OVER, JOB_MISSING. */
  readonly cancel: (id: string) => Promise<Job>;
  /** One that failed or was cancelled, from where it was. Raises JOB_NOT_OVER, JOB_MISSING, REQUEST_TOO_MANY, JOB_LIMIT. */
  readonly again: (id: string) => Promise<Job>;
  readonly content: (id: string, size: number) => AsyncGenerator<Buffer>;
  /** The own jobs that a frame tells of. */
  readonly now: (userId: number) => Promise<readonly Job[]>;
  /** When a job of the person begins, ends or is asked for, until `signal`. */
  readonly wake: (userId: number, signal: AbortSignal, wake: () => void) => void;
  /** The queue takes and gives jobs. Rejects where it could not be opened. */
  readonly ready: Promise<void>;
  readonly close: () => Promise<void>;
}

/** Where one was put back by a process that stops, or lost by one that ended, it has had no try for it. */
const requeue = async (transaction: Queryable, id: string, run: number, queue: JobQueue): Promise<void> => {
  const queueId = randomUUID();
  const { rows } = await transaction.query({
    text: `update fichario.job set state = 'queued', queue_id = $3::text::uuid
      where id = $1::text::uuid and run = $2::text::integer and state = 'running' returning 1`,
    values: [id, String(run), queueId],
  });
  if (rows.length > 0) await queue.send(transaction, queueId, id);
};

/** What ran when the only process there is ended, runs again without waiting for what is heard of it. */
const recover = async (database: Database, queue: JobQueue, { retries }: QueueTimes, lost: string): Promise<void> => {
  const { rows } = await database.query<{ id: string; run: number; attempts: number; queueId: string }>({
    text: `select id::text as id, run, attempts, queue_id::text as "queueId" from fichario.job where state = 'running'`,
    values: [],
  });
  for (const { id, run, attempts, queueId } of rows) {
    // A job that ends its process each time is not run for ever.
    if (attempts > retries) await giveUp(database, id, queueId, lost);
    else await database.transaction((transaction) => requeue(transaction, id, run, queue));
  }
};

const giveUp = async (database: Queryable, id: string, queueId: string, problem: string): Promise<void> => {
  const { rows } = await database.query<{ userId: number }>({
    text: `update fichario.job set state = 'failed', problem = $3::text, finished_at = now()
      where id = $1::text::uuid and queue_id = $2::text::uuid and state in ('queued', 'running')
      returning usuario_id as "userId"`,
    values: [id, queueId, problem],
  });
  for (const { userId } of rows) await tellJob(database, { id, userId, state: 'failed' });
};

/** Opens the queue behind the caller, who may ask for jobs at once. */
export const openJobs = (parts: JobParts): Jobs => {
  const { database, fail, tell, times = usualTimes, runs = true, fileDays = 7 } = parts;
  const kinds = new Map(parts.kinds.map((kind) => [kind.name, kind]));
  const closing = new AbortController();
  const waiting = new Map<number, Set<() => void>>();
  const lost = (): string => tell(new Refusal('JOB_LOST', {}));
  const unattended = (): string => tell(new Refusal('JOB_UNATTENDED', {}));
  const runner = createRunner({
    database,
    kinds,
    accessOf: parts.accessOf,
    tell,
    fail,
    fileDays,
    closing: closing.signal,
    putBack: async ({ id, run }: BegunRun) => {
      const opened = await queue;
      await database.transaction((transaction) => requeue(transaction, id, run, opened));
    },
  });

  const heard = ({ id, userId, state }: JobWord): void => {
    if (isOver(state)) runner.check(id);
    for (const wake of waiting.get(userId) ?? []) wake();
  };
  const open = async (): Promise<JobQueue> => {
    await database.listen(
      jobChannel,
      (payload) => heard(readWord(payload)),
      () => runner.check(undefined),
    );
    return openQueue({
      database,
      times,
      width: runs ? widths[database.kind] : 0,
      run: runner.run,
      lost: (jobId, queueId) => giveUp(database, jobId, queueId, lost()),
      sweep: () => sweepJobs(database, () => closing.signal.aborted),
      daily: async (signal) => {
        const ends = AbortSignal.any([signal, closing.signal]);
        await parts.daily?.(ends).catch((error: unknown) => {
          if (!ends.aborted) fail(error);
          throw error;
        });
      },
      schedules: () => schedules.turn(),
      begin: async (opened) => {
        if (database.kind === 'pglite') await recover(database, opened, times, lost());
      },
      fail,
    });
  };
  const refuseMore = async (userId: number, on: Queryable = database): Promise<void> => {
    if ((await countOpen(on, userId)) >= mostOpen) throw new Refusal('JOB_LIMIT', { maximum: mostOpen });
  };
  /** Holds the person's turn until the transaction ends: of jobs that are begun at once, each sees those before it. */
  const takePlace = async (transaction: Queryable, userId: number): Promise<void> => {
    await takeTurn(transaction, `job:${userId}`, begunPerMinute);
    await refuseMore(userId, transaction);
  };
  /** Into the queue; gives its id. */
  const insert = async (transaction: Queryable, job: AskedJob): Promise<string> => {
    const { kind, title, userId, login, origin, input } = job;
    const opened = await queue;
    const [id, queueId] = [randomUUID(), randomUUID()];
    await transaction.query({
      text: `insert into fichario.job (id, kind, title, usuario_id, login, origin, input, queue_id)
        values ($1::text::uuid, $2::text, $3::text, $4::text::bigint, $5::text, $6::text, $7::text::jsonb, $8::text::uuid)`,
      values: [id, kind, title, String(userId), login, origin, JSON.stringify(input), queueId],
    });
    await opened.send(transaction, queueId, id);
    await tellJob(transaction, { id, userId, state: 'queued' });
    return id;
  };
  const schedules = createSchedules({
    database,
    kinds,
    timeZone: parts.timeZone,
    accessOf: parts.accessOf,
    tell,
    fail,
    refuseMore,
    ready: () => queue,
    insert: async (transaction, job) => {
      await insert(transaction, job);
    },
  });
  const queue = open();
  const ready = queue.then(() => undefined);
  ready.catch(fail);

  const told = async (id: string): Promise<Job> => {
    const known = await readJob(database, id, unattended);
    if (known === undefined) throw new Refusal('JOB_MISSING', {});
    const { log: _log, ...job } = known.job;
    return job;
  };
  /** Changes the state of one job, or says why not. */
  const move = async (
    id: string,
    change: (transaction: Queryable, opened: JobQueue) => Promise<JobWord | undefined>,
    refuse: (title: string) => Refusal,
  ): Promise<Job> => {
    const { title } = await told(id);
    const opened = await queue;
    const word = await database.transaction((transaction) => change(transaction, opened));
    if (word === undefined) throw refuse(title);
    await tellJob(database, word);
    return told(id);
  };

  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing.abort();
    closed ??= queue.then(
      (opened) => opened.close(),
      () => undefined,
    );
    return closed;
  };
  database.beforeClose?.(close);

  return {
    kinds: parts.kinds,
    ask: async (name, input, { access, origin }) => {
      const title = await kindFor(kinds, name, input).title(input, access);
      await queue;
      const { userId, login } = access;
      const id = await database.transaction(async (transaction) => {
        await takePlace(transaction, userId);
        return insert(transaction, { kind: name, title, userId, login, origin, input });
      });
      return told(id);
    },
    schedules,
    list: (wanted) => listJobs(database, wanted, unattended),
    read: (id) => readJob(database, id, unattended),
    cancel: (id) =>
      move(
        id,
        async (transaction, opened) => {
          const { rows } = await transaction.query<{ userId: number; queueId: string }>({
            text: `update fichario.job set state = 'cancelled', finished_at = now()
              where id = $1::text::uuid and state in ('queued', 'running')
              returning usuario_id as "userId", queue_id::text as "queueId"`,
            values: [id],
          });
          const [row] = rows;
          if (row === undefined) return undefined;
          await opened.cancel(transaction, row.queueId);
          return { id, userId: row.userId, state: 'cancelled' };
        },
        (title) => new Refusal('JOB_OVER', { title }),
      ),
    again: (id) =>
      move(
        id,
        async (transaction, opened) => {
          const queueId = randomUUID();
          const found = await transaction.query<{ userId: number }>({
            text: `select usuario_id as "userId" from fichario.job where id = $1::text::uuid and state in ('failed', 'cancelled')`,
            values: [id],
          });
          for (const { userId } of found.rows) await takePlace(transaction, userId);
          const { rows } = await transaction.query<{ userId: number }>({
            text: `update fichario.job set state = 'queued', queue_id = $2::text::uuid, attempts = 0, problem = null, finished_at = null
              where id = $1::text::uuid and state in ('failed', 'cancelled') returning usuario_id as "userId"`,
            values: [id, queueId],
          });
          const [row] = rows;
          if (row === undefined) return undefined;
          await opened.send(transaction, queueId, id);
          return { id, userId: row.userId, state: 'queued' };
        },
        (title) => new Refusal('JOB_NOT_OVER', { title }),
      ),
    content: (id, size) => readJobFile(database, id, size),
    now: (userId) => jobsNow(database, userId, unattended),
    wake: (userId, signal, wake) => {
      const screens = waiting.get(userId) ?? new Set();
      waiting.set(userId, screens.add(wake));
      const leave = (): void => {
        screens.delete(wake);
        if (screens.size === 0 && waiting.get(userId) === screens) waiting.delete(userId);
      };
      signal.addEventListener('abort', leave, { once: true });
    },
    ready,
    close,
  };
};
