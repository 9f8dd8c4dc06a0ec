import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';
import type { Cell, FileNotice, FileProblem, RawRow } from '../table.ts';
import { noProblems } from '../table.ts';
import { columnLetters, lastRow, parseReference } from './cell-reference.ts';
import type { CellContext } from './cell-value.ts';
import { cellValue } from './cell-value.ts';
import type { Attributes, XmlHandler } from './xml.ts';

/** Merged ranges that are told one by one. */
const toldRanges = 100;

/**
 * Makes rows of what the XML of a sheet tells. Cells stand where their reference says, in whatever order, those without
 * one behind the one before. Rows may be missing, but not go back: the number of a row is its name.
 *
 * Raises FILE_SHEET_BROKEN (row or cell that a sheet cannot have), FILE_ROW_ORDER, FILE_COLUMNS, FILE_CELL_LONG.
 */
export class SheetReader implements XmlHandler {
  readonly #part: string;
  readonly #limits: FileLimits;
  readonly #context: CellContext;
  readonly notices: FileNotice[] = [];
  #rows: RawRow[] = [];
  #inRow = false;
  #line = 0;
  #cells: (Cell | undefined)[] = [];
  #problems: FileProblem[] | undefined;
  #column = -1;
  #type = '';
  #style = 0;
  #value: string | undefined;
  #inline: string | undefined;
  #formula = false;
  #inCell = false;
  #phonetic = false;
  #reading: 'value' | 'inline' | undefined;

  constructor(part: string, context: CellContext, limits: FileLimits) {
    this.#part = part;
    this.#context = context;
    this.#limits = limits;
  }

  /** The rows that have ended since it was last asked. */
  take(): readonly RawRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  // Both are bound: the parser calls them as functions.
  readonly open = (name: string, attributes: Attributes): void => {
    if (name === 'c') this.#openCell(attributes);
    else if (name === 'v') this.#reading = this.#inCell ? 'value' : undefined;
    else if (name === 't') this.#reading = this.#inCell && !this.#phonetic ? 'inline' : undefined;
    else if (name === 'row') this.#openRow(attributes);
    else if (name === 'f') this.#formula = true;
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'mergeCell') this.#tellMerged(attributes);
    if (this.#reading === 'value') this.#value ??= '';
    else if (this.#reading === 'inline') this.#inline ??= '';
  };

  readonly close = (name: string): void => {
    if (name === 'v' || name === 't') this.#reading = undefined;
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c') this.#closeCell();
    else if (name === 'row') this.#closeRow();
  };

  readonly text = (piece: string): void => {
    if (this.#reading === undefined) return;
    const text = ((this.#reading === 'value' ? this.#value : this.#inline) ?? '') + piece;
    if (this.#reading === 'value') this.#value = text;
    else this.#inline = text;
    if (text.length > this.#limits.cell) {
      const place = { line: this.#line, column: this.#column + 1, maximum: this.#limits.cell };
      throw new Refusal('FILE_CELL_LONG', place);
    }
  };

  #openRow({ r }: Attributes): void {
    if (this.#inRow) throw this.#broken(`linha ${this.#line}`);
    const line = r === undefined ? this.#line + 1 : /^[1-9]\d{0,6}$/.test(r) ? Number(r) : 0;
    if (line < 1 || line > lastRow) throw this.#broken(`linha '${(r ?? String(line)).slice(0, 20)}'`);
    if (line <= this.#line) throw new Refusal('FILE_ROW_ORDER', { line, after: this.#line });
    this.#inRow = true;
    this.#line = line;
    this.#column = -1;
    this.#cells = [];
    this.#problems = undefined;
  }

  #closeRow(): void {
    this.#inRow = false;
    if (this.#cells.length === 0 && this.#problems === undefined) return;
    this.#rows.push({ line: this.#line, cells: this.#cells, problems: this.#problems ?? noProblems });
  }

  #openCell({ r, t, s }: Attributes): void {
    if (!this.#inRow || this.#inCell) throw this.#broken(`célula '${(r ?? '').slice(0, 20)}'`);
    if (r === undefined) this.#column += 1;
    else {
      const place = parseReference(r);
      if (place === undefined || place.row !== this.#line) throw this.#broken(`célula '${r.slice(0, 20)}'`);
      this.#column = place.column;
    }
    this.#inCell = true;
    this.#type = t ?? 'n';
    this.#style = s === undefined ? 0 : Number(s);
    this.#value = undefined;
    this.#inline = undefined;
    this.#formula = false;
    this.#reading = undefined;
  }

  #closeCell(): void {
    this.#inCell = false;
    const read = cellValue(
      { type: this.#type, style: this.#style, value: this.#value, inline: this.#inline, formula: this.#formula },
      this.#context,
    );
    const column = this.#column;
    if (read === undefined) throw this.#broken(`célula '${columnLetters(column)}${this.#line}'`);
    const [cell, problem] = read;
    if (cell.kind === 'empty') return;
    // One more is for the column of our own.
    if (column > this.#limits.columns)
      throw new Refusal('FILE_COLUMNS', { line: this.#line, maximum: this.#limits.columns });
    if (this.#cells[column] !== undefined)
      throw this.#broken(`célula '${columnLetters(column)}${this.#line}' duas vezes`);
    this.#cells[column] = cell;
    if (problem === undefined) return;
    this.#problems ??= [];
    this.#problems.push({ code: problem, params: { column: column + 1 }, column });
  }

  #tellMerged({ ref = '' }: Attributes): void {
    if (this.notices.length < toldRanges)
      this.notices.push({ code: 'FILE_MERGED', params: { range: ref.slice(0, 30) } });
  }

  #broken(place: string): Refusal {
    return new Refusal('FILE_SHEET_BROKEN', { part: this.#part, place });
  }
}
