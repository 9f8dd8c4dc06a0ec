/** The calls of what a person keeps on the server. Written by `send-settings.ts` and `sign-out.ts`, read through `useSetting`. */
import type { UserSettings } from '../../contract/user-setting.ts';
import { api } from './api.ts';

interface Change {
  readonly key: string;
  /** null takes the setting away. */
  readonly value: unknown;
  /** The page is going: the call must outlive it. */
  readonly leaving: boolean;
  /** Of a session that is closed here already. */
  readonly token?: string;
}

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<UserSettings, void>({
      query: () => ({ url: '/settings', silent: true }),
      keepUnusedDataFor: 3600,
    }),
    putSetting: build.mutation<unknown, Change>({
      query: ({ key, value, leaving, token }) => ({
        url: `/settings/${encodeURIComponent(key)}`,
        ...(value === null ? { method: 'DELETE' } : { method: 'PUT', body: value }),
        ...(token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } }),
        keepalive: leaving,
        silent: true,
      }),
    }),
  }),
});

export const { useSettingsQuery } = settingsApi;
