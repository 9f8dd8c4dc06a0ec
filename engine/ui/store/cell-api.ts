/** A change of one value in the list: the row comes back as the list shows it, and takes its place there. */
import type { Row, Values } from './api.ts';
import { api } from './api.ts';
import type { Dispatch, RootState } from './create-store.ts';

interface CellRow {
  readonly path: string;
  readonly id: number;
  /** `select` of the list. */
  readonly select: string;
}

const one = 'application/vnd.pgrst.object+json';
const addressOf = ({ path, id, select }: CellRow): string => `${path}?id=eq.${id}&select=${encodeURIComponent(select)}`;

const cellApi = api.injectEndpoints({
  endpoints: (build) => ({
    changeCell: build.mutation<Row, CellRow & { readonly etag: string; readonly values: Values }>({
      query: ({ etag, values, ...row }) => ({
        url: addressOf(row),
        method: 'PATCH',
        body: values,
        headers: { Accept: one, Prefer: 'return=representation', 'If-Match': etag },
        placed: true,
      }),
      transformResponse: (body) => body as Row,
    }),
    freshRow: build.mutation<Row, CellRow>({
      query: (row) => ({ url: addressOf(row), headers: { Accept: one }, placed: true }),
      transformResponse: (body) => body as Row,
    }),
  }),
});

export const { changeCell, freshRow } = cellApi.endpoints;

/** Puts a row as it is now in the place of what is known of it in every list of its registry. */
export const replaceRow = (path: string, row: Row) => (dispatch: Dispatch, getState: () => RootState) => {
  for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(getState(), [{ type: 'Rows', id: path }]))
    if (endpointName === 'rows')
      dispatch(
        api.util.updateQueryData('rows', originalArgs as { path: string; search: string }, (page) => ({
          ...page,
          rows: page.rows.map((known) => (known.id === row.id ? { ...known, ...row } : known)),
        })),
      );
};
