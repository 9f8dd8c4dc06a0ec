/** The calls of batches: planned, applied and taken back on the server, which says what became of each record. */
import type {
  BatchOutcomes,
  BatchPlan,
  BatchResult,
  BatchSummary,
  PlanNow,
  WantedBatch,
} from '../../contract/batch.ts';
import type { Row } from './api.ts';
import { api } from './api.ts';

const door = '/alteracoes-em-lote';

const batchApi = api.injectEndpoints({
  endpoints: (build) => ({
    readPage: build.mutation<
      { readonly ids: readonly number[]; readonly next: string | undefined },
      { path: string; search: string }
    >({
      query: ({ path, search }) => ({ url: `${path}?${search}`, placed: true }),
      transformResponse: (body, meta) => ({
        ids: ((body ?? []) as readonly Row[]).map(({ id }) => id),
        next: meta?.nextCursor,
      }),
    }),
    /** Rows of a view with the records that they stand for, asked for under the name `record`. */
    readLinks: build.mutation<readonly (readonly [number, number])[], { path: string; search: string }>({
      query: ({ path, search }) => ({ url: `${path}?${search}`, placed: true }),
      transformResponse: (body) =>
        ((body ?? []) as readonly Row[]).flatMap(({ id, record }) =>
          typeof record === 'number' ? [[id, record] as const] : [],
        ),
    }),
    /** `key`: by what it is followed. */
    planBatch: build.mutation<BatchPlan, { readonly wanted: WantedBatch; readonly key?: string }>({
      query: ({ wanted, key }) => ({
        url: `${door}${key === undefined ? '' : `?previa=${key}`}`,
        method: 'POST',
        body: wanted,
        placed: true,
      }),
    }),
    applyBatch: build.mutation<BatchResult, Pick<BatchPlan, 'id' | 'seal'>>({
      query: ({ id, seal }) => ({ url: `${door}/${id}/aplicar`, method: 'POST', body: { seal }, placed: true }),
      invalidatesTags: (result) => (result ? [{ type: 'Rows', id: result.path }, 'Batches'] : []),
    }),
    planUndo: build.mutation<BatchPlan, { readonly id: string; readonly key?: string }>({
      query: ({ id, key }) => ({
        url: `${door}/${id}/desfazer${key === undefined ? '' : `?previa=${key}`}`,
        method: 'POST',
        placed: true,
      }),
    }),
    /** How far a plan is that is being made. */
    planNow: build.query<PlanNow, string>({
      query: (key) => ({ url: `${door}/previas/${key}`, silent: true }),
      keepUnusedDataFor: 0,
    }),
    /** How far it is, asked for again and again: what goes wrong with it is told by who applies it. */
    batchNow: build.query<BatchResult, string>({
      query: (id) => ({ url: `${door}/${id}`, silent: true }),
      keepUnusedDataFor: 0,
    }),
    batchOutcomes: build.mutation<BatchOutcomes, string>({ query: (id) => ({ url: `${door}/${id}/registros` }) }),
    batches: build.query<readonly BatchSummary[], { readonly before?: number; readonly limit: number }>({
      query: ({ before, limit }) => ({
        url: `${door}?limit=${limit}${before === undefined ? '' : `&before=${before}`}`,
      }),
      providesTags: ['Batches'],
    }),
  }),
});

export const { readPage, readLinks, planBatch, applyBatch, planUndo, batchOutcomes } = batchApi.endpoints;
export const { useBatchesQuery, useBatchNowQuery, usePlanNowQuery } = batchApi;
