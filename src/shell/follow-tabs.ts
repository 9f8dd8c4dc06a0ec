/**
 * All tabs of a browser are one session: what another tab does to it is felt here at once. Signed out there, this tab
 * goes to the sign-in page; signed in there, it goes on as that person; rights or password changed there, it knows.
 */
import { showAlert } from '../../engine/ui/runtime/show-alert.tsx';
import { api } from '../../engine/ui/store/api.ts';
import type { Store } from '../../engine/ui/store/create-store.ts';
import type { StoredSession } from '../../engine/ui/store/persistence.ts';
import { readStoredSession, sessionKey } from '../../engine/ui/store/persistence.ts';
import { sessionExpired, sessionRefreshed, sessionStarted } from '../../engine/ui/store/session-slice.ts';
import { firstTexts } from './first-texts.ts';
import { safeRedirect, signInPath } from './guard.ts';
import type { Router } from './router.tsx';
import { isProtected } from './watch-session.ts';

/** As much of the router as is needed: where it is, and going elsewhere. */
type Place = Pick<Router, 'state' | 'subscribe' | 'navigate'>;

const isOutside = (state: Router['state']): boolean => !isProtected(state) && state.navigation.state === 'idle';

/** Once the sign-in page stands there, or another that needs no session, nothing of the person before is drawn any more. */
const leaveScreens = (router: Place): Promise<void> =>
  new Promise((resolve) => {
    if (isOutside(router.state)) return resolve();
    const stop = router.subscribe((state) => {
      if (!isOutside(state)) return;
      stop();
      resolve();
    });
  });

const differs = (stored: StoredSession, { user, client }: Pick<StoredSession, 'user' | 'client'>): boolean =>
  JSON.stringify([stored.user, stored.client]) !== JSON.stringify([user, client]);

/** `former`: login of who was signed in here last. */
const agree = async (store: Store, router: Place, former: string | undefined): Promise<void> => {
  const { token, user, client } = store.getState().session;
  const stored = readStoredSession();
  if (stored?.token === (token ?? undefined)) {
    if (stored === undefined || user === null || client === null || !differs(stored, { user, client })) return;
    store.dispatch(sessionRefreshed({ me: { user: stored.user, client: stored.client }, etag: undefined }));
    store.dispatch(api.util.invalidateTags(['Model']));
    return;
  }
  if (token !== null) {
    // The way to the sign-in page is led by `watchSession`.
    store.dispatch(sessionExpired('elsewhere'));
    await leaveScreens(router);
  }
  const next = readStoredSession();
  if (next === undefined || store.getState().session.token !== null) return;
  store.dispatch(sessionStarted(next));
  const login = next.user.principal;
  if (former !== undefined && former !== login)
    showAlert({ type: 'info', value: firstTexts('signIn.otherUser', { login }) });
  const { pathname, search } = router.state.location;
  if (pathname === signInPath)
    await router.navigate(safeRedirect(new URLSearchParams(search).get('redirect')), { replace: true });
};

export const followTabs = (store: Store, router: Place): void => {
  let agreed = Promise.resolve();
  let former: string | undefined;
  const follow = (): void => {
    agreed = agreed.then(() => {
      former = store.getState().session.user?.principal ?? former;
      return agree(store, router, former);
    });
  };
  addEventListener('storage', ({ key }) => {
    // Without a key, all of the storage was emptied.
    if (key === sessionKey || key === null) follow();
  });
  // A page that slept was told of nothing; whoever comes back to it learns at once whether the session still lasts.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible') return;
    // Nothing stored may also mean that this browser stores nothing: then the server knows.
    if (readStoredSession() !== undefined) follow();
    if (store.getState().session.token !== null && navigator.onLine)
      void store.dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }));
  });
};
