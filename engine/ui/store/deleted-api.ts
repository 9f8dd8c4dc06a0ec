/** What was deleted of a screen, page by page, and the way back. */
import type { DeletedRecord, RestoredRecord } from '../../contract/screen-model.ts';
import { api } from './api.ts';

interface DeletedPage {
  readonly rows: readonly DeletedRecord[];
  readonly next: string | undefined;
}

const deletedApi = api.injectEndpoints({
  endpoints: (build) => ({
    deleted: build.query<
      DeletedPage,
      { readonly path: string; readonly q: string; readonly cursor: string | undefined }
    >({
      query: ({ path, q, cursor }) => {
        const search = new URLSearchParams({ ...(q === '' ? {} : { q }), ...(cursor === undefined ? {} : { cursor }) });
        return { url: `${path}/historico/excluidos?${search}`, placed: true };
      },
      transformResponse: (body, meta) => ({ rows: (body ?? []) as DeletedRecord[], next: meta?.nextCursor }),
      providesTags: (_page, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
    restore: build.mutation<RestoredRecord, { readonly path: string; readonly id: number }>({
      query: ({ path, id }) => ({ url: `${path}/historico/excluidos/${id}`, method: 'POST' }),
      invalidatesTags: (_record, error, { path }) => (error ? [] : [{ type: 'Rows', id: path }]),
    }),
  }),
});

export const { useDeletedQuery, useRestoreMutation } = deletedApi;
