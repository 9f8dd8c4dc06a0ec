/**
 * What survives a reload, in local storage: token, user (role flags and permissions) and client at every session
 * change, and the frame. Unreadable or foreign values are ignored.
 */
import { dropDrafts } from '../runtime/local-draft.ts';
import type { FrameState } from './frame-slice.ts';
import type { SessionState } from './session-slice.ts';

const sessionKey = 'fichario.session';
const frameKey = 'fichario.frame';

export interface PersistedState {
  readonly session?: Pick<SessionState, 'token' | 'user' | 'client'>;
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

export const readPersisted = (): PersistedState => {
  const session = read<SessionState>(sessionKey);
  const frame = read<Partial<FrameState>>(frameKey);
  return {
    ...(session?.token && session.user && session.client
      ? { session: { token: session.token, user: session.user, client: session.client } }
      : {}),
    ...(frame === undefined ? {} : { frame }),
  };
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

export const persist = (store: Source): (() => void) => {
  let { session, frame } = store.getState();
  return store.subscribe(() => {
    const next = store.getState();
    if (next.session !== session) {
      if (next.session.ended === 'logout' && session.user !== null) forget(session.user.principal);
      session = next.session;
      const { token, user, client } = session;
      write(sessionKey, token === null ? undefined : { token, user, client });
    }
    if (next.frame !== frame) {
      frame = next.frame;
      write(frameKey, frame);
    }
  });
};
