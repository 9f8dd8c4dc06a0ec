import type { LinkedRecords } from '../../contract/linked-records.ts';
import { api } from './api.ts';

const linkedApi = api.injectEndpoints({
  endpoints: (build) => ({
    linked: build.query<readonly LinkedRecords[], { readonly path: string; readonly id: number }>({
      query: ({ path, id }) => ({ url: `${path}/${id}/ligados`, silent: true }),
      // Whatever is written may point at it.
      providesTags: ['Rows'],
    }),
  }),
});

export const { useLinkedQuery } = linkedApi;
