/** Cells copied from a spreadsheet, as values of a form: what the control of each field would have made of the typed text. */

import { parseBoolean } from '../../fields/boolean-text.ts';
import { parseDay, parseMoment, parseMonth, parseTime } from '../../fields/date-text.ts';
import { parseNumber } from '../../fields/number-text.ts';
import type { ChoiceOption } from '../controls/choice-control.tsx';
import { fixedMask, formatMask } from '../controls/masks.ts';

/** Lines and cells of a copied area; undefined where the text is of one cell, which its control pastes itself. */
export const parseCells = (text: string): readonly (readonly string[])[] | undefined => {
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  if (!/[\t\n]/.test(plain)) return undefined;
  const lines: string[][] = [[]];
  // A cell that holds a tab, a line break or a quote comes in quotes, each quote doubled.
  for (const [, quoted, bare, end] of plain.matchAll(/(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/g)) {
    lines.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\n') lines.push([]);
    if (end === '') break;
  }
  return lines;
};

interface FieldUi {
  readonly 'ui:widget'?: unknown;
  /** Computed. */
  readonly 'ui:readonly'?: unknown;
  readonly 'ui:options'?: Readonly<Record<string, unknown>>;
}

type Read = (text: string, options: Readonly<Record<string, unknown>>, timeZone: string) => unknown;

const readNumber: Read = (text) => parseNumber(text) ?? text;

const readers: Readonly<Record<string, Read>> = {
  number: readNumber,
  money: readNumber,
  percent: readNumber,
  year: readNumber,
  date: (text) => parseDay(text) ?? text,
  month: (text) => parseMonth(text) ?? text,
  time: (text) => parseTime(text) ?? text,
  dateTime: (text, _, timeZone) => parseMoment(text, timeZone) ?? text,
  masked: (text, { mask }) => fixedMask(String(mask ?? '')).read(text),
  formatted: (text, { format }) => formatMask(String(format ?? ''))?.read(text) ?? text,
  checkbox: (text) => parseBoolean(text) ?? text,
  select: (text, { options }) => {
    const list = (options ?? []) as readonly ChoiceOption[];
    const word = text.toLowerCase();
    return list.find(({ value, label }) => value.toLowerCase() === word || label.toLowerCase() === word)?.value ?? text;
  },
};

/** A text without meaning is handed over as it is, for the validator to refuse; undefined empties the field. */
export const valueOfCell = (text: string, ui: FieldUi | undefined, timeZone: string): unknown => {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const read = readers[String(ui?.['ui:widget'] ?? '')];
  return read === undefined ? trimmed : read(trimmed, ui?.['ui:options'] ?? {}, timeZone);
};

/** A related record has no name that is surely its own: it is chosen, never pasted. */
export const isPastable = (ui: FieldUi | undefined): boolean =>
  ui?.['ui:widget'] !== 'relation' && ui?.['ui:readonly'] !== true;
