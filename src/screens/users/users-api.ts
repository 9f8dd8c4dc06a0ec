/** The calls of the screens that make users after others and give them other logins. */
import { api } from '../../../engine/ui/store/api.ts';
import type { CloneAnswer, ClonePreview, CloneRequest, Migration, MigrationRequest } from '../../access/user-copies.ts';

const users = { type: 'Rows', id: '/usuarios' } as const;

const usersApi = api.injectEndpoints({
  endpoints: (build) => ({
    clonePreview: build.query<ClonePreview, number>({
      query: (id) => ({ url: `/acesso/clonar-usuario/${id}`, placed: true }),
      providesTags: [users],
    }),
    cloneUser: build.mutation<CloneAnswer, CloneRequest>({
      query: (body) => ({ url: '/acesso/clonar-usuario', method: 'POST', body, placed: true }),
      invalidatesTags: (_answer, error) => (error ? [] : [users]),
    }),
    migrations: build.query<readonly Migration[], void>({
      query: () => ({ url: '/acesso/migracoes-usuario', placed: true }),
      providesTags: [{ type: 'Rows', id: '/migracoes-usuario' }],
    }),
    migrateUser: build.mutation<null, MigrationRequest>({
      query: (body) => ({ url: '/acesso/migracoes-usuario', method: 'POST', body, placed: true }),
      // Refused, it has left a row all the same.
      invalidatesTags: [users, { type: 'Rows', id: '/migracoes-usuario' }],
    }),
    temporaryPassword: build.mutation<{ readonly senha: string }, number>({
      query: (id) => ({ url: `/usuarios/${id}/senha-temporaria`, method: 'POST', placed: true }),
      invalidatesTags: (_answer, error) => (error ? [] : [users]),
    }),
    invite: build.mutation<null, number>({
      query: (id) => ({ url: `/usuarios/${id}/convite`, method: 'POST', placed: true }),
    }),
  }),
});

export const {
  useClonePreviewQuery,
  useCloneUserMutation,
  useMigrationsQuery,
  useMigrateUserMutation,
  useTemporaryPasswordMutation,
  useInviteMutation,
} = usersApi;
