/**
 * Who may go where. Without a token: to the sign-in page, which leads back. With one: the menu is read before the first
 * screen, and `GET /auth/me` is asked beside every navigation, which a 401 ends wherever it arrives.
 */
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { data, redirect } from 'react-router';
import { createAbility } from '../../engine/access/access.ts';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import type { MenuEntry } from '../../engine/model/types.ts';
import { screenKinds } from '../../engine/screens/index.ts';
import type { ApiFailure } from '../../engine/ui/store/api.ts';
import { api } from '../../engine/ui/store/api.ts';
import type { Store } from '../../engine/ui/store/create-store.ts';
import { sessionExpired } from '../../engine/ui/store/session-slice.ts';
import { settingsApi } from '../../engine/ui/store/settings-api.ts';
import { mayManageAccounts } from './may-manage-accounts.ts';

export const deniedPath = '/acesso-negado';
export const signInPath = '/auth';
const deniedFor = (path: string): string => `${deniedPath}?${new URLSearchParams({ tela: path })}`;

export const signInWith = (path: string): string =>
  path === '/' ? signInPath : `${signInPath}?redirect=${encodeURIComponent(path)}`;

/** Only a path of this site: `//elsewhere` and `https://elsewhere` are not. */
export const safeRedirect = (target: string | null): string =>
  target !== null && /^\/(?![/\\])/.test(target) && !target.startsWith(signInPath) ? target : '/';

export const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
};

/** Filters and drawers change the query only; that is no navigation to guard. */
export const revalidateOnPath = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

const answered = <T>(result: { readonly data?: T | undefined; readonly error?: unknown }): T => {
  if (result.data !== undefined) return result.data;
  const { status = 0, body } = (result.error ?? {}) as Partial<ApiFailure>;
  throw data(body ?? null, { status: status === 0 ? 503 : status, statusText: status === 0 ? 'offline' : '' });
};

/** Whether this person holds the pair of the screen: CASL, on the permissions of the session. */
const mayOpen = (store: Store, model: ScreenModel): boolean => {
  const { action, subject } = model.screen.permission;
  return createAbility(store.getState().session.user?.permissions ?? []).can(action, subject);
};

/** A screen that is opened again shows what it showed last; an address that says what to show is followed. */
const keptAddress = (store: Store, url: string): string | undefined => {
  const { pathname, search } = new URL(url);
  const kept = store.getState().places.addresses[pathname];
  return search === '' && kept !== undefined && kept !== '' ? `${pathname}?${kept}` : undefined;
};

export const createGuard = (store: Store) => {
  const token = () => store.getState().session.token;
  const menu = () => store.dispatch(api.endpoints.menu.initiate());
  /** Before the first screen, which is drawn as the person has arranged it; without an answer, as it comes. */
  const settings = () => store.dispatch(settingsApi.endpoints.settings.initiate());
  const checkSession = () =>
    store.dispatch(api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }));

  return {
    frame: async ({ request }: LoaderFunctionArgs) => {
      if (token() === null) throw redirect(signInWith(pathOf(request.url)));
      const check = checkSession();
      // Once the menu is known, the check goes on beside the navigation and does not hold it up.
      if (api.endpoints.menu.select()(store.getState()).data !== undefined) return null;
      const [me, entries] = await Promise.all([check, menu(), settings()]);
      const failure = me.error as ApiFailure | undefined;
      // A saved session that cannot be loaded again is none; without any answer it may still be one.
      if (failure !== undefined && failure.status !== 0) store.dispatch(sessionExpired());
      if (token() === null) throw redirect(signInWith(pathOf(request.url)));
      answered(entries);
      return null;
    },

    /** Document 1 section 6: account settings need list on usuario. */
    account: ({ request }: LoaderFunctionArgs): null => {
      if (token() === null) throw redirect(signInWith(pathOf(request.url)));
      if (!mayManageAccounts(store.getState())) throw redirect(deniedPath);
      return null;
    },

    screen: async ({ request }: LoaderFunctionArgs): Promise<MenuEntry> => {
      if (token() === null) throw redirect(signInWith(pathOf(request.url)));
      const path = new URL(request.url).pathname.replace(/(.)\/$/, '$1');
      const { entries } = answered(await menu());
      const entry = entries.find((candidate) => candidate.path === path);
      const kind = entry && screenKinds[entry.kind];
      const [screen] = await Promise.all([
        kind?.modelled === false ? undefined : store.dispatch(api.endpoints.screen.initiate(path)),
        kind?.load(),
      ]);
      const failure = screen?.error as ApiFailure | undefined;
      if (failure?.status === 403) throw redirect(deniedFor(path));
      if (failure?.status === 401) throw redirect(signInWith(pathOf(request.url)));
      if (screen !== undefined) {
        const model = answered(screen);
        if (!mayOpen(store, model)) throw redirect(deniedFor(path));
      }
      if (entry === undefined) throw data(null, { status: 404 });
      const kept = keptAddress(store, request.url);
      if (kept !== undefined && screen?.data?.provider === undefined) throw redirect(kept);
      return entry;
    },
  };
};

/** A signed-in user has nothing to do on the sign-in page. */
export const createSignInGuard =
  (store: Store) =>
  ({ request }: LoaderFunctionArgs): null => {
    if (store.getState().session.token === null) return null;
    throw redirect(safeRedirect(new URL(request.url).searchParams.get('redirect')));
  };
