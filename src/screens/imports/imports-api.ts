/** The calls of imports. What a job then does to one is read again when the job ends. */
import type { Import, ImportChoices, ImportDetail } from '../../../engine/contract/import.ts';
import { api } from '../../../engine/ui/store/api.ts';
import { jobsAsked } from '../../../engine/ui/store/jobs-slice.ts';

export const importsUrl = '/importacoes';

interface DetailAsked {
  readonly id: string;
  /** Of which columns are told; absent: the one that was chosen, or the first. */
  readonly sheet?: string | undefined;
}

const importsApi = api.injectEndpoints({
  endpoints: (build) => ({
    imports: build.query<readonly Import[], void>({
      query: () => ({ url: importsUrl, placed: true }),
      providesTags: ['Imports', 'Batches'],
      keepUnusedDataFor: 0,
    }),
    /** The same, not kept: for who asks once. */
    readImports: build.mutation<readonly Import[], void>({ query: () => ({ url: importsUrl, silent: true }) }),
    importDetail: build.query<ImportDetail, DetailAsked>({
      query: ({ id, sheet }) => ({
        url: `${importsUrl}/${encodeURIComponent(id)}${sheet === undefined ? '' : `?sheet=${encodeURIComponent(sheet)}`}`,
        placed: true,
      }),
      // Taken back, it is another.
      providesTags: ['Imports', 'Batches'],
      keepUnusedDataFor: 0,
    }),
    checkImport: build.mutation<Import, { readonly id: string; readonly choices: ImportChoices }>({
      query: ({ id, choices }) => ({
        url: `${importsUrl}/${id}/conferir`,
        method: 'POST',
        body: choices,
        placed: true,
      }),
      invalidatesTags: ['Imports', 'Jobs'],
      onQueryStarted: async (_asked, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(jobsAsked()),
          () => undefined,
        );
      },
    }),
    applyImport: build.mutation<Import, { readonly id: string; readonly seal: string }>({
      query: ({ id, seal }) => ({ url: `${importsUrl}/${id}/aplicar`, method: 'POST', body: { seal }, placed: true }),
      invalidatesTags: ['Imports', 'Jobs'],
      onQueryStarted: async (_asked, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(jobsAsked()),
          () => undefined,
        );
      },
    }),
    removeImport: build.mutation<null, string>({
      query: (id) => ({ url: `${importsUrl}/${id}`, method: 'DELETE', placed: true }),
      invalidatesTags: ['Imports'],
    }),
  }),
});

export const { readImports } = importsApi.endpoints;
export const {
  useImportsQuery,
  useImportDetailQuery,
  useCheckImportMutation,
  useApplyImportMutation,
  useRemoveImportMutation,
} = importsApi;
