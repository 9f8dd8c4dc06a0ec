/** The groups of a list, each with how many rows it has and their sums. */
import type { GroupValues } from '../../contract/grouping.ts';
import { api } from './api.ts';

const summaryApi = api.injectEndpoints({
  endpoints: (build) => ({
    summary: build.query<readonly GroupValues[], { readonly path: string; readonly search: string }>({
      query: ({ path, search }) => ({ url: `${path}?${search}`, silent: true }),
      transformResponse: (body) => body as readonly GroupValues[],
      providesTags: (_rows, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
  }),
});

export const { useSummaryQuery } = summaryApi;
