/** Users of sessions, made without a session: nothing granted but what a test names. */
import type { Access, FieldLevel, Grants, GroupGrants, SessionUser } from '../../engine/access/access.ts';
import { createAccess } from '../../engine/access/access.ts';

export const noRoles = {
  operadora: false,
  prestador: false,
  prestadorAdministrativo: false,
  dependente: false,
  beneficiario: false,
  ouvidoria: false,
  auditor: false,
  admin: false,
};

export const sessionUser = (permissions: readonly string[], more: Partial<SessionUser> = {}): SessionUser => ({
  principal: 'teste',
  ...noRoles,
  permissions,
  grupoValidaSenha: false,
  senhaExpirada: false,
  ...more,
});

/** The only group of a user; of personal data everything is open. */
export const groupOf = (
  permissions: readonly string[],
  fields: Readonly<Record<string, FieldLevel>> = {},
  more: Partial<GroupGrants> = {},
): GroupGrants => ({
  id: 1,
  name: 'Teste',
  pairs: permissions,
  fields,
  personal: 'open',
  sensitive: 'open',
  ...more,
});

/** Of a user whose rights are these groups', confined to nothing. */
export const accessOf = (groups: readonly GroupGrants[], more: Partial<SessionUser> = {}): Access =>
  createAccess({
    userId: 1,
    prestadorIds: [],
    beneficiarioId: undefined,
    groups,
    user: sessionUser([], more),
  });

/** Of a user whose one group holds these pairs, with fields below their full right, by 'entity.field'. */
export const holding = (pairs: readonly string[], fields: Readonly<Record<string, FieldLevel>> = {}): Access =>
  accessOf([groupOf(pairs, fields)]);

/** Those fields kept from somebody. */
const hidden = (fields: readonly string[]): Readonly<Record<string, FieldLevel>> =>
  Object.fromEntries(fields.map((field) => [field, 'hidden']));

/** Of a member of the operator's staff, with fields below their full right, by 'entity.field'. */
export const staffGrants = (
  permissions: readonly string[],
  hiddenFields: readonly string[] = [],
  levels: Readonly<Record<string, FieldLevel>> = {},
): Grants => ({
  userId: 1,
  prestadorIds: [],
  beneficiarioId: undefined,
  groups: [groupOf(permissions, { ...hidden(hiddenFields), ...levels })],
  user: sessionUser(permissions, { operadora: true }),
});
