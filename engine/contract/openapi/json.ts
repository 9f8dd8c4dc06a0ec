/** The small words that every part of the OpenAPI document is written with. */
export type Json = Readonly<Record<string, unknown>>;

export const ref = (kind: 'schemas' | 'parameters' | 'responses' | 'headers', name: string): Json => ({
  $ref: `#/components/${kind}/${name}`,
});

export const jsonBody = (schema: Json): Json => ({ 'application/json': { schema } });

/** JSON Schema of a value that may be empty. */
export const nullable = (schema: Json): Json => ({
  ...schema,
  type: [schema['type'], 'null'].flat(),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});
