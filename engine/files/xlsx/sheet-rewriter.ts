import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';
import { columnLetters, parseReference } from './cell-reference.ts';
import type { Attributes, XmlHandler } from './xml.ts';

interface Span {
  readonly start: number;
  readonly end: number;
}
interface Edit extends Span {
  readonly text: string;
}

/** A row of the sheet as it stands in its text; places are letters of the part. */
export interface RowSpan extends Span {
  readonly line: number;
  readonly openEnd: number;
  /** Behind the last cell that stands before the column of problems. */
  readonly insertAt: number;
  /** Cells that stand in that column already. */
  readonly own: readonly Span[];
  readonly formulas: readonly Span[];
}

/** Letters of one row that are held until it ends. */
const heldRows = 64;

/** Letters that XML cannot hold are written as a workbook does. */
const cellXml = (prefix: string, reference: string, text: string): string => {
  const escaped = text
    .replace(/_x[0-9A-Fa-f]{4}_/g, '_x005F$&')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\r/g, (letter) => `_x${hex(letter)}_`)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
  const p = prefix;
  return `<${p}c r="${reference}" t="inlineStr"><${p}is><${p}t xml:space="preserve">${escaped.toWellFormed()}</${p}t></${p}is></${p}c>`;
};

const hex = (letter: string): string => letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

/**
 * Follows the text of a sheet and finds where its rows stand, so that they can be written otherwise and everything else
 * as it is. Text is held until the row that it belongs to has ended.
 */
export class SheetRewriter implements XmlHandler {
  readonly #column: number;
  readonly #limits: FileLimits;
  #text = '';
  /** Place of the first letter of `#text` in the part. */
  #base = 0;
  #last = 0;
  #line = 0;
  #position = -1;
  #row: { start: number; openEnd: number; insertAt: number; own: Span[]; formulas: Span[] } | undefined;
  #cell: { readonly start: number; readonly column: number } | undefined;
  #formula: { readonly start: number; end: number; readonly shared: boolean } | undefined;
  #valued = false;
  #finished: RowSpan[] = [];
  #dimension: Edit | undefined;

  constructor(column: number, limits: FileLimits) {
    this.#column = column;
    this.#limits = limits;
  }

  /** Before the parser is given the same text. */
  add(text: string): void {
    this.#text += text;
    if (this.#text.length > this.#limits.row * heldRows)
      throw new Refusal('FILE_ROW_LONG', { line: this.#line, maximum: this.#limits.row * heldRows });
  }

  readonly open = (name: string, attributes: Attributes, end: number): void => {
    this.#last = end;
    if (name === 'row') this.#openRow(attributes, end);
    else if (name === 'c') this.#openCell(attributes, end);
    else if (name === 'f') this.#formula = { start: this.#startOf(end), end, shared: attributes['si'] !== undefined };
    else if (name === 'dimension') this.#widen(end);
  };

  readonly close = (name: string, end: number): void => {
    this.#last = end;
    const row = this.#row;
    if (row === undefined) return;
    if (name === 'f' && this.#formula !== undefined) this.#formula.end = end;
    else if (name === 'v') this.#valued = true;
    else if (name === 'c' && this.#cell !== undefined) {
      // One that has no value is all that its cell holds; one that is shared may have lost the cell that it is said in.
      if (this.#formula !== undefined && (this.#valued || this.#formula.shared)) row.formulas.push(this.#formula);
      const { start, column } = this.#cell;
      if (column < this.#column) row.insertAt = Math.max(row.insertAt, end);
      else if (column === this.#column) row.own.push({ start, end });
    } else if (name === 'row') {
      this.#finished.push({ ...row, line: this.#line, end });
      this.#row = undefined;
    }
  };

  /** What can be written by now, rows as `rewrite` gives them. After the last text `all` of it. */
  async take(rewrite: (row: RowSpan) => Promise<string>, all: boolean): Promise<string> {
    let text = '';
    let at = this.#base;
    if (this.#dimension !== undefined) {
      text += this.slice(at, this.#dimension.start) + this.#dimension.text;
      at = this.#dimension.end;
      this.#dimension = undefined;
    }
    for (const row of this.#finished) {
      text += this.slice(at, row.start) + (await rewrite(row));
      at = row.end;
    }
    this.#finished = [];
    const until = all ? this.#base + this.#text.length : (this.#row?.start ?? this.#last);
    if (until > at) {
      text += this.slice(at, until);
      at = until;
    }
    this.#text = this.#text.slice(at - this.#base);
    this.#base = at;
    return text;
  }

  slice(start: number, end: number): string {
    return this.#text.slice(start - this.#base, end - this.#base);
  }

  /** The row with this text as its cell of problems, none where it is ''; `values`: without its formulas. */
  withText(row: RowSpan, text: string, values: boolean): string {
    const edits: Edit[] = row.own.map((span) => ({ ...span, text: '' }));
    if (values) edits.push(...row.formulas.map((span) => ({ ...span, text: '' })));
    const open = this.slice(row.start, row.openEnd);
    if (text !== '') {
      const xml = cellXml(prefixOf(open), `${columnLetters(this.#column)}${row.line}`, text);
      edits.push({ start: row.insertAt, end: row.insertAt, text: xml });
      // The columns that a row spans are a hint, which would be wrong.
      edits.push({ start: row.start, end: row.openEnd, text: open.replace(/\s(?:spans)\s*=\s*("[^"]*"|'[^']*')/, '') });
    }
    edits.sort((a, b) => a.start - b.start || a.end - b.end);
    let result = '';
    let at = row.start;
    for (const edit of edits) {
      // A formula in a cell that goes as a whole.
      if (edit.start < at) continue;
      result += this.slice(at, edit.start) + edit.text;
      at = edit.end;
    }
    return result + this.slice(at, row.end);
  }

  /** A row that is taken out: its number stays, so that those of the others do. */
  hidden(row: RowSpan): string {
    return `<${prefixOf(this.slice(row.start, row.openEnd))}row r="${row.line}" hidden="1"/>`;
  }

  #openRow({ r }: Attributes, end: number): void {
    this.#line = r === undefined ? this.#line + 1 : Number(r);
    this.#position = -1;
    const start = this.#startOf(end);
    this.#row = { start, openEnd: end, insertAt: end, own: [], formulas: [] };
  }

  #openCell({ r }: Attributes, end: number): void {
    this.#position = (r === undefined ? undefined : parseReference(r)?.column) ?? this.#position + 1;
    this.#cell = { start: this.#startOf(end), column: this.#position };
    this.#formula = undefined;
    this.#valued = false;
  }

  /** The used range that the sheet tells of itself, one column wider. */
  #widen(end: number): void {
    const start = this.#startOf(end);
    const text = this.slice(start, end).replace(
      /(\sref\s*=\s*["'])([A-Z]+\d+)(?::([A-Z]+)(\d+))?/,
      (_, key, from, to, row) => {
        const first = parseReference(from);
        const last = to === undefined ? first : parseReference(`${to}${row}`);
        const letters = columnLetters(Math.max(last?.column ?? 0, this.#column));
        return `${key}${from}:${letters}${last?.row ?? 1}`;
      },
    );
    this.#dimension = { start, end, text };
  }

  /** No `<` can stand inside of a tag but its first. */
  #startOf(end: number): number {
    return this.#base + this.#text.lastIndexOf('<', end - this.#base - 1);
  }
}

const prefixOf = (tag: string): string => /^<([^\s/>:]+:)/.exec(tag)?.[1] ?? '';
