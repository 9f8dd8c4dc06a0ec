/**
 * Sends what a person changed of their settings: once they pause, at once where the page goes away, again once there is
 * a connection. Until the server has a value it is kept in local storage, each key by itself, so that tabs do not undo
 * one another; it belongs to the person who was signed in.
 */
import type { ErrorBody } from '../../contract/error-body.ts';
import { showAlert } from '../runtime/show-alert.tsx';
import { durations } from '../theme/tokens.ts';
import type { ApiFailure } from './base-query.ts';
import type { Store } from './create-store.ts';
import { settingsApi } from './settings-api.ts';
import { settingSettled, settingsRestored } from './settings-slice.ts';

const prefix = 'fichario.setting.';

type Values = Readonly<Record<string, unknown>>;

const keep = (key: string, owner: string, value: unknown): void => {
  try {
    localStorage.setItem(prefix + key, JSON.stringify({ owner, value }));
  } catch {
    // Storage may be full or forbidden: the value then waits as long as the page is open.
  }
};

const forget = (key: string): void => {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // What could not be kept need not be forgotten.
  }
};

const keptNames = (): readonly string[] => {
  try {
    const names = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '');
    return names.filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
};

/** What this person left unsent. Unreadable and foreign values are left alone. */
const readKept = (owner: string): Values =>
  Object.fromEntries(
    keptNames().flatMap((name): [string, unknown][] => {
      try {
        const kept = JSON.parse(localStorage.getItem(name) ?? 'null') as { owner?: unknown; value?: unknown } | null;
        return kept?.owner === owner ? [[name.slice(prefix.length), kept.value]] : [];
      } catch {
        return [];
      }
    }),
  );

/** Whether the server said no to this value for good: to send it again would change nothing. */
const isRefused = ({ status }: ApiFailure): boolean =>
  status >= 400 && status < 500 && ![401, 408, 429].includes(status);

const tell = (body: ErrorBody | undefined): void => {
  if (body !== undefined) showAlert({ type: 'error', value: body.message });
};

export const sendSettings = (store: Store): void => {
  let { token, user } = store.getState().session;
  let { unsent } = store.getState().settings;
  let { lost } = store.getState().connection;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const underway = new Set<string>();

  const schedule = (wait: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => flush(false), wait);
  };

  const send = async (key: string, value: unknown, leaving: boolean): Promise<void> => {
    underway.add(key);
    const { error } = await store.dispatch(
      settingsApi.endpoints.putSetting.initiate({ key, value, leaving }, { track: false }),
    );
    underway.delete(key);
    const failure = error as ApiFailure | undefined;
    if (failure !== undefined && !isRefused(failure)) {
      // A 401 has ended the session; what was kept is sent after the next sign-in.
      if (failure.status !== 401) schedule(durations.settingRetry);
      return;
    }
    if (failure === undefined)
      store.dispatch(
        settingsApi.util.updateQueryData('settings', undefined, (settings: Record<string, unknown>) => {
          if (value === null) delete settings[key];
          else settings[key] = value;
        }),
      );
    else tell(failure.body);
    store.dispatch(settingSettled({ key, value }));
    if (Object.hasOwn(store.getState().settings.unsent, key)) schedule(durations.settingPause);
  };

  const flush = (leaving: boolean): void => {
    clearTimeout(timer);
    const state = store.getState();
    if (state.session.token === null) return;
    for (const [key, value] of Object.entries(state.settings.unsent))
      if (leaving || !underway.has(key)) void send(key, value, leaving);
  };

  const restore = (): void => {
    const owner = store.getState().session.user?.principal;
    const kept = owner === undefined ? {} : readKept(owner);
    if (Object.keys(kept).length > 0) store.dispatch(settingsRestored(kept));
  };

  const keepChanges = (before: Values, now: Values): void => {
    const owner = user?.principal;
    if (owner === undefined) return;
    for (const [key, value] of Object.entries(now)) if (before[key] !== value) keep(key, owner, value);
    for (const key of Object.keys(before)) if (!Object.hasOwn(now, key)) forget(key);
    if (Object.keys(now).length > 0) schedule(durations.settingPause);
  };

  store.subscribe(() => {
    const { session, settings, connection } = store.getState();
    const changed = session.token !== token;
    const owner = user?.principal;
    const [before, now] = [unsent, settings.unsent];
    const restored = lost && !connection.lost;
    token = session.token;
    user = session.user;
    unsent = now;
    lost = connection.lost;
    if (changed) {
      if (token !== null) restore();
      // Who signs out leaves nothing here: what was unsent is on its way; a lost session keeps it for the next.
      else if (session.ended === 'logout' && owner !== undefined) Object.keys(readKept(owner)).forEach(forget);
      return;
    }
    if (now !== before) keepChanges(before, now);
    else if (restored && Object.keys(now).length > 0) schedule(durations.settingPause);
  });
  restore();

  globalThis.addEventListener?.('pagehide', () => flush(true));
  globalThis.addEventListener?.('online', () => flush(false));
};
