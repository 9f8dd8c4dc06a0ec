/** What an opened row shows beyond its columns, read for that row alone. */
import type { DetailModel } from '../../contract/screen-model.ts';
import type { Row } from './api.ts';
import { api } from './api.ts';

const detailApi = api.injectEndpoints({
  endpoints: (build) => ({
    detail: build.query<Row, { readonly path: string; readonly id: number; readonly detail: DetailModel }>({
      query: ({ path, id, detail }) => {
        const search = new URLSearchParams(detail.limits);
        search.set('select', detail.select);
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
