/**
 * Every function and operator of the language, one row each: what it takes, what it gives, how it is run. A function of
 * which an argument is null gives null, unless it says that it takes them.
 */
import { dayInZone } from '../core/day-in-zone.ts';
import { addDays, addMonths, dayParts, daysBetween, monthsBetween, yearsBetween } from './calendar.ts';
import { add, divide, multiply, remainder, round, subtract } from './exact.ts';
import type { ValueType } from './types.ts';

/** A value while an expression is evaluated; a list of rows or of plain values. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly row: Readonly<Record<string, unknown>> };

/** What is the same for all that is evaluated together. */
export interface Moment {
  /** `AAAA-MM-DD` in the zone of the installation. */
  readonly today: string;
  /** IANA name of that zone: it says on which day a moment falls. */
  readonly timeZone: string;
  /** The same moment, in milliseconds of UTC; only where something is set. */
  readonly now?: number;
  /** Id of the user who asks for a transition; absent: nobody does, as in what the product does by itself. */
  readonly caller?: number;
}

type Kind = ValueType['kind'];

/** What an argument may be: one of the kinds, or with `same` whatever those before it are. */
export type Parameter = readonly Kind[] | 'any' | 'same';

interface FunctionRow {
  readonly takes: readonly Parameter[];
  /** A kind, or that of the arguments together; `user`: a relation to the entity of the logins. */
  readonly gives: Exclude<Kind, 'list' | 'row' | 'relation'> | 'arguments' | 'items' | 'user';
  readonly run: (args: readonly Value[], moment: Moment) => Value;
  /** Runs also where an argument is null. */
  readonly total?: true;
}

const text: Parameter = ['text'];
const whole: Parameter = ['integer'];
const numeric: Parameter = ['integer', 'decimal'];
const day: Parameter = ['date'];

const ofTexts =
  (run: (a: string, b: string) => Value) =>
  ([a, b]: readonly Value[]): Value =>
    run(String(a), String(b));
const ofNumbers =
  (run: (a: number, b: number) => Value) =>
  ([a, b]: readonly Value[]): Value =>
    run(Number(a), Number(b));
const ofDayAndNumber =
  (run: (a: string, b: number) => Value) =>
  ([a, b]: readonly Value[]): Value =>
    run(String(a), Number(b));

const isEmpty = (value: Value | undefined): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const whole64 = (value: number | null): number | null => (value === null || Number.isSafeInteger(value) ? value : null);

const sum = (items: readonly Value[]): Value =>
  items.reduce<number | null>(
    (total, item) => (total === null || typeof item !== 'number' ? total : add(total, item)),
    0,
  );

/** Of a list of numbers without the empty ones; null where none is left. */
const ofItems =
  (run: (...items: readonly number[]) => number) =>
  ([list]: readonly Value[]): Value => {
    const items = (Array.isArray(list) ? list : []).filter((item) => typeof item === 'number');
    return items.length === 0 ? null : items.reduce((a, b) => run(a, b));
  };

/** Of years that no day is written with there is none. */
const asDay = (text: string): Value => (dayParts(text) ? text : null);

const dayPart =
  (part: 'year' | 'month' | 'day') =>
  ([value]: readonly Value[]): Value =>
    dayParts(String(value))?.[part] ?? null;

export const functions = {
  empty: {
    takes: ['any'],
    gives: 'boolean',
    total: true,
    run: ([value]) => isEmpty(value),
  },
  coalesce: {
    takes: ['any', 'same'],
    gives: 'arguments',
    total: true,
    run: ([a, b]) => (isEmpty(a) ? (b ?? null) : (a ?? null)),
  },
  today: { takes: [], gives: 'date', run: (_, { today }) => today },
  now: { takes: [], gives: 'moment', run: (_, { now }) => now ?? null },
  caller: { takes: [], gives: 'user', run: (_, { caller }) => caller ?? null },
  dayOf: {
    takes: [['moment']],
    gives: 'date',
    run: ([value], { timeZone }) => asDay(dayInZone(timeZone, new Date(Number(value)))),
  },
  date: {
    takes: [text],
    gives: 'date',
    run: ([value]) => asDay(String(value)),
  },
  daysBetween: {
    takes: [day, day],
    gives: 'integer',
    run: ofTexts(daysBetween),
  },
  monthsBetween: {
    takes: [day, day],
    gives: 'integer',
    run: ofTexts(monthsBetween),
  },
  yearsBetween: {
    takes: [day, day],
    gives: 'integer',
    run: ofTexts(yearsBetween),
  },
  addDays: { takes: [day, whole], gives: 'date', run: ofDayAndNumber(addDays) },
  addMonths: {
    takes: [day, whole],
    gives: 'date',
    run: ofDayAndNumber(addMonths),
  },
  addYears: {
    takes: [day, whole],
    gives: 'date',
    run: ofDayAndNumber((from, count) => addMonths(from, count * 12)),
  },
  yearMonth: { takes: [day], gives: 'month', run: ([value]) => String(value).slice(0, 7) },
  year: { takes: [day], gives: 'integer', run: dayPart('year') },
  month: { takes: [day], gives: 'integer', run: dayPart('month') },
  day: { takes: [day], gives: 'integer', run: dayPart('day') },
  size: {
    takes: [['text', 'list']],
    gives: 'integer',
    run: ([value]) => (Array.isArray(value) ? value.length : [...String(value)].length),
  },
  sum: {
    takes: [['list']],
    gives: 'items',
    run: ([list]) => (Array.isArray(list) ? sum(list) : 0),
  },
  greatest: { takes: [['list']], gives: 'items', run: ofItems(Math.max) },
  least: { takes: [['list']], gives: 'items', run: ofItems(Math.min) },
  min: { takes: [numeric, numeric], gives: 'arguments', run: ofNumbers(Math.min) },
  max: { takes: [numeric, numeric], gives: 'arguments', run: ofNumbers(Math.max) },
  abs: { takes: [numeric], gives: 'arguments', run: ([value]) => Math.abs(Number(value)) },
  round: {
    takes: [numeric, whole],
    gives: 'decimal',
    run: ofNumbers(round),
  },
  floor: {
    takes: [numeric],
    gives: 'integer',
    run: ([value]) => whole64(Math.floor(Number(value))),
  },
  ceil: {
    takes: [numeric],
    gives: 'integer',
    run: ([value]) => whole64(Math.ceil(Number(value)) + 0),
  },
  startsWith: {
    takes: [text, text],
    gives: 'boolean',
    run: ofTexts((a, b) => a.startsWith(b)),
  },
  endsWith: {
    takes: [text, text],
    gives: 'boolean',
    run: ofTexts((a, b) => a.endsWith(b)),
  },
  contains: {
    takes: [text, text],
    gives: 'boolean',
    run: ofTexts((a, b) => a.includes(b)),
  },
  substring: {
    takes: [text, whole, whole],
    gives: 'text',
    run: ([value, from, to]) => [...String(value)].slice(Math.max(0, Number(from)), Math.max(0, Number(to))).join(''),
  },
  upper: {
    takes: [text],
    gives: 'text',
    run: ([value]) => String(value).toLocaleUpperCase('pt-BR'),
  },
  lower: {
    takes: [text],
    gives: 'text',
    run: ([value]) => String(value).toLocaleLowerCase('pt-BR'),
  },
  trim: { takes: [text], gives: 'text', run: ([value]) => String(value).trim() },
  digits: {
    takes: [text],
    gives: 'text',
    run: ([value]) => String(value).replace(/\D/g, ''),
  },
  string: { takes: [whole], gives: 'text', run: ([value]) => String(value) },
} as const satisfies Readonly<Record<string, FunctionRow>>;

export type FunctionName = keyof typeof functions;
export const isFunction = (name: string): name is FunctionName => Object.hasOwn(functions, name);
export const functionRow = (name: FunctionName): FunctionRow => functions[name];

const compare = (a: Value, b: Value): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return a === b ? 0 : String(a) < String(b) ? -1 : 1;
};

/** Operators by the name that the checker gives them; those of logic are the evaluator's, for they need not both sides. */
export const operators = {
  '<': ([a = null, b = null]) => compare(a, b) < 0,
  '<=': ([a = null, b = null]) => compare(a, b) <= 0,
  '>': ([a = null, b = null]) => compare(a, b) > 0,
  '>=': ([a = null, b = null]) => compare(a, b) >= 0,
  '+': ofNumbers(add),
  '-': ofNumbers(subtract),
  '*': ofNumbers(multiply),
  '/': ofNumbers(divide),
  '%': ofNumbers(remainder),
  negate: ([value]) => 0 - Number(value),
  join: ofTexts((a, b) => a + b),
} as const satisfies Readonly<Record<string, (args: readonly Value[]) => Value>>;

type OperatorName = keyof typeof operators;
export const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name);
