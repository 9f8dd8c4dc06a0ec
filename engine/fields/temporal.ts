/** The types of time: a day, a month, an hour of the day (all zone-less) and a moment. */
import type { Property } from '../metadata/property.ts';
import type { FieldType } from './contract.ts';
import { formats } from './formats.ts';

const temporalType = (
  parts: Pick<FieldType, 'name' | 'castType' | 'expected' | 'format' | 'widget'> & {
    keyword: NonNullable<Property['format']> & keyof typeof formats;
    pixels: number;
    sql?: string;
  },
): FieldType => ({
  ...parts,
  matches: (property) => property.type === 'string' && property.format === parts.keyword,
  keywords: ['format', 'x-unique'],
  sqlType: () => parts.sql ?? parts.castType,
  valueSchema: () => ({ type: 'string', format: parts.keyword }),
  parse: (text) => (formats[parts.keyword](text) ? text : undefined),
  operators: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'in', 'is'],
  cell: () => 'date',
  width: () => parts.pixels,
  span: () => 3,
});

/** DD/MM/YYYY. */
export const date = temporalType({
  name: 'date',
  keyword: 'date',
  castType: 'date',
  expected: 'uma data AAAA-MM-DD',
  pixels: 104,
  format: (value) => String(value).split('-').reverse().join('/'),
  widget: () => 'date',
});

/** MM/YYYY; kept as text `AAAA-MM`, which sorts as time does. */
export const month = temporalType({
  name: 'month',
  keyword: 'month',
  castType: 'text',
  sql: 'text collate "C"',
  expected: 'um mês AAAA-MM',
  pixels: 84,
  format: (value) => String(value).split('-').reverse().join('/'),
  widget: () => 'month',
});

/** HH:mm. */
export const time = temporalType({
  name: 'time',
  keyword: 'time',
  castType: 'time',
  expected: 'uma hora HH:MM',
  pixels: 72,
  format: (value) => String(value).slice(0, 5),
  widget: () => 'time',
});

const moments = new Map<string, Intl.DateTimeFormat>();
/** DD/MM/YYYY HH:mm in the zone of the installation. */
const writeMoment = (value: unknown, timeZone: string): string => {
  let formatter = moments.get(timeZone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('pt-BR', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
    });
    moments.set(timeZone, formatter);
  }
  return formatter.format(new Date(String(value))).replace(',', '');
};

export const dateTime = temporalType({
  name: 'date-time',
  keyword: 'date-time',
  castType: 'timestamptz',
  expected: 'um momento AAAA-MM-DDThh:mm:ss-03:00',
  pixels: 136,
  format: (value, _field, context) => writeMoment(value, context.timeZone),
  widget: () => 'dateTime',
});
