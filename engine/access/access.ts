/**
 * Who may do what: pure decisions from a user's permissions. Isomorphic. In: the user of `GET /auth/me`. Out: an
 * `Access`, which every plan and every screen asks.
 */
import { createMongoAbility } from '@casl/ability';

/** User of the session. `principal` is the login name; `permissions` are 'subject:action' pairs. */
export interface SessionUser {
  readonly principal: string;
  readonly operadora: boolean;
  readonly prestador: boolean;
  readonly prestadorAdministrativo: boolean;
  readonly dependente: boolean;
  readonly beneficiario: boolean;
  readonly ouvidoria: boolean;
  readonly auditor: boolean;
  readonly admin: boolean;
  readonly permissions: readonly string[];
  readonly grupoValidaSenha: boolean;
  readonly senhaExpirada: boolean;
}

export interface Access {
  readonly userId: number;
  readonly login: string;
  /** Whether the action on the subject is granted; `manage` on a subject is every action, `manage` on `all` everything. */
  readonly can: (action: string, subject: string) => boolean;
  /** Whether `entity.field` is kept from this user. */
  readonly hides: (entity: string, field: string) => boolean;
  /** Own record of a role that is confined by row scopes; undefined where the user lacks the role. */
  readonly own: { readonly prestador: number | undefined; readonly beneficiario: number | undefined };
  /** Staff of the operator and administrators see every row. */
  readonly unconfined: boolean;
  /** Equal for users with equal rights: plans are shared by it. */
  readonly key: string;
}

/** The rights that a session carries beside the user the screens know. */
export interface Grants {
  readonly user: SessionUser;
  readonly userId: number;
  readonly prestadorId: number | undefined;
  readonly beneficiarioId: number | undefined;
  /** `entity.field` pairs hidden by every group of the user. */
  readonly hiddenFields: readonly string[];
}

export const createAbility = (permissions: readonly string[]) =>
  createMongoAbility(
    permissions.flatMap((pair) => {
      const at = pair.lastIndexOf(':');
      const [subject, action] = [pair.slice(0, Math.max(at, 0)), pair.slice(at + 1)];
      // CASL takes an empty subject for all of them.
      return subject === '' || action === '' ? [] : [{ subject, action }];
    }),
  );

export const createAccess = (grants: Grants): Access => {
  const { user } = grants;
  const ability = createAbility(user.permissions);
  const hidden = new Set(grants.hiddenFields);
  const own = {
    prestador: user.prestador ? grants.prestadorId : undefined,
    beneficiario: user.beneficiario ? grants.beneficiarioId : undefined,
  };
  return {
    userId: grants.userId,
    login: user.principal,
    can: (action, subject) => ability.can(action, subject),
    hides: (entity, field) => hidden.has(`${entity}.${field}`),
    own,
    unconfined: user.operadora || user.admin,
    key: JSON.stringify([
      [...user.permissions].sort(),
      [...hidden].sort(),
      user.operadora || user.admin,
      // Whether there is an own record decides the plan; which one it is, is a value.
      own.prestador !== undefined,
      own.beneficiario !== undefined,
    ]),
  };
};
