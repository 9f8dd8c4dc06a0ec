/** The calls of the help page. */
import type { HelpIndex, HelpModule } from '../../../engine/contract/calls/help-calls.ts';
import { api } from '../../../engine/ui/store/api.ts';

export const { useHelpIndexQuery, useHelpModuleQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    helpIndex: build.query<HelpIndex, void>({
      query: () => ({ url: '/ajuda', placed: true }),
      providesTags: ['Model'],
    }),
    helpModule: build.query<HelpModule, string>({
      query: (module) => ({ url: `/ajuda/${encodeURIComponent(module)}`, placed: true }),
      providesTags: ['Model'],
    }),
  }),
});
