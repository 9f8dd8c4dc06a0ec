import { spreadsheetDecimal } from '../decimal-text.ts';
import type { Cell, FileProblemCode } from '../table.ts';
import { emptyCell } from '../table.ts';
import { textCell, textProblem } from '../text-cell.ts';
import { unescapeText } from './read-shared-texts.ts';
import type { SerialDate } from './serial-date.ts';
import { serialDate, shownDuration } from './serial-date.ts';
import type { NumberKind } from './styles.ts';

/** A cell as the sheet writes it. */
export interface WrittenCell {
  /** `n`, `s`, `str`, `inlineStr`, `b`, `e`, `d`. */
  readonly type: string;
  readonly style: number;
  /** undefined where it has none. */
  readonly value: string | undefined;
  readonly inline: string | undefined;
  readonly formula: boolean;
}

/** What cells mean beyond what they write. */
export interface CellContext {
  /** The text of that number; undefined where the workbook has none. */
  readonly text: (index: number) => string | undefined;
  readonly kinds: readonly NumberKind[];
  readonly from1904: boolean;
}

export type ReadCell = readonly [cell: Cell, problem?: Exclude<FileProblemCode, 'FILE_CELL_SURPLUS'>];

/** As Excel shows them in Portuguese; the file has them in English. */
const faults: Readonly<Record<string, string>> = {
  '#N/A': '#N/D',
  '#NAME?': '#NOME?',
  '#VALUE!': '#VALOR!',
  '#NUM!': '#NÚM!',
  '#NULL!': '#NULO!',
  '#SPILL!': '#DESPEJAR!',
  '#CALC!': '#CALC!',
};

const shown = 100;
const faulty = (text: string, problem: NonNullable<ReadCell[1]>): ReadCell => [
  { kind: 'error', text: text.slice(0, shown) },
  problem,
];

const textValue = (text: string): ReadCell =>
  textProblem(text, 0) === undefined ? [textCell(text)] : [textCell(text), 'FILE_CELL_CONTROL'];

/** `2026-02-28T08:30:00.000Z`, as cells of type `d` have it: a day, a moment or a time. */
const isoValue = (text: string): ReadCell => {
  const form = /^(\d{4}-\d\d-\d\d)?(?:(^|T)(\d\d:\d\d)(:\d\d)?(\.\d{1,9})?)?Z?$/.exec(text);
  const [, day, , clock, seconds = ':00', fraction = ''] = form ?? [];
  if (day !== undefined && !isDay(day)) return faulty(text, 'FILE_CELL_DATE');
  if (clock !== undefined && !/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(clock + seconds))
    return faulty(text, 'FILE_CELL_DATE');
  const thousandths = fraction.slice(0, 4).replace(/0+$/, '');
  const time = `${clock}${seconds}${thousandths.length > 1 ? thousandths.padEnd(4, '0') : ''}`;
  if (day !== undefined)
    return [clock === undefined ? { kind: 'date', value: day } : { kind: 'moment', value: `${day}T${time}` }];
  return clock === undefined ? faulty(text, 'FILE_CELL_DATE') : [{ kind: 'time', value: time }];
};

const isDay = (text: string): boolean => {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && !text.startsWith('0000');
};

const numberValue = (text: string, kind: NumberKind, from1904: boolean): ReadCell => {
  const exact = spreadsheetDecimal(text);
  if (exact === undefined) return faulty(text, 'FILE_CELL_NUMBER');
  if (kind === 'number') return [{ kind, value: exact }];
  if (kind === 'percent') return [{ kind: 'number', value: exact, percent: true }];
  const date: SerialDate = serialDate(Number(exact), kind, from1904);
  if (date === 'FILE_CELL_DURATION') return faulty(shownDuration(Number(exact)), date);
  return date === 'FILE_CELL_DATE' ? faulty(exact, date) : [date];
};

/**
 * What a cell of a sheet holds, and what is wrong with it. A formula is the value that was last worked out; where there is
 * none, nobody here works it out. undefined where it names a text that the workbook has not.
 */
export const cellValue = (written: WrittenCell, { text, kinds, from1904 }: CellContext): ReadCell | undefined => {
  const { type, style, value, inline, formula } = written;
  if (type === 'inlineStr') return textValue(unescapeText(inline ?? value ?? ''));
  if (value === undefined || (value === '' && type !== 'str'))
    return formula
      ? faulty('', 'FILE_CELL_FORMULA')
      : inline === undefined
        ? [emptyCell]
        : textValue(unescapeText(inline));
  if (type === 's') {
    const found = /^\d+$/.test(value) ? text(Number(value)) : undefined;
    return found === undefined ? undefined : textValue(found);
  }
  if (type === 'str') return textValue(unescapeText(value));
  if (type === 'b')
    return value === '1' || value === 'true' ? [{ kind: 'boolean', value: true }] : [{ kind: 'boolean', value: false }];
  if (type === 'e') return faulty(faults[value] ?? value, 'FILE_CELL_FAULT');
  return type === 'd' ? isoValue(value) : numberValue(value, kinds[style] ?? 'number', from1904);
};
