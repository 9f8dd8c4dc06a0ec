import { api } from '../../engine/ui/store/api.ts';
import type { Store } from '../../engine/ui/store/create-store.ts';
import { settingsApi } from '../../engine/ui/store/settings-api.ts';
import { frameRoute } from './guard.ts';
import { isSentToTerminal, phonePath, phoneSetting } from './phone-service.ts';
import type { Router } from './router.tsx';

/** After each navigation to a protected page, the home included: document 2 section 2.1. */
export const watchPhoneService = (store: Store, router: Router): void => {
  router.subscribe(({ navigation, location, matches }) => {
    if (navigation.state !== 'idle' || !matches.some(({ route }) => route.id === frameRoute)) return;
    const state = store.getState();
    const kept = settingsApi.endpoints.settings.select()(state);
    const { unsent } = state.settings;
    // Until the server has said what is kept, nobody is sent anywhere.
    if (!kept.isSuccess) return;
    const offered =
      api.endpoints.menu
        .select()(state)
        .data?.entries.some(({ path }) => path === phonePath) === true;
    const stored = Object.hasOwn(unsent, phoneSetting) ? unsent[phoneSetting] : kept.data[phoneSetting];
    if (!offered || !isSentToTerminal(state.session.user, stored, location.pathname)) return;
    const from = `${location.pathname}${location.search}`;
    const search = from === '/' ? '' : `?${new URLSearchParams({ redirect: from })}`;
    // Of the navigation that ends here the router still takes its last notes.
    queueMicrotask(() => void router.navigate(`${phonePath}${search}`, { replace: true }));
  });
};
