/**
 * What a cell of a person's file says of a field: what a form would have made of it, typed. In: a cell, a field. Out: a
 * value as the API takes it, or why it is none. What a schema judges (lengths, bounds, check digits) is left to it.
 */

import { maskLength, parseMask } from '../core/mask.ts';
import { parseBoolean } from '../fields/boolean-text.ts';
import { parseDay, parseMoment, parseMonth, parseTime, parseYear } from '../fields/date-text.ts';
import { fieldTypes } from '../fields/index.ts';
import { parseNumber } from '../fields/number-text.ts';
import type { Cell } from '../files/table.ts';

import type { CodeOption, Field, FieldTypeName } from '../model/types.ts';

/** What is read besides the cell. */
export interface ImportReading {
  /** IANA zone of the installation: moments without an offset are of it. */
  readonly timeZone: string;
  /** The day of reading: years of two digits are near it. */
  readonly today: Date;
  /** Of the field's code list. */
  readonly options: readonly CodeOption[];
}

/** Why a cell is no such value. `number`: it is one as spreadsheets count days and hours; `absentDay`: no calendar has it. */
export type UnreadValue =
  | { readonly absentDay: string }
  | { readonly shown: string; readonly expected: string; readonly number?: true };

/** `text`: of a relation, the name that is still to be looked up. */
export type ReadValue = { readonly value: unknown } | { readonly text: string } | UnreadValue;

/** What people write, where the type says it in the words of the API. */
const expectedWords: Partial<Record<FieldTypeName, string>> = {
  date: 'uma data DD/MM/AAAA',
  month: 'um mês MM/AAAA',
  year: 'um ano AAAA',
  time: 'uma hora HH:MM',
  'date-time': 'uma data com hora, DD/MM/AAAA HH:MM',
  boolean: 'Sim ou Não',
};

const formatDigits: Readonly<Record<string, number>> = { cpf: 11, cnpj: 14, cns: 15, pis: 11, cep: 8 };

/** Digits of a value that has always so many; undefined where it may have others. */
const digitsOf = ({ format, mask, minLength, maxLength, pattern }: Field): number | undefined => {
  if (format !== undefined) return formatDigits[format];
  if (mask !== undefined)
    return (parseMask(mask) ?? []).every((part) => 'literal' in part || part.token === '#')
      ? maskLength(mask)
      : undefined;
  const [, count] = /^\^(?:\\d|\[0-9\])\{(\d+)\}\$$/.exec(pattern ?? '') ?? [];
  if (count !== undefined) return Number(count);
  return minLength !== undefined && minLength === maxLength ? maxLength : undefined;
};

/** The text of a cell, as the spreadsheet shows it. */
export const cellText = (cell: Cell): string => {
  switch (cell.kind) {
    case 'empty':
      return '';
    case 'text':
      return cell.text.trim();
    case 'number':
      return cell.value.replace('.', ',');
    case 'boolean':
      return cell.value ? 'Sim' : 'Não';
    case 'date':
      return cell.value.split('-').reverse().join('/');
    case 'moment': {
      const [day = '', time = ''] = cell.value.split('T');
      return `${day.split('-').reverse().join('/')} ${time.slice(0, 8)}`;
    }
    case 'time':
      return cell.value.slice(0, 8);
    case 'list':
      return cell.items.map((item) => (item === undefined ? '' : cellText(item))).join(', ');
    case 'error':
      return cell.text;
  }
};

type Read = (cell: Cell, text: string, field: Field, reading: ImportReading) => unknown;

/** A spreadsheet takes the zeros in front for nothing. */
const readText: Read = (cell, text, field) => {
  if (cell.kind !== 'number') return text;
  const digits = digitsOf(field);
  return digits === undefined || !/^\d+$/.test(cell.value) ? text : cell.value.padStart(digits, '0');
};

const readNumber: Read = (cell, text, field) => {
  if (cell.kind === 'number') {
    const value = Number(cell.value);
    // What is shown as 12,5 % is 0.125 behind it, and 12.5 here.
    return cell.percent === true && field.type === 'percent' ? Number((value * 100).toPrecision(15)) : value;
  }
  return cell.kind === 'text' ? parseNumber(text) : undefined;
};

const isoDay = /^(\d{4}-\d{2}-\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?)?$/;

/** `31.12.2026` and `31-12-2026` are `31/12/2026`. */
const withSlashes = (text: string): string => text.replace(/^(\d{1,2})[.-](\d{1,2})[.-](?=\d)/, '$1/$2/');

const readDay: Read = (cell, text, _field, { today }) => {
  if (cell.kind === 'date') return cell.value;
  if (cell.kind === 'moment') return isoDay.exec(cell.value)?.[1];
  return cell.kind === 'text' ? parseDay(isoDay.exec(text)?.[1] ?? text.replace(/[.-]/g, '/'), today) : undefined;
};

const readMonth: Read = (cell, text, field, reading) => {
  const iso = /^\d{4}-\d{2}$/.exec(text)?.[0];
  if (cell.kind === 'text') return iso ?? parseMonth(text, reading.today);
  return (readDay(cell, text, field, reading) as string | undefined)?.slice(0, 7);
};

const readYear: Read = (cell, text, _field, { today }) => {
  const year = cell.kind === 'text' || cell.kind === 'number' ? parseYear(text, today) : undefined;
  return year === undefined ? undefined : Number(year);
};

/** Fractions of seconds are none of a field of hours; whatever else stands behind an hour may make another one of it. */
const readTime: Read = (cell, text) =>
  cell.kind === 'text' || cell.kind === 'time'
    ? parseTime(text.replace(/^(\d{1,2}:\d{2}:\d{2})[.,]\d+$/, '$1'))
    : undefined;

const withOffset = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/i;

const readMoment: Read = (cell, text, _field, { timeZone, today }) => {
  if (cell.kind !== 'text' && cell.kind !== 'moment' && cell.kind !== 'date') return undefined;
  if (cell.kind === 'text' && withOffset.test(text)) return text;
  const iso = /^(\d{4})-(\d{2})-(\d{2})[T ]([\d:]+)(?:\.\d+)?$/.exec(text);
  return parseMoment(iso ? `${iso[3]}/${iso[2]}/${iso[1]} ${iso[4]}` : text, timeZone, today);
};

const readBoolean: Read = (cell, text) => (cell.kind === 'boolean' ? cell.value : parseBoolean(text));

/** A value of the list, or what it is called. */
const readCode: Read = (cell, text, field, { options }) => {
  const word = text.toLocaleLowerCase('pt-BR');
  const found =
    options.find(({ value }) => value === text) ??
    options.find(({ value, label }) => [value, label].some((one) => one.toLocaleLowerCase('pt-BR') === word));
  if (found) return found.value;
  // `01` that a spreadsheet took for a number.
  const bare =
    cell.kind === 'number' ? options.filter(({ value }) => /^\d+$/.test(value) && Number(value) === Number(text)) : [];
  return bare.length === 1 ? bare[0]?.value : field.codes === undefined ? text : undefined;
};

const readers: Record<Exclude<FieldTypeName, 'relation' | 'attachment'>, Read> = {
  text: readText,
  'long-text': readText,
  integer: readNumber,
  decimal: readNumber,
  money: readNumber,
  percent: readNumber,
  date: readDay,
  month: readMonth,
  year: readYear,
  time: readTime,
  'date-time': readMoment,
  boolean: readBoolean,
  code: readCode,
};

/** Types whose values spreadsheets count: what a cell shows as a day is a number behind it. */
const counted: ReadonlySet<FieldTypeName> = new Set(['date', 'month', 'time', 'date-time']);

/** Whether the number of days was left of a value; CSV has as text what a spreadsheet wrote into it: `46054`, `46054,5`. */
const isSerial = ({ kind }: Cell, text: string, type: FieldTypeName): boolean =>
  counted.has(type) && (kind === 'number' || (kind === 'text' && /^\d{5,7}(?:[.,]\d+)?$/.test(text)));

/** Types whose values stand in no cell. */
export const isImportable = ({ type }: Field): boolean => type !== 'attachment';

export const readImportValue = (cell: Cell, field: Field, reading: ImportReading): ReadValue => {
  const text = cellText(cell);
  if (text === '') return { value: null };
  const { type } = field;
  if (type === 'relation') return { text };
  const value =
    type === 'attachment' || cell.kind === 'error' || cell.kind === 'list'
      ? undefined
      : readers[type](cell, text, field, reading);
  if (value !== undefined) return { value };
  const day = cell.kind === 'text' ? fieldTypes[type].absentDay?.(withSlashes(text)) : undefined;
  if (day !== undefined) return { absentDay: day };
  const { expected, expectedOf } = fieldTypes[type];
  const refused = { shown: text, expected: expectedWords[type] ?? expectedOf?.(field) ?? expected };
  return isSerial(cell, text, type) ? { ...refused, number: true } : refused;
};
