import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { SessionUser } from '../../access/access.ts';
import type { Me, SessionClient, TokenIssued } from '../../contract/session.ts';

/** How a session went that nobody signed out of here: refused by the server, left unused, ended by another tab. */
export type Loss = 'expired' | 'idle' | 'elsewhere';

export interface SessionState {
  readonly token: string | null;
  readonly user: SessionUser | null;
  readonly client: SessionClient | null;
  /** ETag of the last `GET /auth/me`. */
  readonly etag: string | null;
  /** Why there is no token; the login page and the redirect depend on it. */
  readonly ended: 'never' | 'logout' | Loss;
}

/** As much of the store as a call may read. */
export interface WithSession {
  readonly session: SessionState;
}

export const noSession: SessionState = { token: null, user: null, client: null, etag: null, ended: 'never' };

const slice = createSlice({
  name: 'session',
  initialState: noSession,
  reducers: {
    sessionStarted: (_state, { payload }: PayloadAction<TokenIssued>): SessionState => ({
      token: payload.token,
      user: payload.user,
      client: payload.client,
      etag: null,
      ended: 'never',
    }),
    sessionRefreshed: (state, { payload }: PayloadAction<{ me: Me; etag: string | undefined }>): SessionState =>
      state.token === null
        ? state
        : { ...state, user: payload.me.user, client: payload.me.client, etag: payload.etag ?? null },
    /** The server refused everything else until the password is changed. The ETag was that of the user before. */
    passwordExpired: (state): SessionState =>
      state.user === null ? state : { ...state, user: { ...state.user, senhaExpirada: true }, etag: null },
    sessionExpired: (_state, { payload }: PayloadAction<Exclude<Loss, 'expired'> | undefined>): SessionState => ({
      ...noSession,
      ended: payload ?? 'expired',
    }),
    sessionClosed: (): SessionState => ({ ...noSession, ended: 'logout' }),
  },
});

export const { sessionStarted, sessionRefreshed, passwordExpired, sessionExpired, sessionClosed } = slice.actions;
export const sessionReducer = slice.reducer;
