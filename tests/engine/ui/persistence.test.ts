import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import { treeToggled } from '../../../engine/ui/store/frame-slice.ts';
import { readPersisted } from '../../../engine/ui/store/persistence.ts';
import { sessionClosed, sessionStarted } from '../../../engine/ui/store/session-slice.ts';
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
