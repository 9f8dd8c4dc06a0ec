/** What a person sets holds at once and reaches the server: once, in time, and whatever comes between. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Store } from '../../../engine/ui/store/create-store.ts';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { sendSettings } from '../../../engine/ui/store/send-settings.ts';
import { sessionExpired, sessionStarted } from '../../../engine/ui/store/session-slice.ts';
import { settingsApi } from '../../../engine/ui/store/settings-api.ts';
import { settingChanged } from '../../../engine/ui/store/settings-slice.ts';
import { signOut } from '../../../engine/ui/store/sign-out.ts';
import { sessionUser } from '../../support/grants.ts';

const { showAlert } = vi.hoisted(() => ({ showAlert: vi.fn() }));
vi.mock('../../../engine/ui/runtime/show-alert.tsx', () => ({ showAlert }));

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly keepalive: boolean;
}

const stored = new Map<string, string>();
const server = new Map<string, unknown>();
let sent: Sent[] = [];
/** Path and token of each call, as the server gets them. */
let calls: string[] = [];
let answer: () => Response | Promise<Response> = () => new Response(null, { status: 204 });
const listeners = new Map<string, () => void>();

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  server.clear();
  listeners.clear();
  showAlert.mockClear();
  sent = [];
  calls = [];
  answer = () => new Response(null, { status: 204 });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
    key: (index: number) => [...stored.keys()][index] ?? null,
    get length() {
      return stored.size;
    },
  });
  vi.stubGlobal('addEventListener', (name: string, listener: () => void) => listeners.set(name, listener));
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers, keepalive = false }: RequestInit) => {
    calls.push(`${path} ${new Headers(headers).get('authorization')}`);
    if (path === '/api/auth/token/revoke') return answer();
    if (method === 'GET') return Response.json(Object.fromEntries(server));
    const key = decodeURIComponent(path.replace('/api/settings/', ''));
    sent.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined, keepalive });
    const response = await answer();
    if (response.ok && method === 'PUT') server.set(key, JSON.parse(String(body)));
    if (response.ok && method === 'DELETE') server.delete(key);
    return response;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const issued = (principal: string) => ({
  token: `token-${principal}`,
  user: sessionUser([], { principal }),
  client: { name: 'copass', title: 'Copass', accent: 'teal', logo: 'C', defaults: {}, flags: {} },
});
const open = (principal = 'maria'): Store => {
  const store = createStore({ networkFailure: '' });
  sendSettings(store);
  store.dispatch(sessionStarted(issued(principal)));
  return store;
};
const kept = () => [...stored.keys()].filter((key) => key.startsWith('fichario.setting.'));
const unsent = (store: Store) => store.getState().settings.unsent;
const set = (store: Store, value: unknown, key = 'list:/cidades') => store.dispatch(settingChanged({ key, value }));
const put = (body: unknown, keepalive = false): Sent => ({
  method: 'PUT',
  path: '/api/settings/list%3A%2Fcidades',
  body,
  keepalive,
});

describe('a setting', () => {
  it('is sent once the person pauses, the last value alone, and then is the server’s', async () => {
    const store = open();
    await store.dispatch(settingsApi.endpoints.settings.initiate());
    set(store, { shown: ['a'] });
    await vi.advanceTimersByTimeAsync(500);
    set(store, { shown: ['a', 'b'] });
    await vi.advanceTimersByTimeAsync(599);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual([put({ shown: ['a', 'b'] })]);
    expect(unsent(store)).toEqual({});
    expect(settingsApi.endpoints.settings.select()(store.getState()).data).toEqual({
      'list:/cidades': { shown: ['a', 'b'] },
    });
    expect(kept()).toEqual([]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sent).toHaveLength(1);
  });

  it('is taken away by null', async () => {
    const store = open();
    set(store, null);
    await vi.advanceTimersByTimeAsync(600);
    expect(sent).toEqual([
      { method: 'DELETE', path: '/api/settings/list%3A%2Fcidades', body: undefined, keepalive: false },
    ]);
    expect(unsent(store)).toEqual({});
  });

  it('changed while it is on its way is sent again with the new value', async () => {
    const store = open();
    let let_go = (_response: Response): void => undefined;
    answer = () => new Promise((resolve) => (let_go = resolve));
    set(store, 1);
    await vi.advanceTimersByTimeAsync(600);
    set(store, 2);
    answer = () => new Response(null, { status: 204 });
    let_go(new Response(null, { status: 204 }));
    await vi.advanceTimersByTimeAsync(700);
    expect(sent).toEqual([put(1), put(2)]);
    expect([unsent(store), server.get('list:/cidades')]).toEqual([{}, 2]);
  });

  it('goes at once, and outlives the page, where the page goes away', async () => {
    const store = open();
    set(store, 1);
    listeners.get('pagehide')?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(sent).toEqual([put(1, true)]);
  });

  it('waits for a connection, over reloads, and is its owner’s alone', async () => {
    answer = () => Promise.reject(new TypeError('failed to fetch'));
    const store = open();
    set(store, { start: 1 });
    await vi.advanceTimersByTimeAsync(600);
    expect([sent.length, unsent(store)]).toEqual([1, { 'list:/cidades': { start: 1 } }]);
    store.dispatch(sessionExpired());
    expect(unsent(store)).toEqual({});

    expect(unsent(open('joao'))).toEqual({});
    const again = open();
    expect(unsent(again)).toEqual({ 'list:/cidades': { start: 1 } });
    answer = () => new Response(null, { status: 204 });
    listeners.get('online')?.();
    await vi.advanceTimersByTimeAsync(0);
    expect([unsent(again), server.get('list:/cidades')]).toEqual([{}, { start: 1 }]);
    expect(kept()).toEqual([]);
  });

  it.each([
    [500, false],
    [503, false],
    [429, false],
    [413, true],
    [422, true],
  ])('that is answered by %i is given up: %s', async (status, given) => {
    answer = () => Response.json({ code: 'X', message: 'Não coube.', details: null, hint: null }, { status });
    const store = open();
    set(store, 1);
    await vi.advanceTimersByTimeAsync(600);
    expect(unsent(store)).toEqual(given ? {} : { 'list:/cidades': 1 });
    expect(showAlert.mock.calls).toEqual(given ? [[{ type: 'error', value: 'Não coube.' }]] : []);
    answer = () => new Response(null, { status: 204 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect([sent.length, unsent(store)]).toEqual([given ? 1 : 2, {}]);
  });

  it('is kept over the end of a session, and sent in the next', async () => {
    answer = () => new Response(null, { status: 401 });
    const store = open();
    set(store, 1);
    await vi.advanceTimersByTimeAsync(600);
    expect(store.getState().session.token).toBeNull();
    answer = () => new Response(null, { status: 204 });
    store.dispatch(sessionStarted(issued('maria')));
    await vi.advanceTimersByTimeAsync(600);
    expect([unsent(store), server.get('list:/cidades')]).toEqual([{}, 1]);
  });

  it('goes with the sign-out: sent first, then the token is given back; here nothing of it stays', async () => {
    const store = open();
    const waiting: (() => void)[] = [];
    answer = () => new Promise((resolve) => waiting.push(() => resolve(new Response(null, { status: 204 }))));
    set(store, 1);
    set(store, null, 'favorites');
    expect(kept()).toHaveLength(2);
    const done = store.dispatch(signOut());
    expect([store.getState().session.ended, unsent(store), kept()]).toEqual(['logout', {}, []]);
    const put = '/api/settings/list%3A%2Fcidades Bearer token-maria';
    const drop = '/api/settings/favorites Bearer token-maria';
    expect(calls).toEqual([put, drop]);
    waiting.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual([put, drop]);
    waiting.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    waiting.shift()?.();
    await done;
    expect(calls).toEqual([put, drop, '/api/auth/token/revoke Bearer token-maria']);
    expect(sent.every(({ keepalive }) => keepalive)).toBe(true);
    expect([unsent(open('joao')), unsent(open()), kept()]).toEqual([{}, {}, []]);
  });

  it('is given up by a sign-out without a connection, which leaves nothing here and alerts nobody', async () => {
    const store = open();
    answer = () => Promise.reject(new TypeError('failed to fetch'));
    set(store, 1);
    await store.dispatch(signOut());
    await vi.advanceTimersByTimeAsync(120_000);
    expect(calls).toEqual([
      '/api/settings/list%3A%2Fcidades Bearer token-maria',
      '/api/auth/token/revoke Bearer token-maria',
    ]);
    expect([unsent(store), kept(), showAlert.mock.calls]).toEqual([{}, [], []]);
  });

  it('takes nothing from storage that nobody here wrote', () => {
    stored.set('fichario.setting.list:/cidades', 'x');
    expect(unsent(open())).toEqual({});
  });
});
