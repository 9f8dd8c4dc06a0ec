/** Which ends of jobs a frame tells of, whatever question is answered first. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job, JobsNow } from '../../../engine/contract/job.ts';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { jobsAsked } from '../../../engine/ui/store/jobs-slice.ts';
import { sessionStarted } from '../../../engine/ui/store/session-slice.ts';
import { watchJobs } from '../../../src/shell/jobs/watch-jobs.ts';
import { sessionUser } from '../../support/grants.ts';

const client = { name: 'copass', title: 'Copass', accent: 'teal', logo: 'C', defaults: {}, flags: {} };
const user = sessionUser([], { principal: 'maria' });

/** Of the server, hours away from the clock of this machine. */
const serverStart = Date.parse('2020-01-01T00:00:00.000Z');

interface Question {
  readonly signal: AbortSignal;
  /** What the server has at this moment, milliseconds after the frame began to look. */
  readonly answer: (after: number, ended: readonly Job[], open?: readonly Job[], filling?: boolean) => void;
}

let questions: Question[];
/** Milliseconds of the page's own monotonic clock. */
let elapsed: number;

beforeEach(() => {
  questions = [];
  elapsed = 5_000;
  vi.spyOn(performance, 'now').mockImplementation(() => elapsed);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: { signal: AbortSignal }) =>
      new Promise<Response>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
        questions.push({
          signal,
          answer: (after, ended, open = [], filling = false) => {
            const at = new Date(serverStart + after).toISOString();
            resolve(Response.json({ at, open, ended, filling } satisfies JobsNow));
          },
        });
      }),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** `after`: milliseconds after the frame began to look at which it ended; null: it has not. */
const job = (id: string, after: number | null): Job => ({
  id,
  kind: 'exportar-csv',
  title: id,
  owner: 'maria',
  state: after === null ? 'running' : 'done',
  done: 0,
  total: null,
  rate: null,
  remaining: null,
  attempts: 1,
  createdAt: '2020-01-01T00:00:00.000Z',
  startedAt: null,
  finishedAt: after === null ? null : new Date(serverStart + after).toISOString(),
  problem: null,
  file: null,
});

/** `late`: milliseconds after the frame is shown at which the code of this is there; a job was asked for before. */
const watch = (late = 0) => {
  const shown = performance.now();
  const store = createStore({ networkFailure: '' });
  store.dispatch(sessionStarted({ token: 'a', user, client }));
  if (late > 0) store.dispatch(jobsAsked());
  elapsed += late;
  const told: string[] = [];
  const stop = watchJobs(
    store,
    ({ id, finishedAt }) => told.push(`${id} ${Date.parse(finishedAt ?? '') - serverStart}`),
    shown,
  );
  return { store, told, stop };
};

/** The question asked last, when it is the one of this number. */
const question = async (count: number): Promise<Question> => {
  await vi.waitFor(() => expect(questions).toHaveLength(count));
  return questions[count - 1] as Question;
};
const taken = async (store: ReturnType<typeof watch>['store'], ids: readonly string[]): Promise<void> =>
  vi.waitFor(() => expect(store.getState().jobs.ended.map(({ id }) => id)).toEqual(ids));

describe('ends of jobs', () => {
  it('are told of where the first question was given up for one that had them already', async () => {
    const { store, told, stop } = watch();
    const first = await question(1);
    store.dispatch(jobsAsked());
    const second = await question(2);
    expect(first.signal.aborted).toBe(true);
    elapsed += 300;
    second.answer(250, [job('before', -2_000), job('again', 100)]);
    await taken(store, ['before', 'again']);
    expect(told).toEqual(['again 100']);
    stop();
  });

  it('are told of where the first answer was long on its way and had them already', async () => {
    const { store, told, stop } = watch();
    const first = await question(1);
    elapsed += 9_000;
    first.answer(9_000, [job('before', -1_000), job('meanwhile', 20)]);
    await taken(store, ['before', 'meanwhile']);
    expect(told).toEqual(['meanwhile 20']);
    stop();
  });

  it('are told of where they ended before the code of this was there, after the frame was shown', async () => {
    const { store, told, stop } = watch(3_000);
    elapsed += 100;
    (await question(1)).answer(3_100, [job('before', -1_000), job('meanwhile', 2_000)]);
    await taken(store, ['before', 'meanwhile']);
    expect(told).toEqual(['meanwhile 2000']);
    stop();
  });

  it('are told of from the sign-in on where somebody else signed in meanwhile', async () => {
    const { store, told, stop } = watch();
    elapsed += 10_000;
    store.dispatch(sessionStarted({ token: 'b', user, client }));
    const second = await question(2);
    elapsed += 100;
    second.answer(10_100, [job('of before', 9_000), job('after', 10_050)]);
    await taken(store, ['of before', 'after']);
    expect(told).toEqual(['after 10050']);
    stop();
  });

  it('are told of once each, and once more where the job was tried again', async () => {
    const { store, told, stop } = watch();
    elapsed += 100;
    (await question(1)).answer(90, [], [job('long', null)]);
    elapsed += 100;
    (await question(2)).answer(190, [job('long', 150)], [job('other', null)]);
    elapsed += 100;
    (await question(3)).answer(290, [job('long', 150), job('other', 220)]);
    await taken(store, ['long', 'other']);
    store.dispatch(jobsAsked());
    elapsed += 100;
    (await question(4)).answer(390, [job('long', 350), job('other', 220)]);
    await vi.waitFor(() => expect(told).toEqual(['long 150', 'other 220', 'long 350']));
    stop();
  });

  it('are told of to nobody who has stopped looking, also where the answer was on its way', async () => {
    const { store, told, stop } = watch();
    elapsed += 100;
    (await question(1)).answer(90, [job('late', 50)]);
    stop();
    await new Promise((resolve) => setTimeout(resolve));
    expect([told, store.getState().jobs.ended]).toEqual([[], []]);
  });
});

describe('records of a demonstration', () => {
  it('are asked after until all of them are there', async () => {
    const { store, stop } = watch();
    (await question(1)).answer(10, [], [], true);
    await vi.waitFor(() => expect(store.getState().jobs.filling).toBe(true));
    (await question(2)).answer(20, []);
    await vi.waitFor(() => expect(store.getState().jobs.filling).toBe(false));
    await new Promise((resolve) => setTimeout(resolve));
    expect(questions).toHaveLength(2);
    stop();
  });
});
