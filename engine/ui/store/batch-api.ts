/** The calls of a batch: rows by their ids, each with an outcome of its own. The batch says what became of them. */
import type { RowOutcome } from '../../contract/row-outcome.ts';
import type { Row, Values } from './api.ts';
import { api } from './api.ts';

interface NamedRows {
  readonly path: string;
  /** The filter beside the ids, where rows were chosen by it. */
  readonly filter: string;
  readonly ids: readonly number[];
}

const each = { Prefer: 'outcome=each' };

const named = ({ path, filter, ids }: NamedRows): string =>
  `${path}?${filter === '' ? '' : `${filter}&`}id=in.(${ids.join(',')})`;

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
    /** With a transition what it asks for, by the right of it. */
    updateEach: build.mutation<
      readonly RowOutcome[],
      NamedRows & { readonly values: Values; readonly transition?: string }
    >({
      query: ({ values, transition, ...rows }) => ({
        url: `${named(rows)}${transition === undefined ? '' : `&transition=${transition}`}`,
        method: 'PATCH',
        body: values,
        headers: each,
        placed: true,
      }),
    }),
    removeEach: build.mutation<readonly RowOutcome[], NamedRows>({
      query: (rows) => ({ url: named(rows), method: 'DELETE', headers: each, placed: true }),
    }),
    insertEach: build.mutation<readonly RowOutcome[], { readonly path: string; readonly rows: readonly Values[] }>({
      query: ({ path, rows }) => ({ url: path, method: 'POST', body: rows, headers: each, placed: true }),
    }),
  }),
});

export const { readPage, readLinks, updateEach, removeEach, insertEach } = batchApi.endpoints;
