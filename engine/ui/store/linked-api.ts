import type { LinkedRecords } from '../../contract/linked-records.ts';
import { api } from './api.ts';

const linkedApi = api.injectEndpoints({
  endpoints: (build) => ({
    linked: build.query<readonly LinkedRecords[], { readonly path: string; readonly id: number }>({
      query: ({ path, id }) => ({ url: `${path}/${id}/ligados`, silent: true }),
      // What moves it may make what points at it; all else is asked for anew as it is opened.
      providesTags: (_lists, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
  }),
});

export const { useLinkedQuery } = linkedApi;
