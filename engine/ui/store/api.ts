/** Every call the screens make, by the contract. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { idempotencyHeader, quotedKey } from '../../contract/idempotency-key.ts';
import type { HistoryEntry, MenuModel, ScreenModel } from '../../contract/screen-model.ts';
import type { Credentials, DraftKey, Me, TokenIssued } from '../../contract/session.ts';
import type { ApiFailure } from './base-query.ts';
import { baseQuery } from './base-query.ts';
import { readTotal } from './read-total.ts';
import type { WithSession } from './session-slice.ts';
import { sessionRefreshed } from './session-slice.ts';
import { storedBefore, storedBeforeCodes } from './stored-before.ts';

/** A row as the API gives it: columns by wire name, to-one relations embedded. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

export interface Page {
  readonly rows: readonly Row[];
  /** Cursor of the next page; absent on the last. */
  readonly next: string | undefined;
}

export interface StoredRecord {
  readonly row: Row;
  /** ETag of the version read, quotes included; goes back as `If-Match`. */
  readonly etag: string | undefined;
}

export interface ListRequest {
  /** Resource, `/bancos`. */
  readonly path: string;
  /** Query, without `?`. */
  readonly search: string;
}

export interface RecordRequest {
  readonly path: string;
  readonly id: number;
  readonly select: string;
  /** The moment that it is read of; absent: now. */
  readonly asOf?: string | undefined;
}

export type Values = Readonly<Record<string, unknown>>;

const one = 'application/vnd.pgrst.object+json';
const representation = { Prefer: 'return=representation' };
const firstRow = (body: unknown): Row => (Array.isArray(body) ? body[0] : body) as Row;

export const api = createApi({
  baseQuery,
  tagTypes: ['Model', 'Rows', 'Views', 'Sessions', 'Batches', 'Jobs', 'Schedules', 'Imports'],
  endpoints: (build) => ({
    issueToken: build.mutation<TokenIssued, Credentials>({
      query: (body) => ({ url: '/auth/token/issue', method: 'POST', body, placed: true }),
    }),
    /** The token is that of a session which is closed here already. */
    revokeToken: build.mutation<null, string>({
      query: (token) => ({
        url: '/auth/token/revoke',
        method: 'POST',
        headers: { Authorization: `Bearer ${token}` },
        silent: true,
        keepalive: true,
      }),
    }),
    me: build.query<Me, void>({
      queryFn: async (_, { getState, dispatch }, _options, call) => {
        const { etag, user, client } = (getState() as WithSession).session;
        const known = etag !== null && user !== null && client !== null;
        const answer = await call({ url: '/auth/me', headers: known ? { 'If-None-Match': etag } : {} });
        if (answer.error) return { error: answer.error };
        if (known && answer.meta?.status === 304) return { data: { user, client } };
        const me = answer.data as Me;
        dispatch(sessionRefreshed({ me, etag: answer.meta?.etag }));
        if (user !== null && JSON.stringify(user.permissions) !== JSON.stringify(me.user.permissions))
          dispatch(api.util.invalidateTags(['Model']));
        return { data: me };
      },
    }),
    draftKey: build.query<DraftKey, void>({
      query: () => ({ url: '/auth/draft-key', silent: true }),
      keepUnusedDataFor: Number.POSITIVE_INFINITY,
    }),
    menu: build.query<MenuModel, void>({
      query: () => ({ url: '/model' }),
      providesTags: ['Model'],
      keepUnusedDataFor: 3600,
    }),
    screen: build.query<ScreenModel, string>({
      query: (path) => ({ url: `/model/screen?path=${encodeURIComponent(path)}`, silent: true }),
      providesTags: ['Model'],
      keepUnusedDataFor: 3600,
    }),
    rows: build.query<Page, ListRequest>({
      query: ({ path, search }) => ({ url: `${path}?${search}` }),
      transformResponse: (body, meta) => ({ rows: (body ?? []) as Row[], next: meta?.nextCursor }),
      keepUnusedDataFor: 600,
      providesTags: (_page, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
    count: build.query<{ readonly total: number; readonly estimated: boolean } | null, ListRequest>({
      query: ({ path, search }) => ({
        url: `${path}?${search}`,
        method: 'HEAD',
        headers: { Prefer: 'count=exact' },
        silent: true,
      }),
      transformResponse: (_body, meta) => readTotal(meta?.contentRange, meta?.estimated ?? false),
      keepUnusedDataFor: 600,
      providesTags: (_count, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
    /** `GET <call>/<term>?<only>`: what a picker offers for a typed text; each row has its label. */
    autocomplete: build.query<readonly Row[], { readonly path: string; readonly term: string; readonly only: string }>({
      query: ({ path, term, only }) => ({
        url: `${path}/${encodeURIComponent(term)}${only === '' ? '' : `?${only}`}`,
        silent: true,
      }),
      transformResponse: (body) => (Array.isArray(body) ? (body as Row[]) : []),
      providesTags: ['Rows'],
    }),
    /** The first rows of a list, as a picker offers them before anything is typed. */
    firstRows: build.query<readonly Row[], ListRequest>({
      query: ({ path, search }) => ({ url: `${path}?${search}`, silent: true }),
      transformResponse: (body) => (Array.isArray(body) ? (body as Row[]) : []),
      providesTags: ['Rows'],
    }),
    /** Ids of the rows that a search finds, of those that it names. */
    present: build.query<readonly number[], ListRequest>({
      query: ({ path, search }) => ({ url: `${path}?${search}`, silent: true }),
      transformResponse: (body) => (Array.isArray(body) ? (body as Row[]).map(({ id }) => id) : []),
      keepUnusedDataFor: 0,
    }),
    record: build.query<StoredRecord, RecordRequest>({
      query: ({ path, id, select, asOf }) => ({
        url: `${path}?id=eq.${id}&select=${encodeURIComponent(select)}${asOf === undefined ? '' : `&as_of=${encodeURIComponent(asOf)}`}`,
        headers: { Accept: one },
        placed: true,
      }),
      transformResponse: (body, meta) => ({ row: body as Row, etag: meta?.etag }),
      providesTags: (_record, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
    history: build.query<readonly HistoryEntry[], { path: string; id: number }>({
      query: ({ path, id }) => ({ url: `${path}/${id}/historico`, placed: true }),
      providesTags: (_entries, _error, { path }) => [{ type: 'Rows', id: path }],
    }),
    /** `key`: of the draft, which is stored once however often it is sent; `select`: what is told of it then. */
    create: build.mutation<Row, { path: string; values: Values; key: string; select: string }>({
      query: ({ path, values, key, select }) => ({
        url: `${path}?select=${encodeURIComponent(select)}`,
        method: 'POST',
        body: values,
        headers: { ...representation, [idempotencyHeader]: quotedKey(key) },
        answers: storedBeforeCodes,
        placed: true,
      }),
      transformResponse: firstRow,
      invalidatesTags: (_row, error, { path }) =>
        error && storedBefore(error) === undefined ? [] : [{ type: 'Rows', id: path }],
    }),
    /** `select`: what is told of the record then. */
    update: build.mutation<Row, { path: string; id: number; etag: string | undefined; values: Values; select: string }>(
      {
        query: ({ path, id, etag, values, select }) => ({
          url: `${path}?id=eq.${id}&select=${encodeURIComponent(select)}`,
          method: 'PATCH',
          body: values,
          headers: { ...representation, ...(etag === undefined ? {} : { 'If-Match': etag }) },
          placed: true,
        }),
        transformResponse: firstRow,
        invalidatesTags: (_row, error, { path }) => (error ? [] : [{ type: 'Rows', id: path }]),
      },
    ),
    remove: build.mutation<unknown, { path: string; id: number }>({
      query: ({ path, id }) => ({
        url: `${path}?id=eq.${id}`,
        method: 'DELETE',
        headers: { Prefer: 'handling=strict, max-affected=1' },
      }),
      invalidatesTags: (_row, error, { path }) => (error ? [] : [{ type: 'Rows', id: path }]),
    }),
  }),
});

export type { ApiFailure };
export const {
  useIssueTokenMutation,
  useMenuQuery,
  useScreenQuery,
  useRowsQuery,
  useCountQuery,
  useLazyAutocompleteQuery,
  useLazyFirstRowsQuery,
  useLazyDraftKeyQuery,
  useRecordQuery,
  useLazyRecordQuery,
  useHistoryQuery,
  useCreateMutation,
  useUpdateMutation,
  useRemoveMutation,
} = api;
