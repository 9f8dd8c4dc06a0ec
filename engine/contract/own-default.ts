/** What the form of a new record begins with for somebody who sees the own records alone: the own one. */
import type { Access } from '../access/access.ts';
import type { Entity, Field, RowScope } from '../model/types.ts';

type Own = Pick<Access, 'own' | 'unconfined'>;

/** The one place by which a record is the person's; undefined where all are open, and where any of several would do. */
export const ownPlace = ({ own, unconfined }: Own, entity: Entity): RowScope | undefined => {
  if (unconfined) return undefined;
  const [one, ...more] = entity.scope.filter(({ role }) => own[role].length > 0);
  return more.length === 0 ? one : undefined;
};

/**
 * The entity as the person begins a record of it. A record that points at nobody's own would be out of sight at once; where
 * several relations, or several own records, would each do, the person says which.
 */
export const withOwnDefault = (access: Own, entity: Entity): Entity => {
  const place = ownPlace(access, entity);
  const [own, ...others] = place === undefined ? [] : access.own[place.role];
  if (own === undefined || others.length > 0) return entity;
  const begun = (field: Field): Field =>
    field.name === place?.field && field.default === undefined ? { ...field, default: own } : field;
  return { ...entity, fields: entity.fields.map(begun) };
};
