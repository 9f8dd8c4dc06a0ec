import type { Access } from '../../access/access.ts';
import { confines, isClosedTo } from '../../model/confines.ts';
import type { Entity, FixedValues, RowScope } from '../../model/types.ts';
import { ownRecord, scopeRoles } from '../../model/types.ts';
import type { Scope } from './refs.ts';
import type { Condition } from './types.ts';

/** Whether a confined user has a role to which every row is open, or the entity confines nobody. */
const seesAll = ({ own }: Access, entity: Entity): boolean =>
  !confines(entity) || scopeRoles.some((role) => own[role].length > 0 && !isClosedTo(entity, role));

/** By which of its scopes the entity confines the user, empty where none lets the user see a row; undefined: it does not. */
export const confinedBy = (access: Access, entity: Entity): readonly RowScope[] | undefined => {
  if (access.unconfined && access.worksFor === undefined) return undefined;
  if (!access.unconfined && seesAll(access, entity)) return undefined;
  // Who the staff work for says nothing about users: those of the operator did things to that provider's records.
  const own = entity.scope.filter(({ role }) =>
    access.unconfined ? role === 'prestador' && entity.login === undefined : access.own[role].length > 0,
  );
  return own.length === 0 && access.unconfined ? undefined : own;
};

/**
 * The rows that a confined user may touch: those that point at an own record of the user, for any of the user's roles.
 * Of a view whose rows are chosen by what is kept from the user there is none. Staff of the operator see every row, or those of the provider that they work for just now. A user with none of the roles that an entity confines, or is open to, sees none of its rows.
 * Where rows of others are met by name, it is their columns that are confined.
 */
export const rightConditions = (access: Access, scope: Scope): Condition[] => {
  if (access.rowsKeptBy(scope.table.entity) !== undefined) return [{ kind: 'never' }];
  const own = scope.namesOthers ? undefined : confinedBy(access, scope.table.entity);
  if (own === undefined) return [];
  if (own.length === 0) return [{ kind: 'never' }];
  return [
    {
      kind: 'or',
      negated: false,
      items: own.map(({ role, field }) => {
        const several = access.own[role].length > 1;
        return {
          kind: 'compare',
          ref: field === ownRecord ? scope.id : scope.own(field),
          operator: several ? 'in' : 'eq',
          negated: false,
          value: { kind: 'own', role, ...(several && { several }) },
        };
      }),
    },
  ];
};

export const haveFixed = (scope: Scope, fixed: readonly FixedValues[]): Condition[] =>
  fixed.map(({ field, values }) => ({
    kind: 'compare',
    ref: scope.own(field),
    operator: values.length === 1 ? 'eq' : 'in',
    negated: false,
    value: { kind: 'fixed', values: values.map(String) },
  }));

/** The records that everybody of the staff may name, where `referenceForStaff` says which. */
export const referenceConditions = (scope: Scope): Condition[] =>
  haveFixed(scope, scope.table.entity.referenceForStaff ?? []);

/** The rows that the user sees, through whatever screen: of what is only named, those that everybody may name. */
export const sightConditions = (access: Access, scope: Scope): Condition[] => [
  ...rightConditions(access, scope),
  ...(scope.reach === 'reference' ? referenceConditions(scope) : []),
];

/** The rows that may be met at all: those that the user sees, of the records that the screen is of. */
export const scopeConditions = (access: Access, scope: Scope): Condition[] => [
  ...sightConditions(access, scope),
  ...haveFixed(scope, scope.filter),
];
