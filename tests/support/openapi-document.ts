/** An OpenAPI document as its readers take it: operations, schemas compiled, references followed. */
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { formats } from '../../engine/fields/formats.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface Media {
  readonly schema: Json;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Json>>;
  readonly content?: Readonly<Record<string, Media>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly Json[];
  readonly parameters?: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, Json>>;
}

const methods = ['get', 'head', 'post', 'put', 'patch', 'delete'] as const;
type Method = (typeof methods)[number];

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

/** One operation and where it is. */
export interface Placed {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
}

export const operationsOf = ({ paths }: OpenApiDocument): readonly Placed[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => (item[method] ? [{ path, method, operation: item[method] }] : [])),
  );

/** What a `$ref` points at, or the value itself. */
export const follow = (document: OpenApiDocument, value: Json): Json => {
  const { $ref } = value as { $ref?: string };
  if ($ref === undefined) return value;
  const [kind = '', name = ''] = $ref.replace('#/components/', '').split('/');
  const found = document.components[kind]?.[name];
  if (!found) throw new Error(`nothing at ${$ref}`);
  return found;
};

const inside = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/components/schemas/', '"document#/$defs/')) as object;

/** Compiles schemas of the document, each once. Unknown keywords and formats are errors. */
export const schemaCompiler = (document: OpenApiDocument): ((schema: Json) => ValidateFunction) => {
  const ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    allErrors: true,
    // Code that runs a few times is not worth making it shorter, nearly half of what compiling costs.
    code: { optimize: false },
    formats: { ...formats, 'time-local': formats.time, int64: true, password: true, binary: true },
    keywords: [
      'x-resource',
      'x-where',
      'x-valid',
      'x-embed',
      'x-asked',
      'x-required-when',
      'x-filled-from',
      'x-begins',
      'x-offered-for',
    ],
  });
  ajv.addSchema({ $id: 'document', $defs: inside(document.components['schemas'] ?? {}) });
  const known = new Map<string, ValidateFunction>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const found = known.get(text) ?? ajv.compile(inside(schema));
    known.set(text, found);
    return found;
  };
};
