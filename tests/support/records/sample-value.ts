/** Values that a JSON Schema accepts, as many as one likes, and those that rules ask for. */
import { drawCnpj, drawCns, drawCpf, drawPis } from '../../../engine/data/samples/check-digits.ts';
import type { FieldShape, RecordShape, Row } from './record-shape.ts';
import { Choices, sampleText } from './sample-text.ts';

const day = 24 * 60 * 60 * 1000;
const isoDay = (days: number): string => new Date(Date.UTC(2002, 0, 1) + days * day).toISOString().slice(0, 10);
const clock = (minutes: number): string =>
  new Date(Date.UTC(2002, 0, 1, 1, minutes % 1200)).toISOString().slice(11, 16);

/** Long past. */
const temporal: Readonly<Record<string, (days: number) => string>> = {
  date: isoDay,
  month: (months) => new Date(Date.UTC(2002, months % 280, 1)).toISOString().slice(0, 7),
  'date-time': (days) => `${isoDay(days)}T12:30:00Z`,
  time: clock,
  'time-local': clock,
};

const formatted: Readonly<Record<string, (seed: number) => string>> = {
  cpf: (seed) => drawCpf(new Choices(seed)),
  cnpj: (seed) => drawCnpj(new Choices(seed)),
  cns: (seed) => drawCns(new Choices(seed)),
  pis: (seed) => drawPis(new Choices(seed)),
  'cpf-cnpj': (seed) => drawCpf(new Choices(seed)),
  cep: (seed) => String(30_000_000 + seed),
  phone: (seed) => `31${30_000_000 + seed}`,
  email: (seed) => `pessoa${seed}@exemplo.com.br`,
  uri: (seed) => `https://www.exemplo.com.br/${seed}`,
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** A word of its own for each number; the last letters tell one from another. */
const wordOf = (seed: number): string => {
  let rest = seed + 26 ** 3;
  let word = '';
  for (; rest > 0; rest = Math.floor(rest / 26)) word = `${letters[rest % 26]}${word}`;
  return word;
};

const textOf = ({ pattern, minLength = 0, maxLength = 8 }: Row, seed: number): string => {
  if (typeof pattern !== 'string') return wordOf(seed).slice(-Number(maxLength)).padEnd(Number(minLength), 'x');
  // As many of a kind as one likes are eight: of one there are too few for a key.
  return sampleText(pattern.replace(/\+\$$/, `{${Math.min(8, Number(maxLength))}}$`), seed);
};

const typeOf = ({ type }: Row): unknown => (Array.isArray(type) ? type[0] : type);

/** Four digits and nothing else. */
const isYear = ({ type, minimum, maximum }: Row): boolean =>
  type === 'integer' && Number(minimum) >= 1000 && Number(maximum) <= 9999;
const isNumber = (schema: Row): boolean => ['integer', 'number'].includes(String(typeOf(schema))) && !isYear(schema);

const leastOf = ({ minimum = 0 }: Row): number => Math.max(0, Number(minimum));

const numberOf = (schema: Row, seed: number): number => {
  // Of as many decimals as one likes none are needed.
  const step = Math.max(1, Number(schema['multipleOf'] ?? 1));
  const least = Math.ceil(Math.max(leastOf(schema), isYear(schema) ? 1990 : 0) / step) * step;
  const most = Math.min(Number(schema['maximum'] ?? 9999), isYear(schema) ? 2019 : least + 9999 * step);
  return least + (seed % (Math.floor((most - least) / step) + 1)) * step;
};

/** Another one for each number, as far as there is room for that; `days` are later for a later one. */
export const sampleValue = (schema: Row, seed: number, days: number): unknown => {
  const { enum: codes, format } = schema;
  if (Array.isArray(codes)) return codes[seed % codes.length];
  switch (typeOf(schema)) {
    case 'boolean':
      return seed % 2 === 0;
    case 'integer':
    case 'number':
      return numberOf(schema, seed);
    default:
      return temporal[String(format)]?.(days) ?? formatted[String(format)]?.(seed) ?? textOf(schema, seed);
  }
};

/** Each number as small as it may be. */
export const leastNumbers = ({ fields }: RecordShape, values: Row): Row =>
  Object.fromEntries(
    fields.flatMap(({ key, schema, target }) =>
      key in values && target === undefined && isNumber(schema) ? [[key, leastOf(schema)]] : [],
    ),
  );

/** What tells values apart that a rule may weigh against each other. */
const kindOf = (schema: Row): string | undefined => {
  const format = String(schema['format']);
  if (temporal[format] !== undefined) return format;
  if (isYear(schema)) return 'year';
  return isNumber(schema) ? 'number' : undefined;
};

/** The other fields that have a value of the same kind. */
export const alikeBeside = ({ fields }: RecordShape, values: Row, field: FieldShape): readonly FieldShape[] => {
  const kind = kindOf(field.schema);
  return fields.filter(
    (one) =>
      one !== field &&
      one.target === undefined &&
      values[one.key] !== undefined &&
      kind !== undefined &&
      kindOf(one.schema) === kind,
  );
};

/** Values of the kinds that rules ask for: the same as beside it, the least there may be, nothing but digits. */
export const otherValues = (shape: RecordShape, values: Row, field: FieldShape, seed: number): readonly unknown[] => {
  const { schema } = field;
  const beside = alikeBeside(shape, values, field).map(({ key }) => values[key]);
  const kind = kindOf(schema);
  if (kind === 'year' || kind === 'number') return [leastOf(schema), leastOf(schema) + 1, ...beside];
  if (kind !== undefined) return beside;
  if (typeOf(schema) !== 'string' || schema['enum'] !== undefined) return [];
  const { minLength = 1, maxLength = 10, pattern } = schema;
  return [minLength, 8, maxLength]
    .map((length) => String(seed).padStart(Number(length), '1').slice(-Number(length)))
    .filter((text) => typeof pattern !== 'string' || new RegExp(pattern, 'u').test(text));
};
