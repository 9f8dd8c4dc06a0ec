/** A record of any registry with a value in each field, another one for each number, so that no value stands for two fields. */
import { fieldTypes } from '../../engine/fields/index.ts';
import { writableChildren, writableFields } from '../../engine/fields/record-schema.ts';
import type { Entity, Field } from '../../engine/model/types.ts';
import { sampleText } from './sample-text.ts';

const formatSamples: Readonly<Record<string, readonly string[]>> = {
  email: ['um@exemplo.com.br', 'dois@exemplo.com.br'],
  uri: ['https://www.exemplo.com.br', 'https://www.exemplo.org.br'],
  cpf: ['52998224725', '11144477735'],
  cnpj: ['11222333000181', '11444777000161'],
  'cpf-cnpj': ['52998224725', '11144477735'],
  cns: ['700500810000008', '898001160660761'],
  pis: ['12012345672', '12345678919'],
  cep: ['30140071', '30140072'],
  phone: ['3133334444', '3133335555'],
};

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** A word of its own for each number. */
export const wordOf = (seed: number): string => {
  let rest = seed + 26 * 26 * 26;
  let word = '';
  for (; rest > 0; rest = Math.floor(rest / 26)) word = `${letters[rest % 26]}${word}`;
  return word;
};

/** A later one for a larger number. */
const dayOf = (seed: number): string => new Date(Date.UTC(2026, 0, 1 + seed)).toISOString().slice(0, 10);

const numberOf = (field: Field, seed: number): number => {
  const step = field.multipleOf ?? 1;
  const least = Math.ceil(Math.max(field.minimum ?? 1, 0) / step) * step;
  const most = Math.min(field.maximum ?? 9999, 9999);
  return least + (seed % (Math.floor((most - least) / step) + 1)) * step;
};

/** A good value; undefined where there can be none. `idOf` gives a record to point at. */
export const sampleValue = (field: Field, seed: number, idOf: (entity: string) => number | undefined): unknown => {
  if (field.codes) return field.codes[seed % field.codes.length];
  switch (field.type) {
    case 'relation':
      return idOf(field.relation?.entity ?? '');
    case 'attachment':
      return undefined;
    case 'boolean':
      return seed % 2 === 0;
    case 'integer':
    case 'decimal':
    case 'money':
    case 'percent':
      return numberOf(field, seed);
    case 'year':
      return 1990 + (seed % 30);
    case 'date':
      return dayOf(seed);
    case 'date-time':
      return `${dayOf(seed)}T08:30:00Z`;
    case 'month':
      return dayOf(31 * seed).slice(0, 7);
    case 'time':
      return '08:30';
    default: {
      const samples = field.format === undefined ? undefined : formatSamples[field.format];
      if (samples) return samples[seed % samples.length];
      const { pattern } = fieldTypes[field.type].valueSchema(field);
      if (typeof pattern === 'string') return sampleText(pattern, seed);
      return wordOf(seed)
        .padEnd(field.minLength ?? 0, 'x')
        .slice(0, field.maxLength);
    }
  }
};

export const sampleRecord = (
  entity: Entity,
  seed: number,
  idOf: (entity: string) => number | undefined,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries([
    ...writableFields(entity).flatMap((field, index) => {
      const value = sampleValue(field, seed + index, idOf);
      return value === undefined ? [] : [[field.column, value]];
    }),
    ...writableChildren(entity).map((child, index) => [
      child.name,
      [sampleRecord(child.entity, seed + 100 * (index + 1), idOf)],
    ]),
  ]);
