/** A record as an example: good values for the fields that a caller must write. In: the schema of the body. Out: JSON. */
import type { Json } from './json.ts';

/** Good values of the formats, by name. */
const formatSamples: Readonly<Record<string, string>> = {
  date: '2026-03-31',
  'time-local': '08:30',
  'date-time': '2026-03-31T08:30:00-03:00',
  month: '2026-03',
  uuid: '3f0c9a52-7d4e-4b1a-9c55-0f5d2c1b7a90',
  email: 'contato@exemplo.com.br',
  uri: 'https://www.exemplo.com.br',
  cpf: '52998224725',
  cnpj: '11222333000181',
  'cpf-cnpj': '52998224725',
  cns: '700500810000008',
  pis: '12012345672',
  cep: '30140071',
  phone: '3133334444',
};

/** Texts that fit most patterns: as many digits, letters, or both, as the pattern asks. */
const texts = (least: number, most: number): readonly string[] => [
  'Exemplo'.padEnd(least, ' exemplo').slice(0, most),
  ...Array.from({ length: 20 }, (_, index) => '1234567890'.repeat(2).slice(0, index + 1)),
  ...Array.from({ length: 12 }, (_, index) => 'ABCDEFGHIJKL'.slice(0, index + 1)),
  'A00',
  'ABC1234',
  'exemplo',
];

const sampleText = (schema: Json): string | undefined => {
  const given = (schema['examples'] ?? []) as readonly string[];
  const known = formatSamples[String(schema['format'])];
  if (known !== undefined) return known;
  const least = Number(schema['minLength'] ?? 0);
  const most = Number(schema['maxLength'] ?? 200);
  const pattern = schema['pattern'] === undefined ? undefined : new RegExp(String(schema['pattern']), 'u');
  return [...given, ...texts(least, most)].find(
    (text) => text.length >= least && text.length <= most && (pattern === undefined || pattern.test(text)),
  );
};

const sampleNumber = (schema: Json): number => {
  const least = Number(schema['minimum'] ?? 0);
  const step = Number(schema['multipleOf'] ?? 1);
  const wanted = Math.max(least, Math.min(10, Number(schema['maximum'] ?? 10)));
  // Steps below one are decimal places, which a whole number always has.
  return step > 1 ? Math.ceil(wanted / step) * step : Math.ceil(wanted);
};

type Schemas = Readonly<Record<string, Json>>;

/** What a list of values, or an alternative of null, comes down to. */
const resolved = (schema: Json, schemas: Schemas): Json => {
  const [first] = (schema['allOf'] ?? schema['anyOf'] ?? []) as readonly Json[];
  if (first) return { ...schema, ...resolved(first, schemas) };
  const { $ref } = schema as { $ref?: string };
  return $ref === undefined ? schema : (schemas[$ref.replace('#/components/schemas/', '')] ?? {});
};

/** A good value; undefined where none is known. */
const sampleValue = (schema: Json, schemas: Schemas): unknown => {
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'boolean':
      return true;
    case 'integer':
    case 'number':
      return schema['x-resource'] === undefined ? sampleNumber(schema) : 1;
    case 'array':
      return schema['items'] === undefined
        ? undefined
        : Array<unknown>(Number(schema['minItems'] ?? 1)).fill(sampleRecord(schema['items'] as Json, schemas));
    default:
      return sampleText(schema);
  }
};

/** The required fields of a body, each with a good value; undefined where one has none. `schemas` are what it points at. */
export const sampleRecord = (schema: Json, schemas: Schemas): Json | undefined => {
  const properties = schema['properties'] as Readonly<Record<string, Json>>;
  // A row in the body of a change is complete where it is new.
  const { required: ofNew = [] } = (schema['else'] ?? {}) as { readonly required?: readonly string[] };
  // What a relation would bring the sample says itself: which record that would be nobody knows.
  const filled = Object.entries(properties).flatMap(([name, property]) =>
    (property['x-filled-from'] ?? property['x-begins']) !== undefined && property['x-required-when'] !== undefined
      ? [name]
      : [],
  );
  const required = [...(schema['required'] as readonly string[]), ...ofNew, ...filled];
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  const pairs = names.map((name) => [name, sampleValue(resolved(properties[name] ?? {}, schemas), schemas)] as const);
  return pairs.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(pairs);
};
