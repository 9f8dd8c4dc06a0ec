/**
 * While own jobs are not over, the server is asked of them: it answers as soon as one begins or ends, and after a moment
 * with how far they are. With none under way nothing is asked, unless the records of a demonstration are still coming:
 * again when one is asked for here, or the page is seen again.
 */
import type { Job, JobsNow } from '../../../engine/contract/job.ts';
import { baseQuery } from '../../../engine/ui/store/base-query.ts';
import type { Store } from '../../../engine/ui/store/create-store.ts';
import { jobsTold, noJobs } from '../../../engine/ui/store/jobs-slice.ts';

/** Seconds that the server may wait, and milliseconds until it is asked again where it did not answer. */
const [wait, afterFailure] = [2, 5_000];

/** Past the cache of server data, as `readLeft` of the session's end. */
const readNow = async (store: Store, seconds: number, signal: AbortSignal): Promise<JobsNow | undefined> => {
  const { data } = await baseQuery(
    { url: `/trabalhos/agora?wait=${seconds}`, silent: true },
    {
      signal,
      abort: () => {},
      dispatch: store.dispatch,
      getState: store.getState,
      extra: {},
      endpoint: 'jobsNow',
      type: 'query',
    },
    {},
  );
  return data as JobsNow | undefined;
};

const isSeen = (): boolean => document.visibilityState === 'visible';

/**
 * Follows the jobs of one session until what it gives is called. `ended` is told of each that ends after `began`, once;
 * `began` is a moment of `performance.now()`.
 */
const follow = (
  store: Store,
  ended: (job: Job) => void,
  began: number,
): { readonly ask: () => void; readonly stop: () => void } => {
  let asking: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** By the clock of the server, not after `began`: what ended before is told of by no alert. */
  let since: number | undefined;
  const told = new Set<string>();

  const take = (now: JobsNow): void => {
    // Whichever answer comes first: the way it took is part of what has passed. Moments are cut to whole milliseconds.
    since ??= Date.parse(now.at) - (performance.now() - began) - 1;
    for (const job of now.ended) {
      const end = `${job.id} ${job.finishedAt}`;
      if (told.has(end)) continue;
      told.add(end);
      if (job.finishedAt !== null && Date.parse(job.finishedAt) >= since) ended(job);
    }
    store.dispatch(jobsTold(now));
  };

  const ask = async (seconds: number): Promise<void> => {
    clearTimeout(timer);
    asking?.abort();
    const question = new AbortController();
    asking = question;
    const now = await readNow(store, seconds, question.signal);
    if (asking !== question) return;
    asking = undefined;
    if (now !== undefined) take(now);
    if (!isSeen()) return;
    if (now === undefined) timer = setTimeout(() => void ask(0), afterFailure);
    else if (now.open.length > 0 || now.filling) void ask(wait);
  };
  const turn = (): void => {
    if (isSeen()) void ask(0);
  };
  document.addEventListener('visibilitychange', turn);
  void ask(0);
  return {
    ask: () => void ask(0),
    stop: () => {
      document.removeEventListener('visibilitychange', turn);
      clearTimeout(timer);
      asking?.abort();
      asking = undefined;
    },
  };
};

/**
 * Until what it gives is called. `shown`, a moment of `performance.now()`: since when the person who is signed in may ask
 * for jobs, which is before the code of this was there.
 */
export const watchJobs = (store: Store, ended: (job: Job) => void, shown: number): (() => void) => {
  let followed: string | null = null;
  let asked = 0;
  let following: ReturnType<typeof follow> | undefined;
  const turn = (began: number): void => {
    const { session, jobs } = store.getState();
    if (session.token !== followed) {
      followed = session.token;
      following?.stop();
      following = undefined;
      if (jobs !== noJobs) store.dispatch(jobsTold(noJobs));
      if (followed !== null) following = follow(store, ended, began);
    }
    if (jobs.asked === asked) return;
    asked = jobs.asked;
    following?.ask();
  };
  const leave = store.subscribe(() => turn(performance.now()));
  turn(shown);
  return () => {
    leave();
    following?.stop();
  };
};
