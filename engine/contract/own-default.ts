/** What the form of a new record begins with for somebody who sees the own records alone: the own one. */
import type { Access } from '../access/access.ts';
import type { Entity, Field } from '../model/types.ts';

/**
 * The entity as the person begins a record of it. A record that points at nobody's own would be out of sight at once; where
 * several relations would each do, the person says which.
 */
export const withOwnDefault = ({ own, unconfined }: Access, entity: Entity): Entity => {
  if (unconfined) return entity;
  const [one, ...more] = entity.scope.filter(({ role }) => own[role] !== undefined);
  if (one === undefined || more.length > 0) return entity;
  const begun = (field: Field): Field =>
    field.name === one.field && field.default === undefined ? { ...field, default: own[one.role] } : field;
  return { ...entity, fields: entity.fields.map(begun) };
};
