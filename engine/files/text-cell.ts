import type { Cell, FileProblem } from './table.ts';
import { emptyCell } from './table.ts';

// What no screen shows and no database of texts keeps: controls other than tab and line ends.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/;

/** A cell of text; one of blanks alone is empty. */
export const textCell = (text: string): Cell => {
  // Most cells begin with a letter: nothing is cut to find out.
  if (text.charCodeAt(0) > 32 || text.trim() !== '') return { kind: 'text', text };
  return emptyCell;
};

export const isFaultyText = (text: string): boolean => controls.test(text) || !text.isWellFormed();

/** What is wrong with a text, whatever file it comes from; undefined where nothing is. */
export const textProblem = (text: string, column: number): FileProblem | undefined =>
  isFaultyText(text) ? { code: 'FILE_CELL_CONTROL', params: { column: column + 1 }, column } : undefined;
