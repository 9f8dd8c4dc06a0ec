/** What the form fills in from what its relations point at, as one user may read it there. */
import { writableFields } from '../fields/record-schema.ts';
import type { Entity } from '../model/types.ts';
import type { FormFill } from './screen-model.ts';
import type { Sight } from './sight.ts';
import { relationPath } from './sight.ts';

/** `writable`: the record as the user may write it. Of what the user reads nowhere the server fills nothing either. */
export const formFills = (sight: Sight, writable: Entity): readonly FormFill[] => {
  const filled = writableFields(writable).flatMap(({ column, filledFrom }) => {
    const relation = sight.comparable.find(({ name }) => name === filledFrom?.relation);
    const target = relation && sight.target(relation);
    const from = target && sight.comparableOf(target).find(({ name }) => name === filledFrom?.field);
    const path = target && relationPath(sight, target);
    return relation && from && path ? [{ relation, path, column, from: from.column }] : [];
  });
  return [...Map.groupBy(filled, ({ relation }) => relation)].map(([{ column, title }, fields]) => ({
    relation: column,
    title,
    path: fields[0]?.path ?? '',
    select: ['id', ...new Set(fields.map(({ from }) => from))].join(','),
    fields: fields.map(({ column: own, from }) => ({ column: own, from })),
  }));
};
