import type { NarrowedField } from './state-types.ts';
import type { Field, RelationCondition } from './types.ts';

/** What a transition says of a relation, beside what the field says itself; empty where it says nothing. */
export const narrowedBy = (
  narrowed: readonly NarrowedField[] | undefined,
  { name }: Pick<Field, 'name'>,
): readonly RelationCondition[] => narrowed?.find(({ field }) => field === name)?.where ?? [];

/** The field as a transition asks for it: of the records that it may point at those alone that are meant there. */
export const narrowField = (field: Field, narrowed: readonly NarrowedField[] | undefined): Field => {
  const where = narrowedBy(narrowed, field);
  if (where.length === 0 || field.relation === undefined) return field;
  return { ...field, relation: { ...field.relation, where: [...(field.relation.where ?? []), ...where] } };
};
