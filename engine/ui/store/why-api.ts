/** The call behind "Por que…?". */
import type { WhyAnswer } from '../../contract/why.ts';
import { api } from './api.ts';

export interface WhyQuestion {
  /** Of the screen: `/bancos`. */
  readonly path: string;
  /** undefined: oneself. */
  readonly login?: string | undefined;
  readonly id?: number | undefined;
  readonly field?: string | undefined;
}

const whyApi = api.injectEndpoints({
  endpoints: (build) => ({
    why: build.query<WhyAnswer, WhyQuestion>({
      query: ({ path, login, id, field }) => {
        const search = new URLSearchParams({
          tela: path,
          ...(login !== undefined && { usuario: login }),
          ...(id !== undefined && { registro: String(id) }),
          ...(field !== undefined && { campo: field }),
        });
        return { url: `/acesso/por-que?${search}`, silent: true, placed: true };
      },
      // Rights change while somebody looks for the reason.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useWhyQuery } = whyApi;
