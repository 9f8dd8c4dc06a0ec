/** What another tab does to the session, felt in this one: storage and page as far as they are needed, the store itself. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { sessionExpired, sessionRefreshed, sessionStarted } from '../../../engine/ui/store/session-slice.ts';
import { followTabs } from '../../../src/shell/follow-tabs.ts';
import { sessionUser } from '../../support/grants.ts';

const stored = new Map<string, string>();
const listeners = new Map<string, (event: { key: string | null }) => void>();
beforeEach(() => {
  stored.clear();
  listeners.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('addEventListener', (name: string, listener: (event: { key: string | null }) => void) =>
    listeners.set(name, listener),
  );
  vi.stubGlobal('document', {
    visibilityState: 'visible',
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
  });
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

const client = { name: 'copass', title: 'Copass', accent: 'teal', logo: 'C', defaults: {}, flags: {} };
const sessionOf = (principal: string, token: string, pairs: readonly string[] = ['banco:list']) => ({
  token,
  user: sessionUser(pairs, { principal }),
  client,
});

/** A router that stands where it is told to, at once. */
const openRouter = (begin: string) => {
  const went: string[] = [];
  const matchesOf = (pathname: string) => [
    { route: { id: /^\/(auth|redefinir-senha)$/.test(pathname) ? '0' : 'frame' } },
  ];
  const state = {
    location: { pathname: begin, search: '' },
    navigation: { state: 'idle' },
    matches: matchesOf(begin),
  };
  const watchers = new Set<(state: never) => void>();
  const goTo = (path: string): void => {
    const [pathname = '', search = ''] = path.split(/(?=\?)/);
    state.location = { pathname, search };
    state.matches = matchesOf(pathname);
    for (const watcher of watchers) watcher(state as never);
  };
  const router = {
    state,
    subscribe: (watcher: (state: never) => void) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    navigate: async (path: string) => {
      went.push(path);
      goTo(path);
    },
  };
  return { router: router as unknown as Parameters<typeof followTabs>[1], went, goTo };
};

const openTab = (begin: string, session?: ReturnType<typeof sessionOf>) => {
  const store = createStore({ networkFailure: '' });
  if (session !== undefined) store.dispatch(sessionStarted(session));
  const place = openRouter(begin);
  followTabs(store, place.router);
  return { store, ...place };
};
/** Another tab has written; the browser tells this one. */
const elsewhere = async (session: ReturnType<typeof sessionOf> | undefined): Promise<void> => {
  if (session === undefined) stored.delete('fichario.session');
  else stored.set('fichario.session', JSON.stringify(session));
  listeners.get('storage')?.({ key: 'fichario.session' });
  await new Promise((resolve) => setImmediate(resolve));
};

describe('a tab beside others', () => {
  it('ends its session where another ended it, and leaves the storage as it is', async () => {
    const { store } = openTab('/bancos', sessionOf('maria', 'a'));
    await elsewhere(undefined);
    expect(store.getState().session).toMatchObject({ token: null, user: null, ended: 'elsewhere' });
    expect(stored.has('fichario.session')).toBe(false);
  });

  it('goes on as the person who signed in elsewhere, once nothing of the one before is drawn any more', async () => {
    const { store, went, goTo } = openTab('/bancos', sessionOf('maria', 'a'));
    await elsewhere(sessionOf('joao', 'b'));
    expect(store.getState().session).toMatchObject({ token: null, ended: 'elsewhere' });
    goTo('/auth?redirect=%2Fbancos');
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.getState().session).toMatchObject({ token: 'b', user: { principal: 'joao' } });
    expect(went).toEqual(['/bancos']);
    expect(JSON.parse(stored.get('fichario.session') ?? '')).toMatchObject({ token: 'b' });
  });

  it('that stands at the sign-in page signs in with the others, and goes to where it was meant to go', async () => {
    const { store, goTo, went } = openTab('/auth');
    goTo('/auth?redirect=%2Fferiados%3Fuf%3DMG');
    await elsewhere(sessionOf('maria', 'a'));
    expect(store.getState().session.token).toBe('a');
    expect(went).toEqual(['/feriados?uf=MG']);
  });

  it('that sets a forgotten password anew stays there, whoever signs in or out elsewhere', async () => {
    const { store, went } = openTab('/redefinir-senha', sessionOf('maria', 'a'));
    await elsewhere(undefined);
    expect(store.getState().session.token).toBeNull();
    await elsewhere(sessionOf('joao', 'b'));
    expect(store.getState().session.token).toBe('b');
    expect(went).toEqual([]);
  });

  it('takes over rights that another has learned of, and a password that was changed there', async () => {
    const { store, went } = openTab('/bancos', sessionOf('maria', 'a'));
    const renewed = sessionOf('maria', 'a', ['banco:list', 'banco:update']);
    await elsewhere(renewed);
    expect(store.getState().session.user).toEqual(renewed.user);
    expect(went).toEqual([]);
  });

  it('never takes away or overwrites what another tab has signed in to', async () => {
    const { store } = openTab('/bancos', sessionOf('maria', 'a'));
    // The other tab has written, and this one was not told yet.
    const other = JSON.stringify(sessionOf('joao', 'b'));
    stored.set('fichario.session', other);
    store.dispatch(sessionRefreshed({ me: { user: sessionUser([], { principal: 'maria' }), client }, etag: '"1"' }));
    expect(stored.get('fichario.session')).toBe(other);
    store.dispatch(sessionExpired());
    expect(stored.get('fichario.session')).toBe(other);
  });

  it('that somebody comes back to asks whether the session still lasts, and says why it does not', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return Response.json({ code: 'ACCESS_SESSION_IDLE', message: '' }, { status: 401 });
    });
    const { store } = openTab('/bancos', sessionOf('maria', 'a'));
    listeners.get('visibilitychange')?.({ key: null });
    await vi.waitFor(() => expect(store.getState().session).toMatchObject({ token: null, ended: 'idle' }));
    expect(asked).toEqual(['/api/auth/me']);
    listeners.get('visibilitychange')?.({ key: null });
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toHaveLength(1);
  });

  it('keeps its session where the browser stores none', async () => {
    const { user } = sessionOf('maria', 'a');
    vi.stubGlobal('fetch', async () => Response.json({ user, client }));
    const { store } = openTab('/bancos', sessionOf('maria', 'a'));
    stored.clear();
    listeners.get('visibilitychange')?.({ key: null });
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.getState().session.token).toBe('a');
  });

  it('leaves alone what is no session', async () => {
    const { store } = openTab('/bancos', sessionOf('maria', 'a'));
    listeners.get('storage')?.({ key: 'fichario.frame' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(store.getState().session.token).toBe('a');
  });
});
