import { modals } from '@mantine/modals';
import { api } from '../../engine/ui/store/api.ts';
import type { Store } from '../../engine/ui/store/create-store.ts';
import { pathOf, signInPath, signInWith } from './guard.ts';
import type { Router } from './router.tsx';

/** When the token goes, so does everything read with it, and the sign-in page comes: after a 401 it leads back. */
export const watchSession = (store: Store, router: Router): void => {
  let { token } = store.getState().session;
  store.subscribe(() => {
    const { session } = store.getState();
    if (session.token === token) return;
    const had = token !== null;
    token = session.token;
    if (!had || token !== null) return;
    modals.closeAll();
    store.dispatch(api.util.resetApiState());
    const target = session.ended === 'logout' ? signInPath : signInWith(pathOf(location.href));
    void router.navigate(target, { replace: true });
  });
};
