import type { Entity, ScopeRole } from './types.ts';
import { scopeRoles } from './types.ts';

type Scoped = Pick<Entity, 'scope' | 'openTo'>;

/** Whether users of the role see less than every row of the entity. */
export const isClosedTo = ({ scope, openTo }: Scoped, role: ScopeRole): boolean =>
  openTo === undefined ? scope.length > 0 : !openTo.includes(role);

/** Whether the entity keeps rows from users of any role. */
export const confines = (entity: Scoped): boolean => scopeRoles.some((role) => isClosedTo(entity, role));
