import type { Entity } from '../model/types.ts';
import type { Access } from './access.ts';

/** Whether the user may do that to records of the entity. What the engine keeps of itself is viewed, whatever the rights. */
export const mayAct = (access: Access, entity: Pick<Entity, 'subject' | 'log'>, action: string): boolean =>
  (entity.log === undefined || action === 'view') && access.can(action, entity.subject);
