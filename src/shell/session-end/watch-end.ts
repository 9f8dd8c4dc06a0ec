/**
 * A screen that nobody touches does not outlive its session. While it is seen, the server holds one question open and
 * answers when the session ends, whoever ended it and whyever; where no server answers, what it said last counts. Before
 * the end comes by want of use, it is warned of; whoever is at work by hand is kept signed in without being asked.
 */
import type { SessionLeft } from '../../../engine/contract/session.ts';
import { api } from '../../../engine/ui/store/api.ts';
import { baseQuery } from '../../../engine/ui/store/base-query.ts';
import type { Store } from '../../../engine/ui/store/create-store.ts';
import { sessionExpired } from '../../../engine/ui/store/session-slice.ts';
import type { SessionEnd } from './session-clock.ts';
import { endOf, nextWait, stageOf, warningLead } from './session-clock.ts';

/** What is drawn: said anew each second. */
export interface EndWarning {
  readonly show: (end: SessionEnd, stay: () => void) => void;
  readonly hide: () => void;
}

/** Milliseconds: between looks at the clock and questions; until the next one where none was answered; and for the last. */
const pauses = { step: 1000, failed: 5000, last: 2000 } as const;
const handled = ['keydown', 'pointerdown', 'wheel'] as const;

/**
 * Past the cache of server data, though through the same door: what a write makes old is read anew only once no call of
 * the cache is under way, and this one nearly always is.
 */
const readLeft = async (store: Store, wait: number, { signal }: AbortController): Promise<SessionLeft | undefined> => {
  const { data } = await baseQuery(
    { url: `/auth/session?wait=${wait}`, silent: true },
    {
      signal,
      abort: () => {},
      dispatch: store.dispatch,
      getState: store.getState,
      extra: {},
      endpoint: 'sessionLeft',
      type: 'query',
    },
    {},
  );
  return data as SessionLeft | undefined;
};

const isSeen = (): boolean => document.visibilityState === 'visible';

/** Follows the session of now, until what it gives is called. */
const follow = (store: Store, token: string, warning: EndWarning): (() => void) => {
  let following = true;
  let end: SessionEnd | undefined;
  let asking: AbortController | undefined;
  let askAgain = 0;
  let touched = Date.now();
  let overSince: number | undefined;
  /** Of which end nothing more is to be said. */
  let answered: 'final' | 'unused' | undefined;

  const giveUp = (): void => {
    asking?.abort();
    asking = undefined;
  };

  const ask = async (wait: number): Promise<void> => {
    giveUp();
    const question = new AbortController();
    asking = question;
    const data = await readLeft(store, wait, question);
    if (asking !== question) return;
    asking = undefined;
    const now = Date.now();
    askAgain = now + (data === undefined ? pauses.failed : pauses.step);
    if (data === undefined) return;
    end = endOf(data, now);
    overSince = undefined;
    look();
  };

  /** To ask who one is, is a use of the session. */
  const stay = async (of: SessionEnd): Promise<void> => {
    answered = of.final ? 'final' : 'unused';
    warning.hide();
    if (of.final || store.getState().session.token !== token) return;
    await store.dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }));
    if (following) await ask(0);
  };

  const beNear = (of: SessionEnd, now: number): void => {
    if (answered === (of.final ? 'final' : 'unused') || !isSeen()) return;
    if (!of.final && now - touched < warningLead) void stay(of);
    else warning.show(of, () => void stay(of));
  };

  const beOver = ({ final }: SessionEnd, now: number): void => {
    if (overSince === undefined) {
      overSince = now;
      void ask(0);
    } else if (now - overSince >= pauses.last) store.dispatch(sessionExpired(final ? undefined : 'idle'));
  };

  const look = (): void => {
    const now = Date.now();
    const stage = end === undefined ? 'open' : stageOf(end, now);
    if (end === undefined || stage === 'open') {
      answered = undefined;
      warning.hide();
    } else if (stage === 'near') beNear(end, now);
    else beOver(end, now);
  };

  const timer = setInterval(() => {
    look();
    if (!following || overSince !== undefined) return;
    // A question from before the connection was lost may still be answered, and prove nothing.
    if (store.getState().connection.lost || !isSeen()) giveUp();
    else if (asking === undefined && Date.now() >= askAgain) void ask(nextWait(end, Date.now()));
  }, pauses.step);
  const touch = (): void => {
    touched = Date.now();
  };
  const turn = (): void => {
    if (isSeen()) {
      touch();
      look();
    } else giveUp();
  };
  for (const name of handled) addEventListener(name, touch, { capture: true, passive: true });
  document.addEventListener('visibilitychange', turn);
  return () => {
    following = false;
    clearInterval(timer);
    for (const name of handled) removeEventListener(name, touch, { capture: true });
    document.removeEventListener('visibilitychange', turn);
    giveUp();
    warning.hide();
  };
};

const nothing = (): void => {};

export const watchEnd = (store: Store, warning: EndWarning): void => {
  let followed: string | null = null;
  let stop = nothing;
  const turn = (): void => {
    const { token } = store.getState().session;
    if (token === followed) return;
    followed = token;
    stop();
    stop = token === null ? nothing : follow(store, token, warning);
  };
  store.subscribe(turn);
  turn();
};
