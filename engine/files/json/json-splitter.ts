import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';

/** The text of one object of a JSON file, and where it begins, both from 1. */
export interface JsonPiece {
  readonly text: string;
  readonly line: number;
  readonly column: number;
  /** Index of its first letter in the text of the file. */
  readonly offset: number;
}

/** What may come next outside of an object. */
type Expected = 'file' | 'first' | 'comma' | 'element' | 'object' | 'nothing';

const wanted: Readonly<Record<Expected, string>> = {
  file: "'[' ou '{'",
  first: "um objeto ou ']'",
  comma: "',' ou ']'",
  element: 'um objeto',
  object: "'{'",
  nothing: 'o fim do arquivo',
};
const blanks = ' \t\r\n';

/**
 * Finds the objects of an array, or of JSON lines, without reading them: braces are counted, strings passed over.
 *
 * Raises FILE_JSON_BROKEN, FILE_JSON_SHAPE (an element that is no object), FILE_ROW_LONG.
 */
export class JsonSplitter {
  readonly #limits: FileLimits;
  #expected: Expected = 'file';
  #text = '';
  /** Index in the text of the file of the first letter of `#text`. */
  #base = 0;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #start = -1;
  #startLine = 1;
  #startColumn = 1;
  #depth = 0;
  #inString = false;
  #escaped = false;

  constructor(limits: FileLimits) {
    this.#limits = limits;
  }

  /** Whether it is an array, not lines; known with the first letter. */
  get isArray(): boolean {
    return this.#expected !== 'object' && this.#expected !== 'file';
  }

  push(chunk: string, last: boolean): JsonPiece[] {
    this.#text += chunk;
    const pieces: JsonPiece[] = [];
    for (; this.#at < this.#text.length; this.#at += 1) {
      const letter = this.#text[this.#at] as string;
      this.#countLine(letter);
      if (this.#start < 0) this.#outside(letter);
      else if (this.#inside(letter)) pieces.push(this.#piece());
    }
    this.#forget();
    if (last) this.#end();
    return pieces;
  }

  #countLine(letter: string): void {
    // A CRLF is counted with its LF, for a CR may be the last letter that came.
    const before = this.#text[this.#at - 1];
    if (letter === '\n' || (before === '\r' && letter !== '\n')) {
      this.#line += 1;
      this.#lineStart = this.#base + this.#at + (letter === '\n' ? 1 : 0);
    }
  }

  #outside(letter: string): void {
    if (blanks.includes(letter) || (letter === '\ufeff' && this.#base + this.#at === 0)) return;
    const expected = this.#expected;
    if (letter === '{' && ['file', 'first', 'element', 'object'].includes(expected)) {
      this.#expected = expected === 'file' || expected === 'object' ? 'object' : 'comma';
      this.#start = this.#at;
      this.#startLine = this.#line;
      this.#startColumn = this.#column;
      this.#depth = 1;
      return;
    }
    if (expected === 'file' && letter === '[') this.#expected = 'first';
    else if (expected === 'comma' && letter === ',') this.#expected = 'element';
    else if ((expected === 'comma' || expected === 'first') && letter === ']') this.#expected = 'nothing';
    else if ((expected === 'first' || expected === 'element') && /["\w[-]/.test(letter))
      throw new Refusal('FILE_JSON_SHAPE', { line: this.#line });
    else throw this.#broken(`aqui se espera ${wanted[expected]}`);
  }

  /** Whether the object ends with this letter. */
  #inside(letter: string): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (letter === '\\') this.#escaped = true;
      else if (letter === '"') this.#inString = false;
    } else if (letter === '"') this.#inString = true;
    else if (letter === '{' || letter === '[') this.#depth += 1;
    else if (letter === '}' || letter === ']') this.#depth -= 1;
    if (this.#depth > this.#limits.depth) throw this.#broken(`mais de ${this.#limits.depth} níveis`);
    if (this.#at - this.#start > this.#limits.row)
      throw new Refusal('FILE_ROW_LONG', { line: this.#startLine, maximum: this.#limits.row });
    return this.#depth === 0;
  }

  #piece(): JsonPiece {
    const text = this.#text.slice(this.#start, this.#at + 1);
    const offset = this.#base + this.#start;
    this.#start = -1;
    return { text, line: this.#startLine, column: this.#startColumn, offset };
  }

  /** Lets go of what no object needs any more, but for the last letter: it may be half of a CRLF. */
  #forget(): void {
    const kept = Math.max(0, this.#start >= 0 ? this.#start : this.#at - 1);
    this.#text = this.#text.slice(kept);
    this.#base += kept;
    this.#at -= kept;
    if (this.#start >= 0) this.#start -= kept;
  }

  #end(): void {
    if (this.#start >= 0)
      throw this.#broken(`o arquivo termina dentro do objeto que começa na linha ${this.#startLine}`);
    if (this.#expected === 'object' || this.#expected === 'nothing') return;
    throw this.#broken(`o arquivo termina onde se espera ${wanted[this.#expected]}`);
  }

  get #column(): number {
    return this.#base + this.#at - this.#lineStart + 1;
  }

  #broken(problem: string): Refusal {
    return new Refusal('FILE_JSON_BROKEN', { line: this.#line, column: this.#column, problem });
  }
}
