/** Users of sessions, made without a session: nothing granted but what a test names. */
import type { Grants, SessionUser } from '../../engine/access/access.ts';

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

/** Of a member of the operator's staff. */
export const staffGrants = (permissions: readonly string[], hiddenFields: readonly string[] = []): Grants => ({
  userId: 1,
  prestadorId: undefined,
  beneficiarioId: undefined,
  hiddenFields,
  user: sessionUser(permissions, { operadora: true }),
});
