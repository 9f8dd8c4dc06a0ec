import { recordLabel, relationLabel, relationTarget } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/**
 * Which columns the view of a record tells of: not what is only ever written; no relation of whose target this person
 * reads nothing and knows no name, as the list has none; nor one that opens nothing and is called as the record itself, which says it above.
 */
export const isTold = (model: ScreenModel, row: Row) => {
  const byColumn = new Map(model.entity.fields.map((field) => [field.column, field]));
  return (column: string): boolean => {
    const field = byColumn.get(column);
    if (field?.writeOnly === true) return false;
    if (field?.type !== 'relation' || field.covered === true) return true;
    const target = relationTarget(model, field);
    if (target === undefined || (target.path === null && target.label.length === 0)) return false;
    const value = row[field.name];
    return target.opens || !isRow(value) || relationLabel(model, target, value) !== recordLabel(model, row);
  };
};
