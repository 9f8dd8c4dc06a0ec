/** The groups of a list, each with how many rows it has and their sums. */
import type { Row } from './api.ts';
import { api } from './api.ts';

export type Group = Omit<Row, 'id'>;

const summaryApi = api.injectEndpoints({
  endpoints: (build) => ({
    summary: build.query<readonly Group[], { readonly path: string; readonly search: string }>({
      query: ({ path, search }) => ({ url: `${path}?${search}`, silent: true }),
      transformResponse: (body) => body as readonly Group[],
      providesTags: (_rows, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
  }),
});

export const { useSummaryQuery } = summaryApi;
