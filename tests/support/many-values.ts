/** Values of which there are as many as one likes, and those that rules ask for: what records that must be taken are made of. */
import { fieldTypes } from '../../engine/fields/index.ts';
import type { Entity, Field, FieldTypeName } from '../../engine/model/types.ts';
import { documentSamples } from './sample-formats.ts';
import { wordOf } from './sample-record.ts';
import { sampleText } from './sample-text.ts';

type Row = Readonly<Record<string, unknown>>;

const day = 24 * 60 * 60 * 1000;

const isoDay = (days: number): string => new Date(Date.UTC(2002, 0, 1) + days * day).toISOString().slice(0, 10);

/** Months since 2002, within the past. */
const isoMonth = (months: number): string => new Date(Date.UTC(2002, months % 280, 1)).toISOString().slice(0, 7);
const clock = (minutes: number): string =>
  new Date(Date.UTC(2002, 0, 1, 1, minutes % 1200)).toISOString().slice(11, 16);

/** Texts of which there are as many as one likes. */
const formatted: Readonly<Record<string, (seed: number) => string>> = {
  ...documentSamples,
  email: (seed) => `pessoa${seed}@exemplo.com.br`,
  uri: (seed) => `https://www.exemplo.com.br/${seed}`,
};

/** Another one for each number, as far as the field has room for that. */
export const textOf = (field: Field, seed: number): string | undefined => {
  if ((field.type !== 'text' && field.type !== 'long-text') || field.codes) return undefined;
  const sample = formatted[field.format ?? '']?.(seed);
  if (sample !== undefined || field.format !== undefined) return sample;
  const { pattern } = fieldTypes[field.type].valueSchema(field);
  // The last letters tell one from another.
  if (typeof pattern !== 'string')
    return wordOf(seed)
      .slice(-(field.maxLength ?? 8))
      .padEnd(field.minLength ?? 0, 'x');
  // As many of a kind as one likes are eight: of one there are too few for a key.
  return sampleText(pattern.replace(/\+\$$/, `{${Math.min(8, field.maxLength ?? 8)}}$`), seed);
};

/** Every record has days of its own, in the order of its fields, long past. */
export const temporal: Partial<Readonly<Record<FieldTypeName, (days: number) => string>>> = {
  date: isoDay,
  month: isoMonth,
  'date-time': (days) => `${isoDay(days)}T12:30:00Z`,
  time: clock,
};

const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'money', 'percent']);

export const leastNumbers = (entity: Entity, values: Row): Row =>
  Object.fromEntries(
    entity.fields.flatMap(({ column, type, minimum }) =>
      numbers.has(type) && column in values ? [[column, minimum ?? 0]] : [],
    ),
  );

const leastYear = (field: Field): number => Number(fieldTypes.year.valueSchema(field)['minimum']);

/** Values of the kinds that rules ask for: the same as beside it, the least there may be, nothing but digits. */
export const otherValues = (entity: Entity, values: Row, field: Field, seed: number): readonly unknown[] => {
  if (temporal[field.type] !== undefined)
    return entity.fields.flatMap((one) =>
      one !== field && one.type === field.type && one.column in values ? [values[one.column]] : [],
    );
  const isYear = field.type === 'year';
  if (isYear || numbers.has(field.type)) {
    const alike = entity.fields.filter(({ type }) => (isYear ? type === 'year' : numbers.has(type)));
    const beside = alike.filter((one) => one !== field);
    const least = isYear ? leastYear(field) : (field.minimum ?? 0);
    return [least, least + 1, ...beside.map(({ column }) => values[column]).filter((value) => value !== undefined)];
  }
  if (field.type !== 'text') return [];
  const lengths = [field.minLength ?? 1, 8, field.maxLength ?? 10];
  return lengths
    .map((length) => String(seed).padStart(length, '1').slice(-length))
    .filter((text) => field.pattern === undefined || new RegExp(field.pattern, 'u').test(text));
};
