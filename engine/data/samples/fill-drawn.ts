/** Fields that a relation fills (`x-filled-from`), of a record that is drawn: what it points at is drawn already. */
import { isEmpty } from '../../fields/record-expressions.ts';
import type { Entity } from '../../model/types.ts';
import type { Row } from '../given-rows.ts';
import type { Draw } from './recipe.ts';
import { rowsById } from './target-failures.ts';

/** What a form would have filled in; `given`: what is known of the record beforehand stays. */
export const fillDrawn = ({ fields }: Entity, record: Row, given: Row, rows: Draw['rows']): Row => {
  const filled = new Map<string, unknown>();
  for (const { column, relation: own, filledFrom } of fields) {
    const relation = fields.find(({ name }) => name === filledFrom?.relation);
    if (filledFrom === undefined || relation === undefined || Object.hasOwn(given, column)) continue;
    const id = filled.get(relation.column) ?? record[relation.column];
    const target = rowsById(rows(relation.relation?.entity ?? '')).get(id);
    const value = target?.[own === undefined ? filledFrom.field : `${filledFrom.field}_id`];
    if (!isEmpty(value)) filled.set(column, value);
  }
  return Object.fromEntries(filled);
};
