/** A record as the form edits it, and what became of it. Empty is absent, never null, until it is sent. */
import type { BehindValue, FormBegins, FormFill, ScreenModel } from '../../contract/screen-model.ts';
import { presentValue } from '../../fields/present-value.ts';
import type { Row } from '../store/api.ts';
import { isEmptyValue, isSameValue } from './same-value.ts';

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

/**
 * The value of a record behind one; undefined where it is not known: it was not read, or a relation on the way points at a
 * record that is kept from the user.
 */
const valueBehind = (row: Row, { key, path }: BehindValue): unknown => {
  const columns = key.split('.');
  let at: unknown = row;
  for (const [index, step] of path.entries()) {
    if (!isRow(at)) return at;
    const next: unknown = at[step];
    const isKept = next === null && index < path.length - 1 && typeof at[columns[index] ?? ''] === 'number';
    at = isKept ? undefined : next;
  }
  return at;
};

/** What the conditions of the record read of what it points at, as far as it was read with it. */
export const behindValues = ({ behind = [] }: Pick<ScreenModel, 'behind'>, row: Row): RecordValues =>
  Object.fromEntries(
    behind.map((one) => [one.key, valueBehind(row, one)] as const).filter(([, value]) => value !== undefined),
  );

/** What the form does not hold of a record and its conditions read all the same: as it is stored, or as a new one begins. */
export const unsentValues = (model: ScreenModel, row: Row | undefined): RecordValues => {
  const sent = new Set(propertiesOf(model).map(([name]) => name));
  const fields = model.entity.fields.filter(({ column, covered }) => !sent.has(column) && covered !== true);
  if (row !== undefined)
    return {
      ...present(
        fields.map(({ column }) => column),
        row,
        model.relations,
      ),
      ...behindValues(model, row),
    };
  return Object.fromEntries(
    fields.flatMap(({ column, default: begun }) => (begun === undefined ? [] : [[column, begun]])),
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

/** What a new form says of the present, in the zone of the installation. */
export const presentValues = (model: ScreenModel, timeZone: string, now: Date = new Date()): RecordValues => {
  const properties = new Set(propertiesOf(model).map(([name]) => name));
  const begun = model.entity.fields.filter(({ column, beginsNow }) => beginsNow === true && properties.has(column));
  return Object.fromEntries(begun.map((field) => [field.column, presentValue(field, timeZone, now)]));
};

/** An emptied field with a default is sent as null: of what is left out the server would take the default. */
const sentEmpty = (property: Property): null | undefined => (property.default === undefined ? undefined : null);

/** What no form shows of the rows of an array: there it is always empty, and that says nothing of what is stored. */
const secretsOf = (model: ScreenModel, name: string): ReadonlySet<string> => {
  const fields = model.entity.children.find((child) => child.name === name)?.entity.fields ?? [];
  return new Set(fields.filter(({ writeOnly }) => writeOnly).map(({ column }) => column));
};

const noFills: readonly FormFill[] = [];
const noKeys: readonly string[] = [];

/** What begins in a form: where it is empty there, it is meant so. */
const begunKeys = (begins: FormBegins | undefined, required: readonly string[] = noKeys): readonly string[] =>
  begins?.fields.map(({ key }) => key).filter((key) => !required.includes(key)) ?? noKeys;

/** The fields that a relation would fill on the way where they are left out: what stands in the form is meant, if it may be so. */
const filledBy = (
  fills: readonly FormFill[] = noFills,
  required: readonly string[] = [],
  isMeant: (relation: string) => boolean,
): ReadonlySet<string> =>
  new Set(
    fills.flatMap(({ relation, fields }) =>
      isMeant(relation) ? fields.flatMap(({ column }) => (required.includes(column) ? [] : [column])) : [],
    ),
  );

/** A value as it is sent; undefined where there is none. A kept row says also what of it was emptied, but for secrets. */
const sentValue = (
  property: Property,
  value: unknown,
  secrets?: ReadonlySet<string>,
  fills: readonly FormFill[] = noFills,
  begins?: FormBegins,
): unknown => {
  if (property.items === undefined) return isEmptyValue(value) ? sentEmpty(property) : value;
  const { properties = {} } = property.items;
  const begun = begunKeys(begins, property.items.required);
  return rowsIn(value).map((row) => {
    const filled = new Set([
      ...filledBy(fills, property.items?.required, (relation) => !isEmptyValue(row[relation])),
      ...begun,
    ]);
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, column]) => {
        if (!isEmptyValue(row[name])) return [[name, row[name]]];
        if (row.id !== undefined && secrets?.has(name)) return [];
        const sent = row.id === undefined && !filled.has(name) ? sentEmpty(column) : null;
        return sent === undefined ? [] : [[name, sent]];
      }),
    );
  });
};

const isChanged = (property: Property, was: unknown, is: unknown): boolean => {
  if (Object.is(was, is)) return false;
  // Asked at each key: of a thousand rows one was written in, and the others are the same objects.
  if (property.items !== undefined && Array.isArray(was) && Array.isArray(is) && was.length === is.length)
    return was.some(
      (row, at) => !Object.is(row, is[at]) && !isSameValue(sentValue(property, [row]), sentValue(property, [is[at]])),
    );
  return !isSameValue(sentValue(property, was), sentValue(property, is));
};

const changedProperties = (
  model: ScreenModel,
  before: RecordValues,
  after: RecordValues,
): readonly (readonly [string, Property])[] =>
  propertiesOf(model).filter(([name, property]) => isChanged(property, before[name], after[name]));

/** How many fields differ. Rows are one field, compared as a whole. */
export const countChanged = (model: ScreenModel, before: RecordValues, after: RecordValues): number =>
  changedProperties(model, before, after).length;

/** The fields that differ, with their new value; null empties a field. What a changed relation would fill is sent as it stands. */
export const changedValues = (model: ScreenModel, before: RecordValues, after: RecordValues): RecordValues => {
  const changed = changedProperties(model, before, after);
  const names = new Set(changed.map(([name]) => name));
  const filled = filledBy(model.fills, schemaOf(model).required, (relation) => names.has(relation));
  const meant = propertiesOf(model).filter(([name]) => filled.has(name) && !names.has(name));
  return Object.fromEntries(
    [...changed, ...meant].map(([name, property]) => [
      name,
      sentValue(property, after[name], secretsOf(model, name), model.rowFills?.[name], model.rowBegins?.[name]) ?? null,
    ]),
  );
};

/** A new record as it is sent: what is empty is left out, but where a default would stand for it, or what a relation fills, or begins by itself. */
export const newValues = (model: ScreenModel, values: RecordValues): RecordValues => {
  const filled = new Set([
    ...filledBy(model.fills, schemaOf(model).required, (relation) => !isEmptyValue(values[relation])),
    ...begunKeys(model.begins, schemaOf(model).required),
  ]);
  return Object.fromEntries(
    propertiesOf(model)
      .map(([name, property]) => {
        const sent = sentValue(property, values[name], undefined, model.rowFills?.[name], model.rowBegins?.[name]);
        return [name, sent === undefined && filled.has(name) ? null : sent] as const;
      })
      .filter(([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0)),
  );
};

/** The fields of a form, in order, each with those of its rows where it is a list of rows that the record owns. */
export const formFields = (
  model: ScreenModel,
): readonly { readonly name: string; readonly rowFields: readonly string[] | undefined }[] =>
  propertiesOf(model).map(([name, { items }]) => ({
    name,
    rowFields: items?.properties && Object.keys(items.properties).filter((one) => one !== 'id'),
  }));
