/** The content of files that were taken off their records. */
import { api } from './api.ts';

const fileApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** For ever. Given its address below `/api`. */
    eraseFile: build.mutation<null, string>({
      query: (url) => ({ url, method: 'DELETE' }),
    }),
  }),
});

export const { eraseFile } = fileApi.endpoints;
