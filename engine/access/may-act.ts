import { hasTable } from '../model/has-table.ts';
import type { Entity } from '../model/types.ts';
import type { Access } from './access.ts';

type Acted = Pick<Entity, 'subject' | 'log' | 'view' | 'withheld'>;

/** Whether anybody does that to records of the entity. What has no table of its own is viewed, whatever the rights. */
export const isOffered = (entity: Acted, action: string): boolean =>
  (hasTable(entity) || action === 'view') && !entity.withheld?.some((one) => one === action);

/** Whether the user may do that to records of the entity. */
export const mayAct = (access: Access, entity: Acted, action: string): boolean =>
  isOffered(entity, action) && access.can(action, entity.subject);
