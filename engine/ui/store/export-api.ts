/** Pages that are read to be written elsewhere: none is kept in the cache. */
import type { ListRequest, Page, Row } from './api.ts';
import { api } from './api.ts';

const exportApi = api.injectEndpoints({
  endpoints: (build) => ({
    readPart: build.mutation<Page, ListRequest>({
      query: ({ path, search }) => ({ url: `${path}?${search}`, placed: true }),
      transformResponse: (body, meta) => ({ rows: (body ?? []) as readonly Row[], next: meta?.nextCursor }),
    }),
  }),
});

export const { readPart } = exportApi.endpoints;
