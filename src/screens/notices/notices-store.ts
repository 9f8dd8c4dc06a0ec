import { api } from '../../../engine/ui/store/api.ts';
import type { Notice } from '../../notices/notice.ts';

export const { useNoticesQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    /** `inicio`: those that the home shows; `vigentes`: all in force. */
    notices: build.query<readonly Notice[], 'inicio' | 'vigentes'>({
      query: (which) => ({ url: `/avisos/${which}`, silent: true }),
      providesTags: [{ type: 'Rows', id: '/avisos' }],
    }),
  }),
});
