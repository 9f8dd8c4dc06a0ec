/**
 * What survives a reload, in local storage: token, user (role flags and permissions) and client at every session
 * change, and the frame. Unreadable or foreign values are ignored. All tabs share the place of the session
 * (`follow-tabs.ts`), so a tab only replaces or removes there what it has put there itself, or what it signed in to.
 */
import type { SessionUser } from '../../access/access.ts';
import type { SessionClient } from '../../contract/session.ts';
import { dropDrafts } from '../runtime/local-draft.ts';
import type { FrameState } from './frame-slice.ts';
import type { SessionState } from './session-slice.ts';

export const sessionKey = 'fichario.session';
export const frameKey = 'fichario.frame';

export interface StoredSession {
  readonly token: string;
  readonly user: SessionUser;
  readonly client: SessionClient;
}

export interface PersistedState {
  readonly session?: StoredSession;
  readonly frame?: Partial<FrameState>;
}

const read = <T>(key: string): T | undefined => {
  try {
    const text = localStorage.getItem(key);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden: the session then lasts as long as the page.
  }
};

export const readStoredSession = (): StoredSession | undefined => {
  const stored = read<Partial<StoredSession> | null>(sessionKey);
  return stored?.token && stored.user && stored.client
    ? { token: stored.token, user: stored.user, client: stored.client }
    : undefined;
};

export const readPersisted = (): PersistedState => {
  const session = readStoredSession();
  const frame = read<Partial<FrameState>>(frameKey);
  return { ...(session === undefined ? {} : { session }), ...(frame === undefined ? {} : { frame }) };
};

/** Who signs out leaves no work behind; a lost session does. */
const forget = (login: string): void => {
  try {
    dropDrafts(localStorage, login);
  } catch {
    // Forbidden storage holds no drafts either.
  }
};

interface Source {
  getState(): { session: SessionState; frame: FrameState };
  subscribe(listener: () => void): () => void;
}

/** What changed of the session goes to the storage, unless another tab has signed in or out there meanwhile. */
const writeSession = (before: SessionState, now: SessionState): void => {
  const { token, user, client } = now;
  const begins = token !== null && token !== before.token;
  if (!begins && readStoredSession()?.token !== before.token) return;
  write(sessionKey, token === null ? undefined : { token, user, client });
};

export const persist = (store: Source): (() => void) => {
  let { session, frame } = store.getState();
  return store.subscribe(() => {
    const next = store.getState();
    if (next.session !== session) {
      if (next.session.ended === 'logout' && session.user !== null) forget(session.user.principal);
      writeSession(session, next.session);
      session = next.session;
    }
    if (next.frame !== frame) {
      frame = next.frame;
      write(frameKey, frame);
    }
  });
};
