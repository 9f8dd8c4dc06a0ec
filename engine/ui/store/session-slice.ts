import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { SessionUser } from '../../access/access.ts';
import type { Me, SessionClient, TokenIssued } from '../../contract/session.ts';

export interface SessionState {
  readonly token: string | null;
  readonly user: SessionUser | null;
  readonly client: SessionClient | null;
  /** ETag of the last `GET /auth/me`. */
  readonly etag: string | null;
  /** Why there is no token; the login page and the redirect depend on it. */
  readonly ended: 'never' | 'logout' | 'expired';
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
    sessionExpired: (): SessionState => ({ ...noSession, ended: 'expired' }),
    sessionClosed: (): SessionState => ({ ...noSession, ended: 'logout' }),
  },
});

export const { sessionStarted, sessionRefreshed, sessionExpired, sessionClosed } = slice.actions;
export const sessionReducer = slice.reducer;
