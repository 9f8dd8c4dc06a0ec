/** What fields that a transition asks for begin with, as far as one user may know all that it is worked out from. */
import type { Access } from '../access/access.ts';
import { covers, keeps } from '../access/keeps.ts';
import { comparableFields, readableChildren } from '../access/visible-entity.ts';
import type { Known } from '../fields/record-expressions.ts';
import type { BegunField } from '../model/state-types.ts';
import type { Entity, Field, Model } from '../model/types.ts';
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

/** What the user may know of a record that the user makes: its values come from nobody else. */
const knownOfNew = (model: Model, access: Access, { name }: Pick<Entity, 'name'>): Known => {
  const entity = model.entities[name];
  const open = (of: Entity): readonly Field[] =>
    of.fields.filter((field) => !field.writeOnly && !keeps(access, of, field) && !covers(access, of, field));
  return {
    fields: entity === undefined ? [] : open(entity),
    children: (entity?.children ?? [])
      .filter((child) => entity !== undefined && !keeps(access, entity, child))
      .map((child) => ({ name: child.name, entity: { fields: open(child.entity) } })),
  };
};

/** Those of a new record, or of a new row of `owner`, of which the user may know all that they are worked out from. */
export const seenBeginnings = <One extends BegunField>(
  model: Model,
  access: Access,
  entity: Pick<Entity, 'name'>,
  begins: readonly One[],
  owner?: Pick<Entity, 'name'>,
): readonly One[] => {
  if (begins.length === 0) return begins;
  const known = knownOfNew(model, access, entity);
  const above = owner && knownOfNew(model, access, owner);
  return begins.filter(({ value }) => isSeenExpression(model, access, value, known, above));
};
