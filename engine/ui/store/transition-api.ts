/** The call that moves one record to another state. */

import type { Row, Values } from './api.ts';
import { api } from './api.ts';

const one = 'application/vnd.pgrst.object+json';

const transitionApi = api.injectEndpoints({
  endpoints: (build) => ({
    transit: build.mutation<
      Row,
      {
        path: string;
        id: number;
        etag: string | undefined;
        transition: string;
        values: Values;
        /** What is told of the record then. */
        select: string;
        /** Routes of what changes with it. */
        also: readonly string[];
      }
    >({
      query: ({ path, id, etag, transition, values, select }) => ({
        url: `${path}?id=eq.${id}&transition=${transition}&select=${encodeURIComponent(select)}`,
        method: 'PATCH',
        body: values,
        headers: {
          Accept: one,
          Prefer: 'handling=strict, max-affected=1, return=representation',
          ...(etag === undefined ? {} : { 'If-Match': etag }),
        },
        placed: true,
      }),
      transformResponse: (body) => body as Row,
      invalidatesTags: (_row, error, { path, also }) =>
        error ? [] : [path, ...also].map((one) => ({ type: 'Rows', id: one })),
    }),
  }),
});

export const { useTransitMutation } = transitionApi;
