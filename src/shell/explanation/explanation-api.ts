/** The call behind the card of a label. */
import { api } from '../../../engine/ui/store/api.ts';
import type { LabelExplanation } from '../../workbench/explanation.ts';

const explanationApi = api.injectEndpoints({
  endpoints: (build) => ({
    explanation: build.query<LabelExplanation, string>({
      query: (target) => ({
        url: `/bancada/explicacao?alvo=${encodeURIComponent(target)}`,
        silent: true,
        placed: true,
      }),
      // Asked anew as soon as files are saved.
      providesTags: ['Model'],
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useExplanationQuery } = explanationApi;
