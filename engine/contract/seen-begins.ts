/** What fields that a transition asks for begin with, as far as one user may know all that it is worked out from. */
import type { Access } from '../access/access.ts';
import { covers, keeps } from '../access/keeps.ts';
import { comparableFields, readableChildren } from '../access/visible-entity.ts';
import type { Known } from '../fields/record-expressions.ts';
import type { BegunField } from '../model/state-types.ts';
import type { Entity, Model } from '../model/types.ts';
import { isSeenExpression } from './seen-rules.ts';

type KnownChild = Known['children'][number];

/** The lists of linked records; of those of which the user may not see every one nothing is told, not even a sum. */
const linkedSeen = (model: Model, access: Access, { states }: Entity): readonly KnownChild[] =>
  !access.unconfined || access.worksFor !== undefined
    ? []
    : (states?.linked ?? []).flatMap(({ name, entity }): KnownChild[] => {
        const target = model.entities[entity];
        const fields = target === undefined ? [] : comparableFields(model, access, target);
        return fields.length === 0 ? [] : [{ name, entity: { fields } }];
      });

/** The lists of rows that the record owns. */
export const ownSeen = (model: Model, access: Access, entity: Entity): readonly KnownChild[] =>
  readableChildren(model, access, entity).map(({ name, entity: owned }) => ({
    name,
    entity: {
      fields: owned.fields.filter(
        (field) => !field.writeOnly && !keeps(access, owned, field) && !covers(access, owned, field),
      ),
    },
  }));

/** Values alone that the user could have worked out: none gives away what is kept from the user, or covered. */
export const seenBegins = (
  model: Model,
  access: Access,
  entity: Entity,
  begins: readonly BegunField[],
): readonly BegunField[] => {
  if (begins.length === 0) return begins;
  const known: Known = {
    fields: comparableFields(model, access, entity),
    children: [...ownSeen(model, access, entity), ...linkedSeen(model, access, entity)],
  };
  return begins.filter(({ value }) => isSeenExpression(model, access, value, known, undefined));
};
