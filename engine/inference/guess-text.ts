import { stripMask } from '../core/mask.ts';
import { guessMask } from './guess-mask.ts';
import { filledCells, readingOf, tryRead } from './read-column.ts';
import type { Reading, SheetColumn } from './types.ts';
import { says, speaking } from './words.ts';

const lengths = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 40, 60, 80, 100, 150, 200, 255, 300, 500, 1000, 2000, 4000];

/** Room for a fifth more than the longest seen, rounded up to a length that people choose. */
const roundUp = (longest: number, fixed: boolean): number => {
  const wanted = fixed ? longest : Math.ceil(longest * 1.2);
  return lengths.find((length) => length >= wanted) ?? Math.ceil(wanted / 1000) * 1000;
};

const sizeOf = (text: string): number => [...text].length;

/** Whether the values are of a form that is no accident: three at least, or codes by their header. */
const isForm = (texts: readonly string[], words: readonly string[], mask: string): boolean => {
  const distinct = new Set(texts).size;
  const code = says(words, speaking.code);
  // One character, or spaces between: only where the values differ much.
  if (mask.length === 1) return false;
  if (/^#+$/.test(mask)) return distinct >= 2 || code;
  if (/^A+$/.test(mask)) return distinct >= 4;
  if (mask.includes('X') && !code) return distinct >= 8;
  return distinct >= 3 || (code && distinct >= 2);
};

/** Text, which takes everything: with a mask where all values follow one, else with a length. */
export const guessText = (column: SheetColumn, words: readonly string[]): Reading => {
  const texts = filledCells(column);
  const whole = tryRead(column, (text) => text);
  const kept = { ...whole, cells: column.cells, misfits: [], fitting: texts.length, of: texts.length };
  if (texts.length === 0)
    return readingOf(
      kept,
      { type: 'string', maxLength: 60 },
      { said: 'texto', what: 'na coluna, que está vazia', named: false },
    );
  const longest = Math.max(...texts.map(sizeOf));
  if (longest > 200 || texts.some((text) => text.includes('\n')))
    return readingOf(
      kept,
      { type: 'string', format: 'multiline', maxLength: Math.max(1000, roundUp(longest, false)) },
      { said: 'texto longo', what: `de até ${longest} caracteres`, named: false },
    );
  const mask = guessMask(texts);
  if (mask !== undefined && isForm(texts, words, mask))
    return readingOf(
      { ...kept, cells: column.cells.map((cell) => stripMask(mask, cell)) },
      { type: 'string', 'x-mask': mask },
      { said: `texto com máscara ${mask}`, what: 'da mesma forma', named: says(words, speaking.code) },
    );
  const fixed = texts.every((text) => sizeOf(text) === longest) && longest <= 6;
  return readingOf(
    kept,
    { type: 'string', maxLength: roundUp(longest, fixed) },
    { said: 'texto', what: `de até ${longest} caracteres`, named: says(words, speaking.open) },
  );
};
