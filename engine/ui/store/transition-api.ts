/** The call that moves one record to another state. */

import type { Values } from './api.ts';
import { api } from './api.ts';

const transitionApi = api.injectEndpoints({
  endpoints: (build) => ({
    transit: build.mutation<
      unknown,
      {
        path: string;
        id: number;
        etag: string | undefined;
        transition: string;
        values: Values;
        /** Routes of what changes with it. */
        also: readonly string[];
      }
    >({
      query: ({ path, id, etag, transition, values }) => ({
        url: `${path}?id=eq.${id}&transition=${transition}`,
        method: 'PATCH',
        body: values,
        headers: {
          Prefer: 'handling=strict, max-affected=1',
          ...(etag === undefined ? {} : { 'If-Match': etag }),
        },
      }),
      invalidatesTags: (_row, error, { path, also }) =>
        error ? [] : [path, ...also].map((one) => ({ type: 'Rows', id: one })),
    }),
  }),
});

export const { useTransitMutation } = transitionApi;
