/** The types of numbers: whole, decimal, money and percentage share everything but their SQL type and how they are written. */
import { commonStep } from '../core/decimal.ts';
import type { Field } from '../model/types.ts';
import type { FieldType } from './contract.ts';
import { leastPlaces, plainNumber } from './number-text.ts';

/** The field's own bounds, within those of its column. */
const bounds = (field: Field, least: number, most: number): Record<string, unknown> => ({
  minimum: Math.max(field.minimum ?? least, least),
  maximum: Math.min(field.maximum ?? most, most),
});

/** Largest number of that many digits and decimals; a binary fraction holds 15 digits in all. */
const largest = (digits: number, scale: number): number =>
  Number(`${'9'.repeat(digits)}.${'9'.repeat(Math.min(scale, 15 - digits))}`);

/** The field's own step, within the places of its column: PostgreSQL would round a value that has more. */
const step = (value: number | undefined, scale: number): { readonly multipleOf: number } => {
  const place = Number(`1e-${scale}`);
  return { multipleOf: value === undefined ? place : commonStep(value, place) };
};

const wholeText = (text: string): string | undefined =>
  /^[+-]?\d{1,10}$/.test(text) && Number(text) >= -2147483648 && Number(text) <= 2147483647 ? text : undefined;

/** Decimal text without exponent; the integer part has at most `digits` digits. PostgreSQL reads some 16,000 decimals. */
const decimalText = (text: string, digits: number): string | undefined => {
  const match = /^[+-]?0*(\d*)(?:\.\d{0,1000})?$/.exec(text);
  return match && /\d/.test(text) && (match[1] ?? '').length <= digits ? text : undefined;
};

/** The one currency of the product (document 1 section 9). */
export const currency = 'BRL';

const formatter = (scale: number, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  new Intl.NumberFormat('pt-BR', {
    minimumFractionDigits: leastPlaces(scale),
    maximumFractionDigits: scale,
    ...options,
  });
/** Of a percentage no more decimal places are written than it has. */
const kinds = {
  number: {},
  money: { style: 'currency', currency },
  percent: { minimumFractionDigits: 0 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;
const formatters = new Map<string, Intl.NumberFormat>();
const write = (kind: keyof typeof kinds, scale: number, value: unknown): string => {
  const key = `${kind}${scale}`;
  let found = formatters.get(key);
  if (!found) {
    found = formatter(scale, kinds[kind]);
    formatters.set(key, found);
  }
  return found.format(Number(value));
};

/** The bounds that the file gives, in words. */
const within = ({ minimum, maximum }: Field): string => {
  const [least, most] = [minimum, maximum].map((bound) => bound?.toLocaleString('pt-BR'));
  if (least !== undefined && most !== undefined) return ` de ${least} a ${most}`;
  if (least !== undefined) return ` a partir de ${least}`;
  return most === undefined ? '' : ` até ${most}`;
};

const numberType = (
  parts: Pick<FieldType, 'name' | 'matches' | 'sqlType' | 'castType' | 'format' | 'expected' | 'widget' | 'written'> & {
    sheet: (field: Field) => string;
    word: string;
    /** Keywords that not every number takes. */
    own: FieldType['keywords'];
    digits: number;
    whole?: boolean;
    scale: (field: Field) => number;
  },
): FieldType => ({
  ...parts,
  sheet: { format: parts.sheet, value: (value) => (Number.isFinite(Number(value)) ? Number(value) : undefined) },
  typed: (word) => {
    const plain = plainNumber(word) ?? '';
    const text = parts.whole ? wholeText(plain) : decimalText(plain, parts.digits);
    return text === undefined ? undefined : [`eq.${text}`];
  },
  called: (field) => `${parts.word}${within(field)}`,
  keywords: ['format', 'minimum', 'maximum', 'multipleOf', 'x-unique', ...parts.own],
  valueSchema: (field) =>
    parts.whole
      ? {
          type: 'integer',
          ...bounds(field, -2147483648, 2147483647),
          ...(field.multipleOf === undefined ? {} : step(field.multipleOf, 0)),
        }
      : {
          type: 'number',
          ...bounds(field, -largest(parts.digits, parts.scale(field)), largest(parts.digits, parts.scale(field))),
          ...step(field.multipleOf, parts.scale(field)),
        },
  parse: (text) => (parts.whole ? wholeText(text) : decimalText(text, parts.digits)),
  operators: ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'in', 'is'],
  cell: () => 'number',
  width: () => (parts.whole ? 96 : 132),
  span: () => 3,
});

const scaleOf = (field: Field): number => field.scale ?? 2;

/** `#,##0.00##`: of four decimal places two at least. */
const sheetNumber = (scale: number): string =>
  scale === 0 ? '#,##0' : `#,##0.${'0'.repeat(leastPlaces(scale))}${'#'.repeat(scale - leastPlaces(scale))}`;

export const integer = numberType({
  name: 'integer',
  word: 'Número inteiro',
  matches: (property) => property.type === 'integer' && property.format === undefined,
  whole: true,
  own: ['x-sequence'],
  digits: 10,
  scale: () => 0,
  sqlType: () => 'integer',
  castType: 'integer',
  expected: 'um número inteiro',
  sheet: () => sheetNumber(0),
  format: (value) => write('number', 0, value),
  widget: () => 'number',
});

export const decimal = numberType({
  name: 'decimal',
  word: 'Número',
  matches: (property) => property.type === 'number' && property.format === undefined,
  own: ['x-scale'],
  digits: 12,
  scale: scaleOf,
  sqlType: (field) => `numeric(${12 + scaleOf(field)},${scaleOf(field)})`,
  castType: 'numeric',
  expected: 'um número',
  sheet: (field) => sheetNumber(scaleOf(field)),
  written: 'um número com ponto decimal, sem separador de milhar: 1200.5',
  format: (value, field) => write('number', scaleOf(field), value),
  widget: () => 'number',
});

/** BRL, two decimals. */
export const money = numberType({
  name: 'money',
  word: 'Valor em reais',
  matches: (property) => property.type === 'number' && property.format === 'money',
  own: [],
  digits: 12,
  scale: () => 2,
  sqlType: () => 'numeric(14,2)',
  castType: 'numeric',
  expected: 'um valor em reais',
  sheet: () => `[$R$-416]\\ ${sheetNumber(2)};-[$R$-416]\\ ${sheetNumber(2)}`,
  written: 'um valor em reais com ponto decimal, sem separador de milhar: 200.50',
  format: (value) => write('money', 2, value),
  widget: () => 'money',
});

/** As shown: 100 is 100 %. Four decimals are kept unless `x-scale` says otherwise. */
export const percent = numberType({
  name: 'percent',
  word: 'Percentual',
  matches: (property) => property.type === 'number' && property.format === 'percent',
  own: ['x-scale'],
  digits: 3,
  scale: (field) => field.scale ?? 4,
  sqlType: (field) => `numeric(${3 + (field.scale ?? 4)},${field.scale ?? 4})`,
  castType: 'numeric',
  expected: 'uma percentagem',
  // The sign as a text: a spreadsheet's own percentages are hundredths, and 100 is to stay 100.
  sheet: () => 'General" %"',
  written: 'uma percentagem com ponto decimal, sem o sinal: 12.5',
  format: (value, field) => `${write('percent', field.scale ?? 4, value)} %`,
  widget: () => 'percent',
});
