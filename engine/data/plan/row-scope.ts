import type { Access } from '../../access/access.ts';
import type { Scope } from './refs.ts';
import type { Condition } from './types.ts';

/**
 * The rows that a confined user may touch: those that point at the user's own record, for any of the user's roles.
 * Staff of the operator see every row, or those of the provider that they work for just now. A user with none of the roles that an entity confines sees none of its rows.
 */
export const scopeConditions = (access: Access, scope: Scope): Condition[] => {
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
        ref: scope.own(one.field),
        operator: 'eq',
        negated: false,
        value: { kind: 'own', role: one.role },
      })),
    },
  ];
};
