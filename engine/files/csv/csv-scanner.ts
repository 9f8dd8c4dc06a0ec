import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';

/** One record of a CSV, of however many lines. */
export interface CsvRecord {
  /** The line in which it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Its text as it stands in the file, the end of its line included. */
  readonly raw: string;
  /** Where each cell begins in `raw`. */
  readonly starts: readonly number[];
  /** Cells with text behind their closing quote. */
  readonly faulty: readonly number[];
}

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

interface Parsed {
  readonly record: CsvRecord;
  readonly end: number;
  readonly lines: number;
}
interface Open {
  /** Line in which the quotes were opened. */
  readonly quoted: number | undefined;
}

const none: readonly number[] = [];

const lineEndsIn = (text: string): number => {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === lineFeed || (code === carriageReturn && text.charCodeAt(at + 1) !== lineFeed)) count += 1;
  }
  return count;
};

/**
 * Takes a CSV apart, piece by piece. Lines end in CRLF, LF or CR, each as it comes; `""` inside quotes is a quote; a
 * quote inside of a value that does not begin with one is a letter. Written here because csv-parse, which reads the
 * initial rows, cannot say where quotes opened or a record began: it counts CRLF inside of quotes twice.
 *
 * Raises FILE_QUOTES with the line in which quotes opened, FILE_CELL_LONG, FILE_ROW_LONG, FILE_COLUMNS.
 */
export class CsvScanner {
  readonly #separator: number;
  readonly #limits: FileLimits;
  #text = '';
  #line: number;

  constructor(separator: string, limits: FileLimits, line = 1) {
    this.#separator = separator.charCodeAt(0);
    this.#limits = limits;
    this.#line = line;
  }

  /** The records that end in what has come so far; `last` where nothing comes behind it. */
  push(chunk: string, last: boolean): CsvRecord[] {
    const text = this.#text === '' ? chunk : this.#text + chunk;
    const records: CsvRecord[] = [];
    let at = 0;
    while (at < text.length) {
      const parsed = this.#parse(text, at, last);
      if (!('record' in parsed)) {
        this.#holdOpen(parsed, text.length - at, last);
        break;
      }
      records.push(parsed.record);
      at = parsed.end;
      this.#line += parsed.lines;
    }
    this.#text = text.slice(at);
    return records;
  }

  #holdOpen({ quoted }: Open, length: number, last: boolean): void {
    if (quoted !== undefined && (last || length > this.#limits.row)) throw new Refusal('FILE_QUOTES', { line: quoted });
    if (length > this.#limits.row) throw new Refusal('FILE_ROW_LONG', { line: this.#line, maximum: this.#limits.row });
  }

  #parse(text: string, start: number, last: boolean): Parsed | Open {
    const cells: string[] = [];
    const starts: number[] = [];
    let faulty: number[] | undefined;
    let lines = 0;
    let at = start;
    for (;;) {
      starts.push(at - start);
      let value = '';
      if (text.charCodeAt(at) === quote) {
        const close = closing(text, at);
        if (close < 0 || (close + 1 >= text.length && !last))
          return { quoted: close < 0 ? this.#line + lines : undefined };
        value = text.slice(at + 1, close);
        lines += lineEndsIn(value);
        value = value.replaceAll('""', '"');
        at = close + 1;
      }
      const end = this.#endOf(text, at);
      if (end >= text.length && !last) return { quoted: undefined };
      const quoted = starts.at(-1) !== at - start;
      // Blanks behind closing quotes are nothing, text is a mistake.
      if (end > at && !(quoted && text.slice(at, end).trim() === '')) {
        if (quoted) {
          faulty ??= [];
          faulty.push(cells.length);
        }
        value += text.slice(at, end);
      }
      this.#limit(value, cells.length, lines);
      cells.push(value);
      at = end + 1;
      if (text.charCodeAt(end) !== this.#separator) {
        if (end >= text.length) at = end;
        else if (text.charCodeAt(end) === carriageReturn) {
          if (at >= text.length && !last) return { quoted: undefined };
          if (text.charCodeAt(at) === lineFeed) at += 1;
        }
        const raw = text.slice(start, at);
        return { record: { line: this.#line, cells, raw, starts, faulty: faulty ?? none }, end: at, lines: lines + 1 };
      }
    }
  }

  /** Where an unquoted value ends: at a separator, the end of its line or of the text. */
  #endOf(text: string, from: number): number {
    let at = from;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === this.#separator || code === lineFeed || code === carriageReturn) break;
    }
    return at;
  }

  #limit(value: string, column: number, lines: number): void {
    if (value.length > this.#limits.cell) {
      const place = { line: this.#line + lines, column: column + 1, maximum: this.#limits.cell };
      throw new Refusal('FILE_CELL_LONG', place);
    }
    // One more is for the column of our own.
    if (column > this.#limits.columns)
      throw new Refusal('FILE_COLUMNS', { line: this.#line, maximum: this.#limits.columns });
  }
}

/** The quote that ends what the one at `open` begins; -1 where it does not come. */
const closing = (text: string, open: number): number => {
  let at = text.indexOf('"', open + 1);
  while (at >= 0 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2);
  return at;
};
