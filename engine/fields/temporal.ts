/** The types of time: a day, a month, a year, an hour of the day (all zone-less) and a moment. */
import type { Property } from '../metadata/property.ts';
import type { Field } from '../model/types.ts';
import { absentDay } from './absent-day.ts';
import type { FieldType } from './contract.ts';
import { formats } from './formats.ts';
import { clockText, isRepeated, writeMoment } from './moment-text.ts';
import { serialOf } from './sheet-serial.ts';

const temporalType = (
  parts: Pick<FieldType, 'name' | 'castType' | 'called' | 'expected' | 'format' | 'widget' | 'sheet'> & {
    typed?: NonNullable<FieldType['typed']>;
    keyword: NonNullable<Property['format']> & keyof typeof formats;
    absentDay?: NonNullable<FieldType['absentDay']>;
    keywords?: FieldType['keywords'];
    pixels: number | ((field: Field) => number);
    sql?: string;
    /** Default 3. */
    share?: number;
  },
): FieldType => ({
  ...parts,
  matches: (property) => property.type === 'string' && property.format === parts.keyword,
  keywords: ['format', 'x-unique', 'x-begins-now', ...(parts.keywords ?? [])],
  sqlType: () => parts.sql ?? parts.castType,
  valueSchema: () => ({ type: 'string', format: parts.keyword }),
  parse: (text) => (formats[parts.keyword](text) ? text : undefined),
  operators: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'in', 'is'],
  cell: () => 'date',
  width: (field) => (typeof parts.pixels === 'number' ? parts.pixels : parts.pixels(field)),
  span: () => parts.share ?? 3,
});

/** The last day of the month `YYYY-MM`. */
const lastDay = (yearMonth: string): string => {
  const [year, number] = yearMonth.split('-').map(Number);
  return new Date(Date.UTC(year ?? 0, number ?? 0, 0)).toISOString().slice(0, 10);
};

/** `03/11/2026`, `11/2026` and `2026` as `2026-11-03`, `2026-11` and `2026`; undefined for any other text, and for no day. */
const isoPart = (word: string): string | undefined => {
  if (!/^((\d{2}\/)?\d{2}\/)?[1-9]\d{3}$/.test(word)) return undefined;
  const iso = word.split('/').reverse().join('-');
  return formats.date(`${iso}${'-01'.repeat((10 - iso.length) / 3)}`) ? iso : undefined;
};

/** DD/MM/YYYY. */
export const date = temporalType({
  name: 'date',
  called: () => 'Data',
  keyword: 'date',
  castType: 'date',
  expected: 'uma data AAAA-MM-DD',
  absentDay,
  pixels: 104,
  format: (value) => String(value).split('-').reverse().join('/'),
  sheet: { format: () => 'dd/mm/yyyy', value: (value) => serialOf(String(value)) },
  typed: (word) => {
    const iso = isoPart(word);
    if (iso === undefined || iso.length === 10) return iso === undefined ? undefined : [`eq.${iso}`];
    return iso.length === 7 ? [`gte.${iso}-01`, `lte.${lastDay(iso)}`] : [`gte.${iso}-01-01`, `lte.${iso}-12-31`];
  },
  widget: () => 'date',
});

/** MM/YYYY; kept as text `AAAA-MM`, which sorts as time does. */
export const month = temporalType({
  name: 'month',
  called: () => 'Mês e ano',
  keyword: 'month',
  castType: 'text',
  sql: 'text collate "C"',
  expected: 'um mês AAAA-MM',
  pixels: 84,
  format: (value) => String(value).split('-').reverse().join('/'),
  // As a spreadsheet takes what is typed so: the first day, of which it shows no more than the month.
  sheet: { format: () => 'mm/yyyy', value: (value) => serialOf(`${String(value)}-01`) },
  typed: (word) => {
    const iso = isoPart(word);
    if (iso === undefined || iso.length === 10) return undefined;
    return iso.length === 7 ? [`eq.${iso}`] : [`gte.${iso}-01`, `lte.${iso}-12`];
  },
  widget: () => 'month',
});

const firstYear = 1000;
const lastYear = 9999;

/** YYYY; a number without separator of thousands. */
export const year: FieldType = {
  name: 'year',
  called: () => 'Ano',
  matches: (property) => property.type === 'integer' && property.format === 'year',
  keywords: ['format', 'minimum', 'maximum', 'x-unique', 'x-begins-now'],
  sqlType: () => 'integer',
  castType: 'integer',
  valueSchema: (field) => ({
    type: 'integer',
    minimum: Math.max(field.minimum ?? firstYear, firstYear),
    maximum: Math.min(field.maximum ?? lastYear, lastYear),
  }),
  parse: (text) => (/^[1-9]\d{3}$/.test(text) ? text : undefined),
  typed: (word) => (/^[1-9]\d{3}$/.test(word) ? [`eq.${word}`] : undefined),
  expected: 'um ano AAAA',
  sheet: { format: () => '0', value: (value) => Number(value) },
  format: (value) => String(value),
  operators: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'in', 'is'],
  cell: () => 'date',
  width: () => 72,
  widget: () => 'year',
  span: () => 3,
};

/** HH:mm. */
export const time = temporalType({
  name: 'time',
  called: () => 'Hora',
  keyword: 'time',
  castType: 'time',
  expected: 'uma hora HH:MM',
  pixels: 72,
  format: (value) => String(value).slice(0, 5),
  sheet: {
    format: () => 'hh:mm',
    value: (value) => Number(String(value).slice(0, 2)) / 24 + Number(String(value).slice(3, 5)) / 1440,
  },
  widget: () => 'time',
});

export const dateTime = temporalType({
  name: 'date-time',
  called: () => 'Data e hora',
  keyword: 'date-time',
  castType: 'timestamptz',
  expected: 'um momento AAAA-MM-DDThh:mm:ss-03:00',
  absentDay,
  keywords: ['x-seconds'],
  pixels: (field) => (field.seconds === true ? 156 : 136),
  // A quarter of a drawer cuts it, and what tells how to type it.
  share: 4,
  format: (value, field, context) => writeMoment(new Date(String(value)), context.timeZone, field.seconds === true),
  sheet: {
    format: (field) => (field.seconds === true ? 'dd/mm/yyyy hh:mm:ss' : 'dd/mm/yyyy hh:mm'),
    // A number could not tell which of two hours is meant.
    value: (value, _field, { timeZone }) => {
      const instant = new Date(String(value));
      return isRepeated(instant, timeZone) ? undefined : serialOf(clockText(instant, timeZone));
    },
  },
  widget: () => 'dateTime',
});
