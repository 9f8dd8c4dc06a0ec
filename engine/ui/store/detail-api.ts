/** What an opened row shows beyond its columns, read for that row alone. */
import type { DetailModel } from '../../contract/screen-model.ts';
import type { Row } from './api.ts';
import { api } from './api.ts';

interface DetailRequest {
  readonly path: string;
  readonly id: number;
  readonly detail: DetailModel;
  /** The moment that it is read of; undefined: now. */
  readonly asOf: string | undefined;
}

const detailApi = api.injectEndpoints({
  endpoints: (build) => ({
    detail: build.query<Row, DetailRequest>({
      query: ({ path, id, detail, asOf }) => {
        const search = new URLSearchParams(detail.limits);
        search.set('select', detail.select);
        if (asOf !== undefined) search.set('as_of', asOf);
        return {
          url: `${path}?id=eq.${id}&${search}`,
          headers: { Accept: 'application/vnd.pgrst.object+json' },
          placed: true,
        };
      },
      transformResponse: (body) => body as Row,
      providesTags: (_row, _error, { path, detail }) =>
        [path, ...(detail.list?.all ? [detail.list.all.path] : [])].map((id) => ({ type: 'Rows' as const, id })),
    }),
  }),
});

export const { useDetailQuery } = detailApi;
