import { nearest } from '../../core/nearest.ts';
import type { Origin } from '../../core/origin.ts';
import { phrases } from '../../core/words.ts';
import type { DraftEntity } from '../draft.ts';
import type { Field } from '../types.ts';
import type { ScreenUse } from './screen-fields.ts';

export interface ReverseRelation {
  readonly entity: DraftEntity;
  readonly field: Field;
}

/**
 * `distrito.cidade`: the relation of another entity that points at the records of the screen. What is no such relation is
 * reported, or told to `refuse` with a reason; one that the client hid is none.
 */
export const reverseRelation = (
  { entity, find, report, screen }: ScreenUse,
  text: string,
  origin: Origin,
  refuse: (reason: string, suggestion?: string) => undefined,
): ReverseRelation | undefined => {
  const [name = '', relation = '', ...rest] = text.split('.');
  if (rest.length > 0) return refuse(phrases.noList);
  const other = find(name);
  if (other === undefined) {
    report('MODEL_ENTITY_MISSING', origin, { entity: name, from: screen.folder });
    return undefined;
  }
  const field = other.byName.get(relation);
  const pointing = other.fields.find((one) => one.visible && one.relation?.entity === entity.name)?.name;
  if (field === undefined) {
    report('MODEL_FIELD_MISSING', origin, { entity: name, field: relation }, nearest(relation, other.byName.keys()));
    return undefined;
  }
  // A relation to nothing is reported where it is declared.
  if (field.relation !== undefined && find(field.relation.entity) === undefined) return undefined;
  if (field.relation?.entity !== entity.name)
    return refuse(phrases.noRelationHere(`${name}.${relation}`, entity.name), pointing);
  return field.visible ? { entity: other, field } : undefined;
};
