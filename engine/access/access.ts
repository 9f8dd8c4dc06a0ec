/**
 * Who may do what: pure decisions, each with its reason, from the rights of a user's groups. Isomorphic. In: the grants of
 * a session. Out: an `Access`, which every plan and every screen asks.
 */
import type { Child, Entity, Field, ScopeRole } from '../model/types.ts';
import type { FieldDecision, GroupFields } from './field-right.ts';
import { decideField, decideRows } from './field-right.ts';
import { grantingPair } from './permission-pair.ts';

export type { FieldDecision, FieldLevel } from './field-right.ts';

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

/** What one group of a user may do. */
export interface GroupGrants extends GroupFields {
  readonly id: number;
  readonly name: string;
  /** 'subject:action'. */
  readonly pairs: readonly string[];
}

/** The rights that a session carries beside the user the screens know. */
export interface Grants {
  readonly user: SessionUser;
  readonly userId: number;
  /** Those that the user acts for, the main one first. */
  readonly prestadorIds: readonly number[];
  readonly beneficiarioId: number | undefined;
  /** The active groups of the user, in a fixed order. An administrator's rights do not come from them. */
  readonly groups: readonly GroupGrants[];
}

/** Why an action is granted or refused. Carries names, never secrets. */
export type ActionReason =
  | { readonly kind: 'administrator' }
  /** The first pair of the first group that grants it. */
  | { readonly kind: 'rule'; readonly group: string; readonly pair: string }
  /** No group holds it. */
  | { readonly kind: 'noRule'; readonly pair: string };

export interface Decision {
  readonly granted: boolean;
  /** What was asked, 'subject:action'. */
  readonly pair: string;
  readonly reason: ActionReason;
}

export interface Access {
  readonly userId: number;
  readonly login: string;
  /** Whether and why the action on the subject is granted; `manage` on a subject is every action, `manage` on `all` everything. */
  readonly decide: (action: string, subject: string) => Decision;
  /** `decide(...).granted`. */
  readonly can: (action: string, subject: string) => boolean;
  /** How much of a field, or of an array of owned rows, is open to the user, and why. */
  readonly fieldRight: (entity: Entity, part: Field | Child) => FieldDecision;
  /** Of a view: a field, 'entity.field', that decides which rows there are and is kept from the user; then there are none. */
  readonly rowsKeptBy: (entity: Entity) => string | undefined;
  /** Own records of each role that is confined by row scopes, without repetitions; none where the user lacks the role. */
  readonly own: Readonly<Record<ScopeRole, readonly number[]>>;
  /** Staff of the operator and administrators see every row. */
  readonly unconfined: boolean;
  /** The provider that is worked for just now, then the only one of `own.prestador`: of what a provider scope confines, for it alone. */
  readonly worksFor?: number;
  /** Equal for users with equal rights, whoever gave them: plans are shared by it. */
  readonly key: string;
}

const everything: ReadonlySet<string> = new Set(['all:manage']);

const decideAction = (
  groups: readonly { readonly name: string; readonly pairs: ReadonlySet<string> }[],
  administrator: boolean,
  action: string,
  subject: string,
): Decision => {
  const pair = `${subject}:${action}`;
  if (administrator && grantingPair(everything, action, subject) !== undefined)
    return { granted: true, pair, reason: { kind: 'administrator' } };
  for (const { name, pairs } of groups) {
    const held = grantingPair(pairs, action, subject);
    if (held !== undefined) return { granted: true, pair, reason: { kind: 'rule', group: name, pair: held } };
  }
  return { granted: false, pair, reason: { kind: 'noRule', pair } };
};

/** Equal for equal rights, whatever the groups are called. */
const rightsKey = (groups: readonly GroupGrants[], administrator: boolean): string => {
  const fields = groups.map((group) =>
    JSON.stringify([
      Object.entries(group.fields).sort(([a], [b]) => (a < b ? -1 : 1)),
      group.personal,
      group.sensitive,
    ]),
  );
  return administrator
    ? ''
    : JSON.stringify([[...new Set(groups.flatMap(({ pairs }) => pairs))].sort(), [...new Set(fields)].sort()]);
};

type Rights = Pick<Access, 'decide' | 'fieldRight' | 'rowsKeptBy' | 'key'>;

/** What groups, or an administrator, may do: each decision is made once. */
const createRights = (held: readonly GroupGrants[], administrator: boolean): Rights => {
  const groups = held.map(({ name, pairs }) => ({ name, pairs: new Set(pairs) }));
  const decisions = new Map<string, Decision>();
  const decide: Access['decide'] = (action, subject) => {
    const asked = `${subject}:${action}`;
    let found = decisions.get(asked);
    if (found === undefined) {
      found = decideAction(groups, administrator, action, subject);
      decisions.set(asked, found);
    }
    return found;
  };
  const fields = new WeakMap<Entity, Map<string, FieldDecision>>();
  const fieldRight: Access['fieldRight'] = (entity, part) => {
    let known = fields.get(entity);
    if (known === undefined) {
      known = new Map();
      fields.set(entity, known);
    }
    let found = known.get(part.name);
    if (found === undefined) {
      found = decideField(held, administrator, entity, part);
      known.set(part.name, found);
    }
    return found;
  };
  const rowsKeptBy: Access['rowsKeptBy'] = (entity) => decideRows(held, administrator, entity);
  return { decide, fieldRight, rowsKeptBy, key: rightsKey(held, administrator) };
};

/** By the groups as one object: sessions with the same ones share the decisions. */
const rightsOfGroups = {
  person: new WeakMap<readonly GroupGrants[], Rights>(),
  administrator: new WeakMap<readonly GroupGrants[], Rights>(),
} as const;

const rightsOf = ({ groups, user }: Grants): Rights => {
  const made = user.admin ? rightsOfGroups.administrator : rightsOfGroups.person;
  const rights = made.get(groups) ?? createRights(groups, user.admin);
  made.set(groups, rights);
  return rights;
};

/** Of own records: as much as a plan depends on. */
const howMany = (own: readonly number[]): boolean | 'several' => (own.length > 1 ? 'several' : own.length === 1);

export const createAccess = (grants: Grants): Access => {
  const { user } = grants;
  const { decide, fieldRight, rowsKeptBy, key } = rightsOf(grants);
  const own = {
    // An administrative provider works for the provider; a dependent is a beneficiary with an own record.
    prestador: user.prestador || user.prestadorAdministrativo ? grants.prestadorIds : [],
    beneficiario:
      (user.beneficiario || user.dependente) && grants.beneficiarioId !== undefined ? [grants.beneficiarioId] : [],
  };
  const unconfined = user.operadora || user.admin;
  return {
    userId: grants.userId,
    login: user.principal,
    decide,
    can: (action, subject) => decide(action, subject).granted,
    fieldRight,
    rowsKeptBy,
    own,
    unconfined,
    // Whether there is an own record, or several, decides the plan; which they are, is a value.
    key: JSON.stringify([user.admin, unconfined, howMany(own.prestador), howMany(own.beneficiario)]) + key,
  };
};

/** Equal where the same rows are in reach: what was read or looked at with another is neither told nor gone on with. */
export const reachKey = ({ key, own, unconfined, worksFor }: Access): string =>
  unconfined && worksFor === undefined ? key : JSON.stringify([key, own.prestador, own.beneficiario]);

const everybody: SessionUser = {
  principal: '',
  operadora: true,
  prestador: false,
  prestadorAdministrativo: false,
  dependente: false,
  beneficiario: false,
  ouvidoria: false,
  auditor: false,
  admin: true,
  permissions: ['all:manage'],
  grupoValidaSenha: false,
  senhaExpirada: false,
};

/** The product itself, which may do everything and reads every field. */
export const unlimited: Access = createAccess({
  user: everybody,
  userId: 0,
  prestadorIds: [],
  beneficiarioId: undefined,
  groups: [],
});
