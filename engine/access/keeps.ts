import type { Child, Entity, Field, Model } from '../model/types.ts';
import type { Access } from './access.ts';

/** Whether a field or array is kept from the user: by name, by its class, or because it is worked out from one that is. */
export const keeps = (access: Access, entity: Entity, part: Field | Child): boolean =>
  access.fieldRight(entity, part).level === 'hidden';

/** Whether the user reads the field covered: then nothing may be asked of its value. */
export const covers = (access: Access, entity: Entity, field: Field): boolean =>
  access.fieldRight(entity, field).level === 'masked';

/**
 * Whether the user reads who somebody is: false where the login is kept or covered in the records of the users, for then
 * it is nowhere else either, and where the model knows no users.
 */
export const readsLogins = (model: Model, access: Access): boolean =>
  Object.values(model.entities).some((entity) =>
    entity.fields.some(
      (field) => field.name === entity.login && !keeps(access, entity, field) && !covers(access, entity, field),
    ),
  );
