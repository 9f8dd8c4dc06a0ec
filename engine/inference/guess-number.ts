import type { Property } from '../metadata/property.ts';
import { filledCells, isMost, readingOf, tryRead } from './read-column.ts';
import type { ReadNumber } from './read-numbers.ts';
import { numberReader } from './read-numbers.ts';
import type { Reading, SheetColumn } from './types.ts';
import { says, speaking } from './words.ts';

/** Of these a value below zero is to be expected, whether or not the sheet has one. */
const signed = new Set(
  'saldo ajuste diferenca variacao resultado estorno latitude longitude acumulado margem'.split(' '),
);

const bounds = (numbers: readonly ReadNumber[], words: readonly string[]): Omit<Property, 'title'> =>
  says(words, signed) || numbers.some(({ value }) => Number(value) < 0) ? {} : { minimum: 0 };

/** The header names something that is counted, and nothing that it is called by. */
const isCounted = (words: readonly string[]): boolean => says(words, speaking.quantity);

const isCode = (texts: readonly string[], words: readonly string[]): boolean => {
  const digits = texts.filter((text) => /^\d+$/.test(text));
  if (digits.length < texts.length * 0.9) return false;
  // A zero in front is no number's.
  if (digits.some((text) => /^0\d/.test(text))) return true;
  if (isCounted(words)) return false;
  if (says(words, speaking.code) && !says(words, speaking.money)) return true;
  // Long figures of one length are names of things, and past 32 bits no number here.
  const long = digits.every((text) => text.length === digits[0]?.length) && (digits[0]?.length ?? 0) >= 7;
  return long || digits.some((text) => Number(text) > 2147483647);
};

/** Whether the number is of the engine's columns: 12 digits before the point, 15 in all, up to 8 decimals. */
const fitsColumn = ({ value, places }: ReadNumber): boolean =>
  places <= 8 && value.replace(/^-|\..*$/g, '').length <= Math.min(12, 15 - places);

/** Integer, decimal, money or percentage; undefined for codes made of digits, which are text. */
export const guessNumber = (column: SheetColumn, words: readonly string[]): Reading | undefined => {
  const texts = filledCells(column);
  const reader = numberReader(texts);
  if (reader === undefined || isCode(texts, words) || says(words, speaking.text)) return undefined;
  const tried = tryRead(column, (text) => {
    const number = reader(text);
    return number !== undefined && fitsColumn(number) ? number.value : undefined;
  });
  const numbers = texts.flatMap((text) => reader(text) ?? []).filter(fitsColumn);
  const percent = numbers.some((number) => number.percent) || column.header.includes('%');
  const currency = numbers.some((number) => number.currency) || column.header.includes('R$');
  if (!isMost(tried, percent || currency || says(words, speaking.money))) return undefined;
  const places = Math.max(...numbers.map((number) => number.places));
  const largest = Math.max(...numbers.map(({ value }) => Math.abs(Number(value))));
  const bound = bounds(numbers, words);

  const called = says(words, speaking.percent);
  if ((percent || (called && !currency && !says(words, speaking.money))) && largest < 1000 && places <= 4)
    return readingOf(
      tried,
      {
        type: 'number',
        format: 'percent',
        ...bound,
        ...(bound.minimum === 0 && largest <= 100 ? { maximum: 100 } : {}),
      },
      {
        said: 'percentual',
        what: percent ? 'com sinal de percentagem ali ou no cabeçalho' : 'menores que 1000',
        named: called,
        strong: percent,
      },
    );
  const priced = says(words, speaking.money) && !isCounted(words);
  if ((currency || priced) && places <= 2)
    return readingOf(
      tried,
      { type: 'number', format: 'money', ...bound },
      {
        said: 'valor em reais',
        what: currency ? 'com R$ ali ou no cabeçalho' : 'com até duas decimais',
        named: priced,
        strong: currency,
      },
    );
  if (places === 0 && largest <= 2147483647)
    return readingOf(
      tried,
      { type: 'integer', ...bound },
      { said: 'número inteiro', what: 'sem decimais', named: isCounted(words) },
    );
  const scale = Math.max(places, 2);
  return readingOf(
    tried,
    { type: 'number', ...bound, ...(scale === 2 ? {} : { 'x-scale': scale }) },
    { said: `número com ${scale} decimais`, what: `com até ${places} decimais`, named: false },
  );
};
