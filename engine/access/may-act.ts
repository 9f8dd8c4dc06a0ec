import { hasTable } from '../model/has-table.ts';
import type { Entity } from '../model/types.ts';
import type { Access } from './access.ts';

/** Whether the user may do that to records of the entity. What has no table of its own is viewed, whatever the rights. */
export const mayAct = (access: Access, entity: Pick<Entity, 'subject' | 'log' | 'view'>, action: string): boolean =>
  (hasTable(entity) || action === 'view') && access.can(action, entity.subject);
