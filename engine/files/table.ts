/** A file of rows as it is read: what it is, its header, and its cells as they come. */
import type { ErrorParams } from '../core/errors.ts';

/** What stands in one cell. Text is as the file has it, neither trimmed nor translated. */
export type Cell =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  /** An exact decimal, `-1234.5`. Of a cell that shows a percentage it is the value behind it: 0.15 for 15 %. */
  | { readonly kind: 'number'; readonly value: string; readonly percent?: true }
  /** ISO 8601 without a zone: `2026-02-28`, `2026-02-28T08:30:00`, `08:30:00`, thousandths where there are some. */
  | { readonly kind: 'date' | 'moment' | 'time'; readonly value: string }
  | { readonly kind: 'boolean'; readonly value: boolean }
  /** Of JSON: one key of the objects of a list, object by object; undefined where an object does not have it. */
  | { readonly kind: 'list'; readonly items: readonly (Cell | undefined)[] }
  /** What a spreadsheet shows in place of a value, `#N/D`, or a cell that cannot be read: its problem says why. */
  | { readonly kind: 'error'; readonly text: string };

export type FileProblemCode =
  | 'FILE_CELL_SURPLUS'
  | 'FILE_CELL_NESTED'
  | 'FILE_CELL_LIST'
  | 'FILE_CELL_REPEATED'
  | 'FILE_CELL_FORMULA'
  | 'FILE_CELL_FAULT'
  | 'FILE_CELL_DATE'
  | 'FILE_CELL_DURATION'
  | 'FILE_CELL_NUMBER'
  | 'FILE_CELL_CONTROL'
  | 'FILE_CELL_QUOTES';

/** Why a row cannot be taken as it stands. */
export interface FileProblem<C extends FileProblemCode = FileProblemCode> {
  readonly code: C;
  readonly params: ErrorParams<C>;
  /** Index of the column in the header; of a cell beyond it, that of the first one. */
  readonly column: number;
}

export interface TableRow {
  /**
   * Number of the row in the sheet, or of the line in which it begins in a CSV, from 1. Of JSON, which may be one line
   * as a whole, it is which object it is. No two rows have the same, and they only grow.
   */
  readonly line: number;
  /** One for each column of the header. */
  readonly cells: readonly Cell[];
  readonly problems: readonly FileProblem[];
}

/** What is worth knowing of the file and refuses nothing. */
export interface FileNotice {
  readonly code: 'FILE_MERGED';
  readonly params: ErrorParams<'FILE_MERGED'>;
}

export interface SheetName {
  readonly name: string;
  readonly hidden: boolean;
}

export interface Table {
  /** How the file is read, in Portuguese: `CSV, Windows-1252, separado por ;`. */
  readonly format: string;
  /** Those of a workbook in its order; none of a CSV or JSON. */
  readonly sheets: readonly SheetName[];
  /** The sheet that is read; undefined where there are none. */
  readonly sheet: string | undefined;
  /** Titles in the order of the cells, blanks around and breaks inside taken away; '' over a column without values. */
  readonly header: readonly string[];
  /** Line of the header; 0 where the titles are keys. */
  readonly headerLine: number;
  /** Indexes of the columns `perguntas[].tipo`, whose cells are lists; of one list `perguntas`. */
  readonly lists: ReadonlyMap<number, string>;
  /**
   * Rows that are not wholly empty, once. Ends with `close`. Raises the refusals of `openTable` where it comes to what
   * cannot be read.
   */
  readonly rows: AsyncIterable<TableRow>;
  /** The same rows, in their place: without a wait for each, of which a hundred thousand take a second. */
  readonly pieces: AsyncIterable<Iterable<TableRow>>;
  /** Complete when the rows have ended, for files tell of merged cells behind them. */
  readonly notices: readonly FileNotice[];
  /** Lets go of the file. More than once does nothing. */
  readonly close: () => Promise<void>;
}

/** A row as its format gives it: nothing known of a header. Cells that are not there are empty. */
export interface RawRow {
  readonly line: number;
  readonly cells: readonly (Cell | undefined)[];
  readonly problems: readonly FileProblem[];
}

export const emptyCell: Cell = { kind: 'empty' };
export const noProblems: readonly FileProblem[] = [];

/** The column of our own that returns what is wrong with each row: no column of the user. */
export const problemsTitle = 'Problemas';
export const problemsKey = '_problemas';
