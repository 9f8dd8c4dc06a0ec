/** The exact count of a long list, which a person asks for and may give up: kept by nobody, for it is soon another. */
import type { ListRequest } from './api.ts';
import { api } from './api.ts';
import { readTotal } from './read-total.ts';

const countApi = api.injectEndpoints({
  endpoints: (build) => ({
    countFully: build.mutation<{ readonly total: number; readonly estimated: boolean } | null, ListRequest>({
      query: ({ path, search }) => ({
        url: `${path}?${search}`,
        method: 'HEAD',
        headers: { Prefer: 'count=exact, wait=10' },
        placed: true,
      }),
      transformResponse: (_body, meta) => readTotal(meta?.contentRange, meta?.estimated ?? false),
    }),
  }),
});

export const { countFully } = countApi.endpoints;
