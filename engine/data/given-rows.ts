/** body -> rows: how many there may be, which of their keys count, what an empty text and an absent field mean. */
import type { ReadRequest } from '../contract/request.ts';
import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import { writableFields } from '../fields/record-schema.ts';
import { isPunctuated, storedWhole } from '../fields/stored-text.ts';
import type { Child, Entity } from '../model/types.ts';
import { CsvText, readCsv } from './csv-rows.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Rows of one request. */
export const maximumRows = 10_000;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Raises REQUEST_BODY_COLUMN, the same for a name kept from the caller and for none at all. */
const checkNames = (entity: Entity, names: readonly string[], more: readonly string[]): void => {
  const known = [
    ...entity.fields.map((field) => field.column),
    ...entity.children.filter((child) => child.visible).map((child) => child.name),
    ...more,
  ];
  for (const name of names)
    if (!known.includes(name))
      throw new Refusal(
        'REQUEST_BODY_COLUMN',
        { column: name, entity: entity.title },
        { suggestion: nearest(name, known) },
      );
};

/** What is said of a file beside its id is not believed, and so not read either. */
const onlyId = (file: unknown): unknown => (isRow(file) ? { id: file['id'] } : file);

/** Values as they are stored, whoever sends them: an empty text is an empty value, also in the rows of an array. */
const asStored = (entity: Entity): ((row: Row) => Row) => {
  const punctuated = new Map(entity.fields.filter(isPunctuated).map((field) => [field.column, field]));
  const files = new Set(entity.fields.flatMap((field) => (field.attachment ? [field.column] : [])));
  const arrays = new Map(entity.children.map((child) => [child.name, asStored(child.entity)]));
  const storedText = (name: string, value: string): string | null => {
    const field = punctuated.get(name);
    return value === '' ? null : field === undefined ? value : storedWhole(field, value);
  };
  const storedItems = (name: string, value: readonly unknown[]): unknown => {
    if (files.has(name)) return value.length === 0 ? null : value.map(onlyId);
    const rowOf = arrays.get(name);
    return rowOf ? value.map((item) => (isRow(item) ? rowOf(item) : item)) : value;
  };
  const storedValue = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return storedText(name, value);
    return Array.isArray(value) ? storedItems(name, value) : value;
  };
  return (row) =>
    // Most rows are as they are stored, and a file has a million of them.
    Object.keys(row).every((name) => storedValue(name, row[name]) === row[name])
      ? row
      : Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storedValue(name, value)]));
};

const onlyColumns = (row: Row, columns: readonly string[] | undefined): Row =>
  columns ? Object.fromEntries(Object.entries(row).filter(([name]) => columns.includes(name))) : row;

/** One object, as a change names its fields. Raises REQUEST_BODY_INVALID, REQUEST_BODY_EMPTY, REQUEST_BODY_COLUMN. */
export const readChange = (entity: Entity, request: ReadRequest, body: unknown): Row => {
  if (body instanceof CsvText) throw new Refusal('REQUEST_CONTENT_TYPE', { type: 'text/csv' });
  checkNames(entity, request.columns ?? [], []);
  if (!isRow(body)) throw new Refusal('REQUEST_BODY_INVALID', { problem: 'esperado um objeto' });
  const row = asStored(entity)(onlyColumns(body, request.columns));
  if (Object.keys(row).length === 0) throw new Refusal('REQUEST_BODY_EMPTY', {});
  return row;
};

/**
 * One object, an array of them or CSV, without defaults. `more` are keys allowed beside the entity's own. Raises
 * REQUEST_BODY_INVALID, REQUEST_CSV_INVALID, REQUEST_ROWS_TOO_MANY, REQUEST_BODY_COLUMN.
 */
export const readGiven = (
  entity: Entity,
  request: ReadRequest,
  body: unknown,
  more: readonly string[],
): readonly Row[] => {
  checkNames(entity, request.columns ?? [], more);
  const given = body instanceof CsvText ? readTable(entity, request, body, more) : Array.isArray(body) ? body : [body];
  if (!given.every(isRow))
    throw new Refusal('REQUEST_BODY_INVALID', { problem: 'esperado um objeto ou uma lista de objetos' });
  if (given.length > maximumRows)
    throw new Refusal('REQUEST_ROWS_TOO_MANY', { count: given.length, maximum: maximumRows });
  const stored = asStored(entity);
  return given.map((row) => stored(onlyColumns(row, request.columns)));
};

const readTable = (entity: Entity, request: ReadRequest, body: CsvText, more: readonly string[]): readonly Row[] => {
  const { header, rows } = readCsv(body, entity, maximumRows);
  const named = header.filter((name) => request.columns?.includes(name) ?? true);
  checkNames(entity, named, more);
  const array = named.find((name) => entity.children.some((child) => child.name === name));
  if (array !== undefined) throw new Refusal('REQUEST_CSV_INVALID', { problem: `a lista '${array}' só vai em JSON` });
  return rows;
};

const defaultsOf = (entity: Entity): Row =>
  Object.fromEntries(
    writableFields(entity).flatMap((field) => (field.default === undefined ? [] : [[field.column, field.default]])),
  );

/** New rows with the defaults of what they do not name; so also the rows of their arrays, but those that have an id. */
export const withDefaults = (entity: Entity, rows: readonly Row[]): readonly Row[] => {
  const defaults = defaultsOf(entity);
  return rows.map((row) => withArrayDefaults(entity.children, { ...defaults, ...row }));
};

/** A row of an array that has an id is there already: what it does not name stays as it is. */
export const withArrayDefaults = (children: readonly Child[], row: Row): Row => {
  const arrays = children.flatMap((child): [string, unknown][] => {
    const items = row[child.name];
    if (!Array.isArray(items)) return [];
    const defaults = defaultsOf(child.entity);
    return [[child.name, items.map((item) => (isRow(item) && !hasId(item) ? { ...defaults, ...item } : item))]];
  });
  return arrays.length === 0 ? row : { ...row, ...Object.fromEntries(arrays) };
};

export const hasId = (row: Row): boolean => row['id'] !== undefined && row['id'] !== null;
