/**
 * The text of `fts`, in the language of PostgreSQL's `to_tsquery`: words, `'quoted words'`, `& | ! <-> <2>`, parentheses
 * and the marks `:*` and `:AB`. Read here and written anew with every word quoted, so that the database never meets a
 * text that it cannot read.
 */

const operators = { '|': 0, '&': 1, '<': 2 } as const;
const deepest = 16;

class Broken extends Error {}

class QueryReader {
  private at = 0;
  private readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  read(): string {
    const query = this.binary(0, 0);
    if (this.at < this.text.length) throw new Broken();
    return query;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private space(): void {
    this.match(/\s*/y);
  }

  /** Operators of at least that strength; `|` binds least. */
  private binary(strength: number, depth: number): string {
    let query = this.unary(depth);
    while (true) {
      this.space();
      const next = this.text[this.at];
      if ((next !== '|' && next !== '&' && next !== '<') || operators[next] < strength) return query;
      const operator = this.match(/[|&]|<(?:-|\d{1,4})>/y);
      if (operator === undefined) throw new Broken();
      query += ` ${operator} ${this.binary(operators[next] + 1, depth)}`;
    }
  }

  private unary(depth: number): string {
    if (depth > deepest) throw new Broken();
    this.space();
    if (this.match(/!/y)) return `!${this.unary(depth + 1)}`;
    if (!this.match(/\(/y)) return this.word();
    const query = this.binary(0, depth + 1);
    if (!this.match(/\)/y)) throw new Broken();
    return `(${query})`;
  }

  private word(): string {
    const quoted = this.match(/'(?:[^'\\]|''|\\.)*'/sy);
    const text = quoted
      ? quoted.slice(1, -1).replace(/''|\\(.)/gs, (_whole, escaped: string | undefined) => escaped ?? "'")
      : this.match(/[^\s!&|()<>:'\\][^\s!&|()<>:\\]*/y);
    if (!text?.trim()) throw new Broken();
    const marks = this.match(/:[*A-Da-d]{1,5}/y) ?? '';
    return `'${text.replace(/['\\]/g, '$&$&')}'${marks}`;
  }
}

/** The query as `to_tsquery` reads it for certain; undefined where it is none. */
export const canonicalTextQuery = (text: string): string | undefined => {
  try {
    return new QueryReader(text).read();
  } catch (error) {
    if (error instanceof Broken) return undefined;
    throw error;
  }
};
