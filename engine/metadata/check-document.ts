/** What a file says by itself but its JSON Schema cannot: names of fields, arrays, and keys that another key asks for. */
import { posix } from 'node:path';
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { isJsonObject, toPointer, valueAt } from '../core/json.ts';
import { plainName } from '../core/plain-name.ts';
import { phrases } from '../core/words.ts';
import type { RawDocument } from './documents.ts';
import type { Kind } from './kinds.ts';
import { arraysIn, snakeCase } from './property.ts';

const { dirname, relative } = posix;
const fieldName = new RegExp(snakeCase);

/** Names in `properties` that are none, which stands at `pointer`. */
const checkNames = (document: RawDocument, pointer: string, properties: object): readonly Issue[] =>
  Object.keys(properties)
    .filter((field) => !fieldName.test(field))
    .map((field) => {
      const right = plainName(field);
      return createIssue(
        'LANGUAGE_FIELD_NAME',
        document.origin(pointer + toPointer(['properties', field]), true),
        { field },
        fieldName.test(right) ? right : undefined,
      );
    });

/** `items` of an array: `$ref` alone, or a whole description. `written` is what stands in the file. */
const checkItems = (document: RawDocument<'record'>, array: string, written: Json): readonly Issue[] => {
  const at = toPointer(['properties', array]);
  const said = valueAt(written, at);
  if (!isJsonObject(said)) return [];
  const { items } = said;
  const missing = (pointer: string, key: string): Issue =>
    createIssue('LANGUAGE_KEY_MISSING', document.origin(pointer), { key });
  if (items === undefined) return [missing(at, 'items')];
  if (!isJsonObject(items)) return [];
  if (items['$ref'] === undefined)
    return ['title', 'type', 'properties']
      .filter((key) => items[key] === undefined)
      .map((key) => missing(`${at}/items`, key));
  return Object.keys(items)
    .filter((key) => key !== '$ref')
    .slice(0, 1)
    .map((key) =>
      createIssue('LANGUAGE_KEY_UNKNOWN', document.origin(`${at}/items${toPointer([key])}`, true), {
        key,
        advice: phrases.besideRef,
      }),
    );
};

/** `written` is the value as it stands in the file, so that a key reported as wrong is not missed as well. */
export const checkRecord = (document: RawDocument<'record'>, written: Json): readonly Issue[] => [
  ...checkNames(document, '', document.value.properties),
  ...arraysIn(document.value).flatMap(([array, { items }]) => [
    ...checkItems(document, array, written),
    ...checkNames(document, toPointer(['properties', array, 'items']), items?.properties ?? {}),
  ]),
];

export const checkPart = (document: RawDocument<'part'>): readonly Issue[] =>
  checkNames(document, '', document.value.properties);

const arraysAt = (value: Json, pointer: string): string[] => {
  const properties = valueAt(value, pointer);
  return Object.entries(isJsonObject(properties) ? properties : {}).flatMap(([name, property]) =>
    isJsonObject(property) && property['type'] === 'array' ? [`${pointer}${toPointer([name])}`] : [],
  );
};

/** Places of arrays inside rows: rows own no rows. */
export const nestedArrays = (kind: Kind, value: Json): readonly string[] => {
  if (kind === 'part') return arraysAt(value, '/properties');
  if (kind !== 'record') return [];
  return arraysAt(value, '/properties').flatMap((array) => arraysAt(value, `${array}/items/properties`));
};

/** `written` is the value as it stands in the file, so that a key reported as wrong is not missed as well. */
export const checkRegistry = (document: RawDocument<'registry'>, written: JsonObject): readonly Issue[] =>
  document.value.path === undefined
    ? []
    : ['parent', 'permission']
        .filter((key) => !Object.hasOwn(written, key))
        .map((key) => createIssue('LANGUAGE_KEY_MISSING', document.origin(''), { key }));

/** `$schema`, where it is given, is the way from the file to the JSON Schema of its kind. */
export const checkSchemaKey = (document: RawDocument): readonly Issue[] => {
  const written = document.value.$schema;
  const wanted = relative(dirname(document.file), `schemas/language/${document.kind}.schema.json`);
  if (written === undefined || posix.normalize(written) === wanted) return [];
  const expected = wanted.startsWith('.') ? wanted : `./${wanted}`;
  return [
    createIssue(
      'LANGUAGE_VALUE_INVALID',
      document.origin('/$schema'),
      { key: '$schema', value: written, expected: `'${expected}'` },
      expected,
    ),
  ];
};
