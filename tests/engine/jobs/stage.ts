/** Jobs over a fresh database: kinds of the test, one owner who may come in, quick times. */
import Type from 'typebox';
import type { Access } from '../../../engine/access/access.ts';
import type { Job, JobState } from '../../../engine/contract/job.ts';
import type { Refusal } from '../../../engine/core/errors.ts';
import type { Database } from '../../../engine/data/database.ts';
import type { AnyJobKind, JobContext, JobFileName } from '../../../engine/jobs/job-kind.ts';
import type { QueueTimes } from '../../../engine/jobs/job-queue.ts';
import type { Jobs } from '../../../engine/jobs/open-jobs.ts';
import { openJobs } from '../../../engine/jobs/open-jobs.ts';

export const quickTimes: QueueTimes = { heartbeat: 10, look: 1, pause: 1, longestPause: 1, retries: 2 };

export const ana = { access: { userId: 7, login: 'ana' } as Access, origin: 'api' };

export const kindOf = (
  name: string,
  // biome-ignore lint/suspicious/noExplicitAny: each kind of a test has an input and a state of its own
  run: (input: any, context: JobContext<any>) => Promise<JobFileName | undefined>,
): AnyJobKind => ({
  name,
  label: name,
  schema: Type.Object({}, { additionalProperties: true }),
  title: () => `Trabalho ${name}`,
  run,
});

export interface JobStage {
  readonly jobs: Jobs;
  /** What was told that is no refusal. */
  readonly failures: unknown[];
  /** Resolves with the job as soon as it is in one of the states. */
  readonly until: (id: string, ...states: readonly JobState[]) => Promise<Job>;
}

export const openStage = (
  database: Database,
  kinds: readonly AnyJobKind[],
  more: {
    readonly times?: QueueTimes;
    readonly accessOf?: () => Promise<Access | undefined>;
    readonly fileDays?: number;
    readonly runs?: boolean;
    readonly daily?: (signal: AbortSignal) => Promise<void>;
  } = {},
): JobStage => {
  const failures: unknown[] = [];
  const jobs = openJobs({
    database,
    kinds,
    timeZone: 'America/Sao_Paulo',
    accessOf: more.accessOf ?? (async () => ana.access),
    tell: ({ code }: Refusal) => code,
    fail: (error) => failures.push(error),
    times: more.times ?? quickTimes,
    ...(more.daily === undefined ? {} : { daily: more.daily }),
    ...(more.fileDays === undefined ? {} : { fileDays: more.fileDays }),
    ...(more.runs === undefined ? {} : { runs: more.runs }),
  });
  return {
    jobs,
    failures,
    until: async (id, ...states) => {
      const ended = new AbortController();
      try {
        for (;;) {
          const woken = Promise.withResolvers<void>();
          jobs.wake(ana.access.userId, ended.signal, woken.resolve);
          const known = await jobs.read(id);
          if (known !== undefined && states.includes(known.job.state)) return known.job;
          await woken.promise;
        }
      } finally {
        ended.abort();
      }
    },
  };
};
