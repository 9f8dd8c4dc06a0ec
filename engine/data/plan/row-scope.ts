import type { Access } from '../../access/access.ts';
import { ownRecord } from '../../model/types.ts';
import type { Scope } from './refs.ts';
import type { Condition } from './types.ts';

/**
 * The rows that a confined user may touch: those that point at the user's own record, for any of the user's roles.
 * Of a view whose rows are chosen by what is kept from the user there is none. Staff of the operator see every row, or those of the provider that they work for just now. A user with none of the roles that an entity confines sees none of its rows.
 */
export const rightConditions = (access: Access, scope: Scope): Condition[] => {
  if (access.rowsKeptBy(scope.table.entity) !== undefined) return [{ kind: 'never' }];
  const scopes = scope.table.entity.scope;
  if (scopes.length === 0 || (access.unconfined && !access.worksForProvider)) return [];
  const own = scopes.filter(({ role }) => (access.unconfined ? role === 'prestador' : access.own[role] !== undefined));
  if (own.length === 0) return access.unconfined ? [] : [{ kind: 'never' }];
  return [
    {
      kind: 'or',
      negated: false,
      items: own.map((one) => ({
        kind: 'compare',
        ref: one.field === ownRecord ? scope.id : scope.own(one.field),
        operator: 'eq',
        negated: false,
        value: { kind: 'own', role: one.role },
      })),
    },
  ];
};

/** The records that the screen is of; of every record where it says nothing. */
const filterConditions = (scope: Scope): Condition[] =>
  scope.filter.map(({ field, values }) => ({
    kind: 'compare',
    ref: scope.own(field),
    operator: values.length === 1 ? 'eq' : 'in',
    negated: false,
    value: { kind: 'fixed', values: values.map(String) },
  }));

/** The rows that may be met at all: those within the user's rights, of the records that the screen is of. */
export const scopeConditions = (access: Access, scope: Scope): Condition[] => [
  ...rightConditions(access, scope),
  ...filterConditions(scope),
];
