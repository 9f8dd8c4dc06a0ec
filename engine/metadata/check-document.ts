/** What a file says by itself but its JSON Schema cannot: names of fields, and keys that another key asks for. */
import { posix } from 'node:path';
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import type { JsonObject } from '../core/json.ts';
import { toPointer } from '../core/json.ts';
import { plainName } from '../core/plain-name.ts';
import type { RawDocument } from './documents.ts';
import { snakeCase } from './property.ts';

const { dirname, relative } = posix;
const fieldName = new RegExp(snakeCase);

export const checkRecord = (document: RawDocument<'record'>): readonly Issue[] =>
  Object.keys(document.value.properties)
    .filter((field) => !fieldName.test(field))
    .map((field) => {
      const right = plainName(field);
      return createIssue(
        'LANGUAGE_FIELD_NAME',
        document.origin(toPointer(['properties', field]), true),
        { field },
        fieldName.test(right) ? right : undefined,
      );
    });

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
