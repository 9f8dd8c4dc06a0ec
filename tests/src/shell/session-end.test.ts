/** A screen that nobody touches, at the end of its session: clock, answers and hands are the test's own. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionLeft } from '../../../engine/contract/session.ts';
import { api } from '../../../engine/ui/store/api.ts';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { sessionClosed, sessionStarted } from '../../../engine/ui/store/session-slice.ts';
import type { SessionEnd } from '../../../src/shell/session-end/session-clock.ts';
import { endOf, nextWait, stageOf, timeLeft } from '../../../src/shell/session-end/session-clock.ts';
import { watchEnd } from '../../../src/shell/session-end/watch-end.ts';
import { sessionUser } from '../../support/grants.ts';

const client = { name: 'copass', title: 'Copass', accent: 'teal', logo: 'C', defaults: {}, flags: {} };
const user = sessionUser([], { principal: 'maria' });
const begin = Date.parse('2026-06-15T12:00:00Z');

const listeners = new Map<string, () => void>();
let seen = 'visible';

/** What the server knows of the session: when it ends, or that it has. */
const server = { unusedAt: 0, wholeAt: 0, revoked: false, away: false, uses: 0, asked: [] as string[] };
const refusal = (code: string) => new Response(JSON.stringify({ code, message: '' }), { status: 401 });
const answerOf = (): Response => {
  const now = Date.now();
  if (server.revoked || now >= server.wholeAt) return refusal('PGRST301');
  if (now >= server.unusedAt) return refusal('ACCESS_SESSION_IDLE');
  const left: SessionLeft = { unused: (server.unusedAt - now) / 1000, whole: (server.wholeAt - now) / 1000 };
  return new Response(JSON.stringify(left));
};
/** Told of an end as it comes, as the product tells it. */
let tellEnd: () => void = () => {};
const hold = (seconds: number, signal: AbortSignal): Promise<Response> =>
  new Promise((resolve, reject) => {
    const answer = () => resolve(answerOf());
    setTimeout(answer, Math.min(seconds * 1000, server.unusedAt - Date.now(), server.wholeAt - Date.now()));
    tellEnd = answer;
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });
const fakeFetch = async (url: string, { signal }: RequestInit): Promise<Response> => {
  if (server.away) throw new TypeError('no network');
  server.asked.push(url);
  if (url === '/api/auth/me') {
    server.uses += 1;
    server.unusedAt = Date.now() + 600_000;
    return new Response(JSON.stringify({ user, client }));
  }
  if (url === '/api/model') return new Response('{}');
  const wait = Number(/^\/api\/auth\/session\?wait=(\d+)$/.exec(url)?.[1]);
  return wait === 0 || !signal ? answerOf() : hold(wait, signal);
};

beforeEach(() => {
  vi.useFakeTimers({ now: begin });
  listeners.clear();
  seen = 'visible';
  Object.assign(server, { unusedAt: begin + 600_000, wholeAt: begin + 43_200_000, revoked: false, away: false });
  Object.assign(server, { uses: 0, asked: [] });
  const listening = {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    removeEventListener: (name: string) => listeners.delete(name),
  };
  vi.stubGlobal('addEventListener', listening.addEventListener);
  vi.stubGlobal('removeEventListener', listening.removeEventListener);
  vi.stubGlobal('document', {
    ...listening,
    get visibilityState() {
      return seen;
    },
  });
  vi.stubGlobal('fetch', fakeFetch);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A signed-in store, watched; `warned` is what stands on the screen. */
const open = () => {
  const store = createStore({ networkFailure: '' });
  const warned: { now: SessionEnd | undefined; stay: () => void } = { now: undefined, stay: () => {} };
  watchEnd(store, {
    show: (end, stay) => Object.assign(warned, { now: end, stay }),
    hide: () => Object.assign(warned, { now: undefined }),
  });
  store.dispatch(sessionStarted({ token: 'a', user, client }));
  return { store, warned, ended: () => store.getState().session.ended };
};
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

describe('an untouched screen', () => {
  it('asks without using the session, is warned two minutes before its end, and goes as it comes', async () => {
    const { warned, ended } = open();
    await pass(479);
    expect(warned.now).toBeUndefined();
    await pass(3);
    expect(warned.now).toEqual({ at: begin + 600_000, final: false });
    await pass(117);
    expect(ended()).toBe('never');
    await pass(2);
    expect([ended(), warned.now, server.uses]).toEqual(['idle', undefined, 0]);
    const { length } = server.asked;
    // Ten seconds a question before the warning, three after it.
    expect(length).toBeLessThan(100);
    await pass(60);
    expect(server.asked).toHaveLength(length);
  });

  it('stays signed in where somebody says so, and is warned anew', async () => {
    const { warned, ended } = open();
    await pass(500);
    warned.stay();
    await pass(1);
    expect([warned.now, server.uses]).toEqual([undefined, 1]);
    await pass(470);
    expect(warned.now).toBeUndefined();
    await pass(20);
    expect(warned.now).toEqual({ at: begin + 1_100_000, final: false });
    expect(ended()).toBe('never');
  });

  it('is no longer warned once the session was used in another window', async () => {
    const { warned } = open();
    await pass(500);
    server.unusedAt = Date.now() + 600_000;
    await pass(4);
    expect([warned.now, server.uses]).toEqual([undefined, 0]);
  });

  it('goes within a second where the session is ended elsewhere', async () => {
    const { ended } = open();
    await pass(30);
    server.revoked = true;
    tellEnd();
    await pass(1);
    expect(ended()).toBe('expired');
  });

  it('keeps nothing from being read anew that a write has made old', async () => {
    const { store } = open();
    void store.dispatch(api.endpoints.menu.initiate());
    await pass(30);
    const read = () => server.asked.filter((url) => url === '/api/model').length;
    expect(read()).toBe(1);
    store.dispatch(api.util.invalidateTags(['Model']));
    await pass(0.1);
    expect(read()).toBe(2);
  });

  it('goes by itself where no server answers', async () => {
    const { ended, warned } = open();
    await pass(30);
    server.away = true;
    await pass(480);
    expect(warned.now?.at).toBe(begin + 600_000);
    await pass(88);
    expect(ended()).toBe('never');
    await pass(6);
    expect(ended()).toBe('idle');
  });

  it('is told of an end that no use puts off; that is said once, and leads to no call', async () => {
    server.wholeAt = begin + 200_000;
    const { warned, ended } = open();
    await pass(90);
    expect(warned.now?.final).toBe(true);
    warned.stay();
    await pass(60);
    expect([warned.now, server.uses]).toEqual([undefined, 0]);
    await pass(52);
    expect(ended()).toBe('expired');
  });

  it('asks the server before a clock that leaps ends anything', async () => {
    const { ended } = open();
    await pass(30);
    vi.setSystemTime(Date.now() + 86_400_000);
    Object.assign(server, { unusedAt: Date.now() + 600_000, wholeAt: Date.now() + 900_000 });
    await pass(60);
    expect(ended()).toBe('never');
  });
});

it('whoever is at work by hand is kept signed in without being asked', async () => {
  const { warned, ended } = open();
  await pass(400);
  listeners.get('keydown')?.();
  await pass(100);
  expect([warned.now, server.uses, ended()]).toEqual([undefined, 1, 'never']);
});

it('a screen that is not seen asks nothing, and says at once what is so when it is seen', async () => {
  const { warned, ended } = open();
  await pass(30);
  seen = 'hidden';
  listeners.get('visibilitychange')?.();
  const { length } = server.asked;
  await pass(500);
  expect([server.asked.length - length, warned.now]).toEqual([0, undefined]);
  await pass(80);
  expect(ended()).toBe('idle');
});

it('nothing is asked before anybody signs in, nor after they sign out', async () => {
  const store = createStore({ networkFailure: '' });
  watchEnd(store, { show: () => {}, hide: () => {} });
  await pass(20);
  expect(server.asked).toEqual([]);
  store.dispatch(sessionStarted({ token: 'a', user, client }));
  await pass(20);
  expect(server.asked.length).toBeGreaterThan(1);
  store.dispatch(sessionClosed());
  const { length } = server.asked;
  await pass(60);
  expect([server.asked.length, listeners.size]).toEqual([length, 0]);
});

describe('the clock of a session', () => {
  it.each<[left: SessionLeft, final: boolean, stage: string, wait: number]>([
    [{ unused: 3600, whole: 43_200 }, false, 'open', 10],
    [{ unused: 124.2, whole: 43_200 }, false, 'open', 5],
    [{ unused: 120, whole: 43_200 }, false, 'near', 2],
    [{ unused: 300, whole: 60 }, true, 'near', 2],
    [{ unused: 0, whole: 60 }, false, 'over', 2],
  ])('%o', (left, final, stage, wait) => {
    const end = endOf(left, begin);
    expect([end.final, stageOf(end, begin), nextWait(end, begin)]).toEqual([final, stage, wait]);
  });

  it('counts down in minutes and seconds, to nothing', () => {
    const end = { at: begin + 65_000, final: false };
    expect([0, 5000, 64_001, 70_000].map((later) => timeLeft(end, begin + later))).toEqual([
      '1:05',
      '1:00',
      '0:01',
      '0:00',
    ]);
    expect(nextWait(undefined, begin)).toBe(0);
  });
});
