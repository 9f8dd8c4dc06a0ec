/**
 * Who may go where. Without a token: to the sign-in page, which leads back. With one: before each protected navigation the
 * token is checked (`GET /auth/me`, beside whatever the screen needs), then the permissions that the answer brought say
 * whether the screen opens. Menu and settings are read before the first one.
 */
import type { LoaderFunctionArgs, ShouldRevalidateFunctionArgs } from 'react-router';
import { data, redirect } from 'react-router';
import { permits } from '../../engine/access/permission-pair.ts';
import type { ScreenModel } from '../../engine/contract/screen-model.ts';
import type { MenuEntry } from '../../engine/model/screen-types.ts';
import type { ApiFailure } from '../../engine/ui/store/api.ts';
import { api } from '../../engine/ui/store/api.ts';
import type { Store } from '../../engine/ui/store/create-store.ts';
import { sessionExpired } from '../../engine/ui/store/session-slice.ts';
import { settingsApi } from '../../engine/ui/store/settings-api.ts';
import { isModelled, loadAhead } from '../screens/index.ts';
import { screenPart } from '../screens/screen-part.ts';
import { mayManageAccounts } from './may-manage-accounts.ts';

export const deniedPath = '/acesso-negado';
export const signInPath = '/auth';
/** Id of the route that everything protected lies below. */
export const frameRoute = 'frame';
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

const screenPath = (url: string): string => new URL(url).pathname.replace(/(.)\/$/, '$1');

/** Filters and drawers change the query only; that is no navigation to guard. */
export const revalidateOnPath = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

const answered = <T>(result: { readonly data?: T | undefined; readonly error?: unknown }): T => {
  if (result.data !== undefined) return result.data;
  const { status = 0, body } = (result.error ?? {}) as Partial<ApiFailure>;
  throw data(body ?? null, { status: status === 0 ? 503 : status, statusText: status === 0 ? 'offline' : '' });
};

/** Whether this person holds the pair of the screen, by the permissions of the session. */
const mayOpen = (store: Store, model: ScreenModel): boolean => {
  const { action, subject } = model.screen.permission;
  return permits(store.getState().session.user?.permissions ?? [], action, subject);
};

/** The model of a screen as it is known already. */
const knownModel = (store: Store, path: string): ScreenModel | undefined =>
  api.endpoints.screen.select(path)(store.getState()).data;

/** A screen that is opened again shows what it showed last; an address that says what to show is followed. */
const keptAddress = (store: Store, url: string): string | undefined => {
  const { pathname, search } = new URL(url);
  const kept = store.getState().places.addresses[pathname];
  return search === '' && kept !== undefined && kept !== '' ? `${pathname}?${kept}` : undefined;
};

/** What a screen that begins with a search goes on to from an address that does not say it. */
const begunAddress = async (store: Store, url: string, model: ScreenModel | undefined): Promise<string | undefined> => {
  if (model?.parameters === undefined) return undefined;
  const { openedAddress } = await import('../../engine/ui/runtime/opened-address.ts');
  return openedAddress(store.getState(), url, model);
};

export const createGuard = (store: Store, load = (entry: MenuEntry): Promise<unknown> => screenPart(entry).read()) => {
  const token = () => store.getState().session.token;
  const permissions = () => JSON.stringify(store.getState().session.user?.permissions);
  const menu = (forceRefetch = false) => store.dispatch(api.endpoints.menu.initiate(undefined, { forceRefetch }));
  /** Before the first screen, which is drawn as the person has arranged it; without an answer, as it comes. */
  const settings = () => store.dispatch(settingsApi.endpoints.settings.initiate());
  const requireToken = ({ url }: Request): void => {
    if (token() === null) throw redirect(signInWith(pathOf(url)));
  };

  /**
   * Asks whether the token still holds; the loaders of one navigation share the question. Without any answer what is known
   * goes on holding.
   */
  const checkToken = async (request: Request) => {
    requireToken(request);
    const held = permissions();
    const { error } = await store.dispatch(
      api.endpoints.me.initiate(undefined, { forceRefetch: true, subscribe: false }),
    );
    requireToken(request);
    return { changed: permissions() !== held, failure: error as ApiFailure | undefined };
  };

  /**
   * What the address shows: its menu entry, the model of the screen and the code that draws it. What it will show first is
   * asked for as well, and not waited for: whether it is ever drawn, and under which rights, the rest decides.
   */
  const readScreen = async (url: string, forceRefetch = false) => {
    const path = screenPath(url);
    const entries = await menu(forceRefetch);
    const entry = entries.data?.entries.find((candidate) => candidate.path === path);
    const [screen, readAhead] = await Promise.all([
      entry !== undefined && !isModelled(entry)
        ? undefined
        : store.dispatch(api.endpoints.screen.initiate(path, { forceRefetch })),
      entry && loadAhead(entry),
      entry && load(entry),
    ]);
    const leadsOn =
      keptAddress(store, url) !== undefined || (await begunAddress(store, url, screen?.data)) !== undefined;
    if (screen?.data !== undefined && readAhead !== undefined && mayOpen(store, screen.data) && !leadsOn)
      store.dispatch(readAhead(screen.data, new URL(url).searchParams)).catch(() => undefined);
    return { entries, entry, screen };
  };

  return {
    frame: async ({ request }: LoaderFunctionArgs) => {
      requireToken(request);
      const first = api.endpoints.menu.select()(store.getState()).data === undefined;
      // Before a form is there: what is typed may have to be kept the moment that the session ends.
      if (first) store.dispatch(api.endpoints.draftKey.initiate());
      const reading = first ? Promise.all([menu(), settings()]) : undefined;
      reading?.catch(() => undefined);
      const { failure } = await checkToken(request);
      if (reading === undefined) return null;
      const [entries] = await reading;
      // A saved session that cannot be loaded again is none; without any answer it may still be one.
      if (failure !== undefined && failure.status !== 0) store.dispatch(sessionExpired());
      requireToken(request);
      answered(entries);
      return null;
    },

    /** Document 1 section 6: account settings need list on usuario. */
    account: async ({ request }: LoaderFunctionArgs): Promise<null> => {
      await checkToken(request);
      if (!mayManageAccounts(store.getState())) throw redirect(deniedPath);
      return null;
    },

    /** What is no entry of the menu, and is opened by whoever has the entry that leads to it. */
    under:
      (path: string) =>
      async ({ request }: LoaderFunctionArgs): Promise<null> => {
        const { changed } = await checkToken(request);
        const { entries } = answered(await menu(changed));
        if (!entries.some((entry) => entry.path === path)) throw redirect(deniedFor(path));
        return null;
      },

    screen: async ({ request }: LoaderFunctionArgs): Promise<MenuEntry> => {
      requireToken(request);
      const path = screenPath(request.url);
      const kept = keptAddress(store, request.url);
      const known = knownModel(store, path);
      // Nothing is asked for an address that leads on.
      if (kept !== undefined && known !== undefined && known.provider === undefined) throw redirect(kept);
      const reading = readScreen(request.url);
      reading.catch(() => undefined);
      const { changed } = await checkToken(request);
      // What was read under other permissions is read anew under those of now.
      const { entries, entry, screen } = await (changed ? readScreen(request.url, true) : reading);
      answered(entries);
      const failure = screen?.error as ApiFailure | undefined;
      // It opens once the dialog that stands over it has a new password.
      if (failure?.status === 403 && store.getState().session.user?.senhaExpirada)
        throw data(null, { status: 403, statusText: 'expired' });
      if (failure?.status === 403) throw redirect(deniedFor(path));
      if (failure?.status === 401) throw redirect(signInWith(pathOf(request.url)));
      if (screen !== undefined) {
        const model = answered(screen);
        if (!mayOpen(store, model)) throw redirect(deniedFor(path));
      }
      if (entry === undefined) throw data(null, { status: 404 });
      if (kept !== undefined && screen?.data?.provider === undefined) throw redirect(kept);
      const begun = await begunAddress(store, request.url, screen?.data);
      if (begun !== undefined) throw redirect(begun);
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
