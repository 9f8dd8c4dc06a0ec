/** What records are made from, as the document alone tells of it. */
import type { Json, OpenApiDocument } from '../../support/openapi-document.ts';
import { follow } from '../../support/openapi-document.ts';
import type { FieldShape, RecordShape, TargetShape } from '../../support/records/record-shape.ts';
import { alwaysValid } from '../../support/records/record-shape.ts';

interface BodySchema {
  readonly properties: Readonly<Record<string, Json>>;
  readonly required: readonly string[];
}

/** Of a value that may be empty, or is described apart, the one that is not empty. */
const valueSchema = (document: OpenApiDocument, property: Json): Json => {
  const [first = property] = (property['allOf'] ?? property['anyOf'] ?? []) as readonly Json[];
  const schema = follow(document, first);
  const { enum: codes, type } = schema;
  return {
    ...property,
    ...schema,
    ...(Array.isArray(type) ? { type: type[0] } : {}),
    ...(Array.isArray(codes) ? { enum: codes.filter((code) => code !== null) } : {}),
  };
};

const targetOf = (schema: Json): TargetShape | undefined => {
  const { 'x-resource': name, 'x-where': where = {} } = schema as {
    readonly 'x-resource'?: string;
    readonly 'x-where'?: Readonly<Record<string, readonly unknown[]>>;
  };
  if (name === undefined) return undefined;
  return { name, terms: Object.entries(where).map(([key, values]) => ({ key, value: values[0] })) };
};

/** Of the resources that somebody points at on a day: what makes a row valid on all of them. */
export const validitiesIn = (part: unknown): readonly (readonly [resource: string, always: Json])[] => {
  if (typeof part !== 'object' || part === null) return [];
  const { 'x-resource': resource, 'x-valid': valid } = part as {
    readonly 'x-resource'?: string;
    readonly 'x-valid'?: { readonly from: string; readonly until: string };
  };
  const own =
    resource === undefined || valid === undefined ? [] : [[resource, alwaysValid(valid.from, valid.until)] as const];
  return [...own, ...Object.values(part).flatMap(validitiesIn)];
};

/** Of the body of a POST or PATCH; `files` are the properties that hold files. */
export const shapeOfBody = (
  document: OpenApiDocument,
  name: string,
  body: Json,
  files: ReadonlyMap<Json | undefined, unknown>,
): RecordShape => {
  const { properties, required } = follow(document, body) as unknown as BodySchema;
  const entries = Object.entries(properties).map(([key, property]) => ({
    key,
    property,
    schema: valueSchema(document, property),
    isFile: files.has(property),
  }));
  const isArray = ({ schema, isFile }: (typeof entries)[number]): boolean => schema['type'] === 'array' && !isFile;
  return {
    name,
    fields: entries.flatMap((entry): FieldShape[] =>
      // The id of an owned row names one that is there already.
      isArray(entry) || entry.key === 'id'
        ? []
        : [
            {
              key: entry.key,
              schema: entry.isFile ? entry.property : entry.schema,
              required: required.includes(entry.key),
              preset: undefined,
              target: targetOf(entry.schema),
              isFile: entry.isFile,
              conditioned: false,
            },
          ],
    ),
    arrays: entries.filter(isArray).map(({ key, schema }) => ({
      key,
      least: Number(schema['minItems'] ?? 0),
      most: Number(schema['maxItems'] ?? 20),
      row: shapeOfBody(document, key, schema['items'] as Json, files),
    })),
    apart: [],
    ends: new Set(),
    always: {},
  };
};
