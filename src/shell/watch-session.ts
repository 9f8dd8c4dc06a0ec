import { modals } from '@mantine/modals';
import { api } from '../../engine/ui/store/api.ts';
import type { Store } from '../../engine/ui/store/create-store.ts';
import type { SessionState } from '../../engine/ui/store/session-slice.ts';
import { frameRoute, pathOf, signInPath, signInWith } from './guard.ts';
import type { Router } from './router.tsx';

/** Whether a screen that needs a session stands there. */
export const isProtected = ({ matches }: Pick<Router['state'], 'matches'>): boolean =>
  matches.some(({ route }) => route.id === frameRoute);

const passwordRenewed = (before: SessionState, now: SessionState): boolean =>
  before.token === now.token && before.user?.senhaExpirada === true && now.user?.senhaExpirada === false;

/**
 * What could not be opened is opened. A failure that stands there goes with a new location alone: React Router keeps it
 * through a revalidation that begins and ends between two drawings, as on a slow machine.
 */
const readAgain = (router: Router): Promise<void> =>
  router.state.errors === null
    ? router.revalidate()
    : router.navigate(pathOf(location.href), { replace: true, preventScrollReset: true });

/**
 * When the token goes, so does everything read with it, and the sign-in page comes: after a 401 it leads back. When an
 * expired password was changed, what was refused for it is read.
 */
export const watchSession = (store: Store, router: Router): void => {
  let { session } = store.getState();
  store.subscribe(() => {
    const before = session;
    session = store.getState().session;
    if (session === before) return;
    if (passwordRenewed(before, session)) {
      store.dispatch(api.util.invalidateTags(['Model', 'Rows', 'Views']));
      void readAgain(router);
    }
    if (before.token === null || session.token !== null) return;
    modals.closeAll();
    store.dispatch(api.util.resetApiState());
    // Whoever sets a forgotten password anew, or reads that this was done, is left there.
    if (!isProtected(router.state)) return;
    const target = session.ended === 'logout' ? signInPath : signInWith(pathOf(location.href));
    // Drawn at once: should somebody sign in right away in another tab, nothing of the person before is taken along.
    void router.navigate(target, { replace: true, flushSync: true });
  });
};
