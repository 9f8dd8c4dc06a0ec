/** The calls of the rights of groups. What a save answers is what the screen then stands on. */
import { api } from '../../../engine/ui/store/api.ts';
import type {
  EntityFields,
  GroupEntry,
  GroupPermissions,
  PermissionCatalogue,
  PermissionChange,
  StaleRight,
} from '../../access/permissions.ts';

const base = '/acesso/permissoes';

export const permissionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    permissionCatalogue: build.query<PermissionCatalogue, void>({
      query: () => ({ url: base, placed: true }),
      providesTags: ['Model'],
    }),
    permissionFields: build.query<readonly EntityFields[], void>({
      query: () => ({ url: `${base}/campos`, placed: true }),
      providesTags: ['Model'],
    }),
    permissionGroups: build.query<readonly GroupEntry[], void>({
      query: () => ({ url: `${base}/grupos`, placed: true }),
      providesTags: [{ type: 'Rows', id: '/grupos' }],
    }),
    staleRights: build.query<readonly StaleRight[], void>({
      query: () => ({ url: `${base}/sem-efeito`, placed: true }),
      providesTags: [{ type: 'Rows', id: '/regras' }],
    }),
    groupPermissions: build.query<GroupPermissions, number>({
      query: (group) => ({ url: `${base}/${group}`, placed: true }),
      providesTags: [{ type: 'Rows', id: '/regras' }],
    }),
    savePermissions: build.mutation<GroupPermissions, { readonly group: number; readonly change: PermissionChange }>({
      query: ({ group, change }) => ({ url: `${base}/${group}`, method: 'PUT', body: change, placed: true }),
      // Refused, it may have been changed by somebody else: what there is now is read.
      invalidatesTags: () => [{ type: 'Rows', id: '/regras' }],
      onQueryStarted: async ({ group }, { dispatch, queryFulfilled }) => {
        const saved = await queryFulfilled.catch(() => undefined);
        if (saved !== undefined)
          dispatch(permissionsApi.util.updateQueryData('groupPermissions', group, () => saved.data));
      },
    }),
  }),
});

export const {
  usePermissionCatalogueQuery,
  usePermissionFieldsQuery,
  usePermissionGroupsQuery,
  useStaleRightsQuery,
  useGroupPermissionsQuery,
  useLazyGroupPermissionsQuery,
  useSavePermissionsMutation,
} = permissionsApi;
