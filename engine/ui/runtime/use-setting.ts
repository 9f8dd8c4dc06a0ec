import { useCallback, useMemo, useRef } from 'react';
import type { Dispatch, RootState } from '../store/create-store.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { settingsApi, useSettingsQuery } from '../store/settings-api.ts';
import { settingChanged } from '../store/settings-slice.ts';

export interface Setting<T> {
  /** The same object as long as the setting is the same. */
  readonly value: T;
  /** Sets a value, or makes one from the present one; undefined takes the setting away, so that it is `initial` again. */
  readonly set: (next: T | undefined | ((present: T) => T)) => void;
  /** Whether the server has said what is kept: before that, nothing should be built upon `value`. */
  readonly ready: boolean;
}

/**
 * A value that this person keeps on the server, under a key such as `favorites` or `list:/cidades`. It holds at once
 * everywhere on the page; the server gets it when the person pauses (see `send-settings.ts`). `parse` gives undefined for
 * what is not understood, which then counts as not set; `parse` and `initial` must not change from render to render.
 */
export const useSetting = <T>(key: string, parse: (stored: unknown) => T | undefined, initial: T): Setting<T> => {
  const dispatch = useAppDispatch();
  const { kept, ready } = useSettingsQuery(undefined, {
    selectFromResult: ({ data, isSuccess }) => ({ kept: data?.[key], ready: isSuccess }),
  });
  const unsent = useAppSelector((state) => state.settings.unsent[key]);
  const stored = unsent === undefined ? kept : unsent;
  const value = useMemo(() => readSetting(stored, parse, initial), [stored, parse, initial]);

  const latest = useRef({ parse, initial });
  latest.current = { parse, initial };
  const set = useCallback<Setting<T>['set']>(
    (next) => {
      const asked = latest.current;
      dispatch((act: Dispatch, getState: () => RootState) => {
        const made = isMaker(next) ? next(readSetting(presentOf(getState(), key), asked.parse, asked.initial)) : next;
        act(settingChanged({ key, value: made ?? null }));
      });
    },
    [dispatch, key],
  );
  return { value, set, ready };
};

const isMaker = <T>(next: T | undefined | ((present: T) => T)): next is (present: T) => T => typeof next === 'function';

/** The same, where nothing is drawn. */
export const settingIn = <T>(state: RootState, key: string, parse: (stored: unknown) => T | undefined, initial: T): T =>
  readSetting(presentOf(state, key), parse, initial);

const presentOf = (state: RootState, key: string): unknown => {
  const { unsent } = state.settings;
  return Object.hasOwn(unsent, key) ? unsent[key] : settingsApi.endpoints.settings.select()(state).data?.[key];
};

const readSetting = <T>(stored: unknown, parse: (stored: unknown) => T | undefined, initial: T): T =>
  stored === undefined || stored === null ? initial : (parse(stored) ?? initial);
