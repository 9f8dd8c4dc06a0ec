/** GET /trabalhos/agora: what a frame shows of the own jobs; its answer may wait until one begins or ends. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { jobsOfNow } from '../contract/calls/job-calls.ts';
import type { JobsNow } from '../contract/job.ts';
import { isOver } from '../contract/job.ts';
import { Refusal } from '../core/errors.ts';
import { readClock } from '../data/read-clock.ts';
import { addCall } from './add-call.ts';
import { tokenOf } from './authenticate.ts';
import type { Runtime } from './runtime.ts';
import { patientAnswers, waitOf } from './wait.ts';

export const jobsNowRoutes = (app: FastifyInstance, runtime: Runtime): void => {
  const { jobs, sessions, database } = runtime;
  const patiently = patientAnswers(app);

  const now = async (userId: number): Promise<JobsNow> => {
    // Before the jobs: one that ends between the two is told of as of one that ends later.
    const at = await readClock(database);
    const all = await jobs.now(userId);
    return {
      at,
      open: all.filter(({ state }) => !isOver(state)),
      ended: all.filter(({ state }) => isOver(state)),
      filling: runtime.filling,
    };
  };

  // No `authenticate`: that would be a use of the session.
  addCall(app, jobsOfNow, async (request, reply) => {
    const wait = waitOf(request.query);
    const token = tokenOf(request);
    const userId = token === undefined ? undefined : await sessions.userOf(token);
    if (userId === undefined) throw new Refusal('ACCESS_UNAUTHENTICATED', {});
    const answer = await patiently(reply, async (givenUp) => {
      const woken = new AbortController();
      const signal = AbortSignal.any([givenUp, woken.signal]);
      if (wait > 0) {
        jobs.wake(userId, signal, () => woken.abort());
        await sleep(wait * 1000, undefined, { signal }).catch(() => undefined);
      }
      const told = await now(userId);
      woken.abort();
      return told;
    });
    return reply.header('cache-control', 'no-store').send(answer);
  });
};
