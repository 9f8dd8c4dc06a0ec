/** Where a person is led when the session goes, or is whole again. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../../../engine/ui/store/create-store.ts';
import {
  passwordExpired,
  sessionClosed,
  sessionExpired,
  sessionRefreshed,
  sessionStarted,
} from '../../../engine/ui/store/session-slice.ts';
import { watchSession } from '../../../src/shell/watch-session.ts';
import { sessionUser } from '../../support/grants.ts';

beforeEach(() => {
  vi.stubGlobal('location', { href: 'https://x/bancos?uf=MG' });
  // Dialogs that are open are told to close.
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => vi.unstubAllGlobals());

const client = { name: 'copass', title: 'Copass', accent: 'teal', logo: 'C', defaults: {}, flags: {} };
const user = sessionUser([], { principal: 'maria' });

const openWatched = (routes: readonly string[], errors: object | null = null) => {
  const store = createStore({ networkFailure: '' });
  store.dispatch(sessionStarted({ token: 'a', user, client }));
  const went: string[] = [];
  const router = {
    state: { matches: routes.map((id) => ({ route: { id } })), errors },
    navigate: async (path: string) => {
      went.push(path);
    },
    revalidate: async () => {
      went.push('again');
    },
  };
  watchSession(store, router as unknown as Parameters<typeof watchSession>[1]);
  return { store, went };
};

describe('a session that goes', () => {
  it.each([
    ['by signing out, to the sign-in page', sessionClosed(), '/auth'],
    ['by the server, to the sign-in page that leads back', sessionExpired(), '/auth?redirect=%2Fbancos%3Fuf%3DMG'],
    ['for want of use, just so', sessionExpired('idle'), '/auth?redirect=%2Fbancos%3Fuf%3DMG'],
    ['by another tab, just so', sessionExpired('elsewhere'), '/auth?redirect=%2Fbancos%3Fuf%3DMG'],
  ])('%s', (_how, action, path) => {
    const { store, went } = openWatched(['frame', '0-5']);
    store.dispatch(action);
    expect(went).toEqual([path]);
  });

  it('leaves whoever is on a page that needs none where they are', () => {
    const { store, went } = openWatched(['3']);
    store.dispatch(sessionExpired('elsewhere'));
    expect(went).toEqual([]);
  });
});

describe('an expired password that becomes a new one', () => {
  it.each([
    ['has the open screen read again', null, 'again'],
    ['opens anew a screen that could not be opened', { '0-5': new Error('') }, '/bancos?uf=MG'],
  ])('%s', (_what, errors, step) => {
    const { store, went } = openWatched(['frame', '0-5'], errors);
    store.dispatch(passwordExpired());
    expect(went).toEqual([]);
    store.dispatch(sessionRefreshed({ me: { user, client }, etag: undefined }));
    expect(went).toEqual([step]);
  });
});
