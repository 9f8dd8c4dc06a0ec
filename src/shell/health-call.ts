/** Whether the server answers at all. */
import { api } from '../../engine/ui/store/api.ts';

export const healthApi = api.injectEndpoints({
  endpoints: (build) => ({
    health: build.query<unknown, void>({ query: () => ({ url: '/health', silent: true }) }),
  }),
});
