/**
 * Ends the session on demand, at once. What the person set and the server does not have yet goes there first, then the
 * token is given back; both after the session is closed here, for its end gives up every call that is under way.
 */
import { api } from './api.ts';
import type { Dispatch, RootState } from './create-store.ts';
import { sessionClosed } from './session-slice.ts';
import { settingsApi } from './settings-api.ts';

export const signOut =
  () =>
  (dispatch: Dispatch, getState: () => RootState): Promise<void> => {
    const { token } = getState().session;
    const { unsent } = getState().settings;
    dispatch(sessionClosed());
    if (token === null) return Promise.resolve();
    const sent = Object.entries(unsent).map(([key, value]) =>
      dispatch(settingsApi.endpoints.putSetting.initiate({ key, value, leaving: true, token }, { track: false })),
    );
    return Promise.allSettled(sent).then(async () => {
      await dispatch(api.endpoints.revokeToken.initiate(token, { track: false }));
    });
  };
