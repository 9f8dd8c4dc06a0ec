/** The value of a list column or a record's field, as text. */
import { fieldTypes } from '../fields/index.ts';
import type { Child, CodeOption, Entity, Field } from '../model/types.ts';
import { fieldOf } from './field-of.ts';
import type { GridColumn, RelationTarget, ScreenModel } from './screen-model.ts';
import { briefLabel, writeLabel } from './write-label.ts';

type Source = Readonly<Record<string, unknown>>;

/** What values are written by. */
type Words = Pick<ScreenModel, 'entity' | 'related' | 'codeLists'>;

const isObject = (value: unknown): value is Source => typeof value === 'object' && value !== null;

/** What a row holds under a path; null where the relation is empty. */
export const valueAtPath = (row: Source, path: readonly string[]): unknown => {
  let value: unknown = row;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return value ?? null;
};

export const codeOption = (model: Words, field: Field, value: unknown): CodeOption | undefined =>
  field.codeList === undefined
    ? undefined
    : model.codeLists[field.codeList]?.find((option) => option.value === String(value));

/** Whether the list tells its codes apart by tone; where none has one (states of Brazil), a dot would say nothing. */
export const isToned = (model: ScreenModel, field: Field): boolean =>
  field.codeList !== undefined && model.codeLists[field.codeList]?.some(({ tone }) => tone !== 'neutral') === true;

/** Of a field of the record, or of rows that it owns. */
export const relationTarget = (model: ScreenModel, field: Field): RelationTarget | undefined =>
  [...model.relations, ...Object.values(model.childRelations).flat()].find(
    (target) => target.column === field.column && target.entity === field.relation?.entity,
  );

/** How a row that a relation points to is called. */
export const relationLabel = (
  model: Words,
  { entity, label }: Pick<RelationTarget, 'entity' | 'label'>,
  row: Source,
): string =>
  writeLabel(label, row, (entity === model.entity.name ? model.entity : model.related[entity])?.fields ?? []);

/** What stands for a value that is covered and has no covered form. */
export const covered = '•••••';

/** How the values of a field are written: looked up once, for many. Empty for null. `value` of a relation is the embedded row. */
const fieldWriter = (model: Words, field: Field, timeZone: string): ((value: unknown) => string) => {
  const empty = field.covered === true ? covered : '';
  const options = field.codeList === undefined ? undefined : model.codeLists[field.codeList];
  const context = { timeZone, ...(options === undefined ? {} : { options }) };
  const { format } = fieldTypes[field.type];
  const { relation } = field;
  return (value) => {
    if (value === null || value === undefined) return empty;
    if (field.type !== 'relation') return format(value, field, context);
    return isObject(value) && relation !== undefined ? relationLabel(model, relation, value) : String(value);
  };
};

export const formatFieldValue = (model: Words, field: Field, value: unknown, timeZone: string): string =>
  fieldWriter(model, field, timeZone)(value);

/** What a column shows of a row. */
export const columnReader = (model: Words, column: GridColumn, timeZone: string): ((row: Source) => string) => {
  const field = fieldOf(model, column.key);
  const write =
    field === undefined
      ? (value: unknown): string => (value === null ? '' : String(value))
      : fieldWriter(model, field, timeZone);
  return (row) => write(valueAtPath(row, column.path));
};

export const columnText = (model: ScreenModel, column: GridColumn, row: Source, timeZone: string): string =>
  columnReader(model, column, timeZone)(row);

/** How a record is called, by the label of its entity; empty where that says nothing. */
const labelOf = (model: ScreenModel, entity: Entity, row: Source): string => {
  const related = entity.fields
    .filter(({ type }) => type === 'relation')
    .map((field) => [field.name, formatFieldValue(model, field, row[field.name], 'UTC')]);
  return writeLabel(entity.label, { ...row, ...Object.fromEntries(related) }, entity.fields);
};

/**
 * What a column of related records shows of a row where there is no room for what is spare in their label; the whole of it
 * where a row has nothing else. undefined: nothing is.
 */
export const briefReader = (
  model: Words,
  column: GridColumn,
  timeZone: string,
): ((row: Source) => string) | undefined => {
  const relation = fieldOf(model, column.key)?.relation;
  const brief = relation && briefLabel(relation.label);
  if (relation === undefined || brief === undefined) return undefined;
  const whole = columnReader(model, column, timeZone);
  return (row) => {
    const value = valueAtPath(row, column.path);
    return (isObject(value) && relationLabel(model, { ...relation, label: brief }, value)) || whole(row);
  };
};

/** Owned rows as text, each by its label, for places where a list has no room. */
export const rowLabels = (model: ScreenModel, child: Child, rows: unknown): readonly string[] =>
  (Array.isArray(rows) ? rows : []).map((row: unknown) =>
    isObject(row) ? labelOf(model, child.entity, row) : String(row),
  );

/** `select` of what `recordLabel` writes of a record, as far as this user reads it. */
export const labelSelect = (model: ScreenModel): string =>
  [
    'id',
    ...model.entity.label.flatMap((part) =>
      'field' in part ? model.entity.fields.filter(({ name }) => name === part.field).map(({ column }) => column) : [],
    ),
  ].join(',');

/** How a record of this screen is called: its label, else its id. */
export const recordLabel = (model: ScreenModel, row: Source): string => {
  const text = labelOf(model, model.entity, row);
  return text === '' ? String(row['id'] ?? '') : text;
};

/** A word and no code: a name says by itself what it names, which a number does not. */
const word = /\p{L}{3}/u;

/** How a record is called where nothing around says what it is: `Azul`, but `Guia 21`. `label` as `recordLabel` gives it. */
export const namedRecord = ({ entity }: Pick<ScreenModel, 'entity'>, label: string): string =>
  word.test(label) ? label : `${entity.title} ${label}`.trimEnd();
