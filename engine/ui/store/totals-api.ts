/** The sums under a list. Nobody waits for them, and their failure is told in their own place. */
import type { Row } from './api.ts';
import { api } from './api.ts';

const totalsApi = api.injectEndpoints({
  endpoints: (build) => ({
    totals: build.query<Omit<Row, 'id'>, { readonly path: string; readonly search: string }>({
      query: ({ path, search }) => ({
        url: `${path}?${search}`,
        headers: { Accept: 'application/vnd.pgrst.object+json' },
        silent: true,
      }),
      transformResponse: (body) => body as Omit<Row, 'id'>,
      providesTags: (_row, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
  }),
});

export const { totals } = totalsApi.endpoints;
