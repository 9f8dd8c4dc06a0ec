/** New records made from others: all that a person may write of them but what must be each record's own. */
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import type { RecordValues } from './record-values.ts';
import { defaultValues, recordValues } from './record-values.ts';

type Property = Readonly<Record<string, unknown>>;

const propertiesOf = (model: ScreenModel): Readonly<Record<string, Property>> =>
  (model.form.schema['properties'] ?? {}) as Readonly<Record<string, Property>>;

/** The columns that a grid of new records edits, in the order of the form; lists of owned rows are copied as they are. */
export const gridNames = (model: ScreenModel): readonly string[] =>
  Object.entries(propertiesOf(model)).flatMap(([name, { type, readOnly }]) =>
    // Files too are lists.
    [type].flat().includes('array') || readOnly === true ? [] : [name],
  );

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

const withoutId = (row: unknown): unknown => {
  if (!isRow(row)) return row;
  const { id: _, ...rest } = row;
  return rest;
};

/**
 * A record as the form edits it, ready to become another: without unique values, its owned rows as new ones. A default
 * stands only for what the record does not tell, so that what is empty there is empty here.
 */
export const copyOf = (model: ScreenModel, row: Row): RecordValues => {
  // A file is of one record.
  const unique = new Set(
    model.entity.fields.filter((field) => field.unique || field.attachment).map((field) => field.column),
  );
  const properties = propertiesOf(model);
  const told = new Set(model.relations.filter(({ field }) => row[field] !== undefined).map(({ column }) => column));
  const begun = Object.entries(defaultValues(model)).filter(
    ([name]) => unique.has(name) || (row[name] === undefined && !told.has(name)),
  );
  const copied = Object.entries(recordValues(model, row)).flatMap(([name, value]) => {
    if (unique.has(name) || properties[name]?.['readOnly'] === true) return [];
    return [[name, Array.isArray(value) ? value.map(withoutId) : value] as const];
  });
  return Object.fromEntries([...begun, ...copied]);
};

/** The columns of the lists that a copy takes over unseen. */
export const copiedLists = (model: ScreenModel): readonly string[] =>
  Object.entries(propertiesOf(model)).flatMap(([, { type, title }]) => (type === 'array' ? [String(title)] : []));
