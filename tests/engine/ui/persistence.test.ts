import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionUser } from '../../../engine/access/access.ts';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { treeToggled } from '../../../engine/ui/store/frame-slice.ts';
import { readPersisted } from '../../../engine/ui/store/persistence.ts';
import {
  passwordExpired,
  sessionClosed,
  sessionExpired,
  sessionRefreshed,
  sessionStarted,
} from '../../../engine/ui/store/session-slice.ts';
import { sessionUser } from '../../support/grants.ts';

const stored = new Map<string, string>();
beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const issued = {
  token: 'abc',
  user: sessionUser(['banco:list'], { principal: 'maria', operadora: true }),
  client: { name: 'copass', title: 'Copass', accent: 'teal', logo: 'C', defaults: {}, flags: {} },
};

describe('what survives a reload', () => {
  it('is the token with user and client, from sign-in to sign-out', () => {
    const store = createStore({ networkFailure: '' });
    store.dispatch(sessionStarted(issued));
    expect(readPersisted().session).toEqual(issued);
    expect(createStore({ networkFailure: '' }, readPersisted()).getState().session.token).toBe('abc');
    store.dispatch(sessionClosed());
    expect(readPersisted().session).toBeUndefined();
    expect([...stored.keys()]).not.toContain('fichario.session');
  });

  const kept = () =>
    JSON.parse(stored.get('fichario.session') ?? 'null') as { token: string; user: Record<string, unknown> } | null;
  const refreshed = (changes: Partial<SessionUser>) =>
    sessionRefreshed({ me: { user: { ...issued.user, ...changes }, client: issued.client }, etag: '"1"' });

  it('is the token of whoever signed in last, and none once the session is over [session-persist-token]', () => {
    const store = createStore({ networkFailure: '' });
    store.dispatch(sessionStarted(issued));
    expect(kept()?.token).toBe('abc');
    store.dispatch(sessionStarted({ ...issued, token: 'def' }));
    expect(kept()?.token).toBe('def');
    store.dispatch(sessionExpired());
    expect(kept()).toBeNull();
  });

  it('is what the person is, with each change of it [session-persist-role-flags]', () => {
    const store = createStore({ networkFailure: '' });
    store.dispatch(sessionStarted(issued));
    expect(kept()?.user).toMatchObject({ operadora: true, prestador: false, admin: false });
    store.dispatch(refreshed({ operadora: false, prestador: true, admin: true }));
    expect(kept()?.user).toMatchObject({ operadora: false, prestador: true, admin: true });
    store.dispatch(passwordExpired());
    // Else the answer after the change would be that nothing is new.
    expect(store.getState().session.etag).toBeNull();
    expect(kept()?.user).toMatchObject({ admin: true, senhaExpirada: true });
  });

  it('is what the person may do, with each change of it [session-persist-permissions]', () => {
    const store = createStore({ networkFailure: '' });
    store.dispatch(sessionStarted(issued));
    expect(kept()?.user['permissions']).toEqual(['banco:list']);
    store.dispatch(refreshed({ permissions: ['banco:list', 'banco:update'] }));
    expect(kept()?.user['permissions']).toEqual(['banco:list', 'banco:update']);
    store.dispatch(refreshed({ permissions: [] }));
    expect(kept()?.user['permissions']).toEqual([]);
  });

  it('is the frame as the person left it', () => {
    createStore({ networkFailure: '' }).dispatch(treeToggled());
    expect(createStore({ networkFailure: '' }, readPersisted()).getState().frame.treeFolded).toBe(true);
  });

  it('is nothing where the storage holds what nobody here wrote', () => {
    stored.set('fichario.session', '{"token":"abc"}');
    stored.set('fichario.frame', 'x');
    expect(readPersisted()).toEqual({});
  });
});
