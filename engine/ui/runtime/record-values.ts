/** A record as the form edits it, and what became of it. Empty is absent, never null, until it is sent. */
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Json } from '../../core/json.ts';
import { equalJson } from '../../core/json.ts';
import type { Row } from '../store/api.ts';

export type RecordValues = Readonly<Record<string, unknown>>;

interface Property {
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly minItems?: number;
  readonly items?: Schema;
}

/** A schema of the form: the record's, or that of the rows of an array. */
interface Schema {
  readonly properties?: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

const schemaOf = (model: ScreenModel): Schema => model.form.schema as Schema;
const propertiesOf = (model: ScreenModel): readonly (readonly [string, Property])[] =>
  Object.entries(schemaOf(model).properties ?? {});

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsIn = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : []);

/** What stands under a wire path of the form: `nome`, `perguntas.1.enunciado`. */
export const valueAt = (values: RecordValues, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>(
      (value, key) =>
        typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[key] : undefined,
      values,
    );

/** The embedded rows of relations, by wire path: `banco_id`, and `contas.banco_id` inside owned rows. */
export const relationRows = (model: ScreenModel, row: Row): Readonly<Record<string, readonly Row[]>> =>
  Object.fromEntries([
    ...model.relations.map(({ field, column }) => [column, [row[field]].filter(isRow)]),
    ...Object.entries(model.childRelations).flatMap(([child, relations]) =>
      relations.map(({ field, column }) => [
        `${child}.${column}`,
        rowsIn(row[child])
          .map((owned) => owned[field])
          .filter(isRow),
      ]),
    ),
  ]);

/** What of a row the form edits; of a relation whose column is not there the embedded row tells the id. */
const present = (names: readonly string[], row: Row, relations: ScreenModel['relations']): RecordValues =>
  Object.fromEntries(
    names
      .map((name) => {
        const embedded = row[relations.find(({ column }) => column === name)?.field ?? ''];
        return [name, row[name] ?? (isRow(embedded) ? embedded.id : undefined)];
      })
      .filter(([, value]) => value !== null && value !== undefined),
  );

/** What of a stored row the form edits. */
export const recordValues = (model: ScreenModel, row: Row): RecordValues => {
  const values = present(
    propertiesOf(model).map(([name]) => name),
    row,
    model.relations,
  );
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const items = schemaOf(model).properties?.[name]?.items;
      if (items === undefined) return [name, value];
      const columns = Object.keys(items.properties ?? {});
      return [name, rowsIn(value).map((owned) => present(columns, owned, model.childRelations[name] ?? []))];
    }),
  );
};

/** What new values begin with: the defaults, and false where a check must be one or the other. */
export const defaultsOf = ({ properties = {}, required = [] }: Schema): RecordValues =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      if (property.default !== undefined) return [[name, property.default]];
      // A list that must not be empty begins with the row that is to be filled in.
      if (property.items !== undefined && (property.minItems ?? 0) > 0) return [[name, [defaultsOf(property.items)]]];
      return property.type === 'boolean' && required.includes(name) ? [[name, false]] : [];
    }),
  );

export const defaultValues = (model: ScreenModel): RecordValues => defaultsOf(schemaOf(model));

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';

/** A value as it is sent; undefined where there is none. A kept row says also what of it was emptied. */
const sentValue = (property: Property, value: unknown): unknown => {
  if (property.items === undefined) return isEmpty(value) ? undefined : value;
  const { properties = {}, required = [] } = property.items;
  return rowsIn(value).map((row) =>
    Object.fromEntries(
      Object.keys(properties).flatMap((name) => {
        if (!isEmpty(row[name])) return [[name, row[name]]];
        return row.id === undefined || required.includes(name) ? [] : [[name, null]];
      }),
    ),
  );
};

const isSame = (a: unknown, b: unknown): boolean =>
  typeof a === 'object' && typeof b === 'object' ? equalJson(a as Json, b as Json) : Object.is(a, b);

/** The fields that differ, with their new value; null empties a field. Rows are one field, compared as a whole. */
export const changedValues = (model: ScreenModel, before: RecordValues, after: RecordValues): RecordValues =>
  Object.fromEntries(
    propertiesOf(model)
      .map(([name, property]) => [name, sentValue(property, before[name]), sentValue(property, after[name])] as const)
      .filter(([, was, is]) => !isSame(was, is))
      .map(([name, , is]) => [name, is ?? null]),
  );

/** A new record as it is sent: what is empty is left out. */
export const newValues = (model: ScreenModel, values: RecordValues): RecordValues =>
  Object.fromEntries(
    propertiesOf(model)
      .map(([name, property]) => [name, sentValue(property, values[name])] as const)
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );

/** Values over a version that is stored now: rows that somebody deleted there come back as new ones. */
export const overStored = (model: ScreenModel, values: RecordValues, stored: RecordValues): RecordValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (schemaOf(model).properties?.[name]?.type !== 'array') return [name, value];
      const known = new Set(rowsIn(stored[name]).map(({ id }) => id));
      return [name, rowsIn(value).map(({ id, ...row }) => (known.has(id) ? { id, ...row } : row))];
    }),
  );

export interface MergeResult {
  /** Mine, with their changes to fields that I left alone. */
  readonly values: RecordValues;
  /** Fields that both changed, to different values. */
  readonly conflicts: readonly string[];
}

/** Three versions into one: what both read, what I made of it, what is stored now. */
export const mergeValues = (
  model: ScreenModel,
  base: RecordValues,
  mine: RecordValues,
  theirs: RecordValues,
): MergeResult => {
  const mineChanged = changedValues(model, base, mine);
  const theirsChanged = changedValues(model, base, theirs);
  const conflicts = Object.keys(theirsChanged).filter(
    (name) => Object.hasOwn(mineChanged, name) && !isSame(mineChanged[name], theirsChanged[name]),
  );
  const values: Record<string, unknown> = { ...mine };
  for (const [name, value] of Object.entries(theirsChanged)) {
    if (Object.hasOwn(mineChanged, name)) continue;
    if (value === null) delete values[name];
    else values[name] = theirs[name];
  }
  return { values, conflicts };
};
