/** The account of whoever is signed in, and the sessions of a user, which may be ended one by one. */
import type { Account, OwnSession } from '../../../engine/contract/session.ts';
import { api } from '../../../engine/ui/store/api.ts';

/** Whose: one's own, or those of the user of this id. */
export type SessionOwner = 'me' | number;

const pathOf = (owner: SessionOwner): string => (owner === 'me' ? '/auth/sessions' : `/usuarios/${owner}/sessoes`);

interface OneSession {
  readonly owner: SessionOwner;
  readonly id: string;
}

export const { useAccountQuery, useSessionsQuery, useEndSessionMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    account: build.query<Account, void>({
      query: () => ({ url: '/auth/account', placed: true }),
      providesTags: ['Sessions'],
    }),
    sessions: build.query<readonly OwnSession[], SessionOwner>({
      query: (owner) => ({ url: pathOf(owner), placed: true }),
      providesTags: ['Sessions'],
      keepUnusedDataFor: 0,
    }),
    endSession: build.mutation<null, OneSession>({
      query: ({ owner, id }) => ({ url: `${pathOf(owner)}/${encodeURIComponent(id)}`, method: 'DELETE' }),
      // One that is gone already is no longer in the list either.
      invalidatesTags: ['Sessions'],
    }),
  }),
});
