import { Refusal } from '../core/errors.ts';

/** Reads one text of a query from left to right. */
export class Reader {
  private at = 0;
  private readonly text: string;
  /** Where the text comes from. */
  readonly parameter: string;
  constructor(text: string, parameter: string) {
    this.text = text;
    this.parameter = parameter;
  }
  fail(problem: string): never {
    throw new Refusal('REQUEST_QUERY_INVALID', { parameter: this.parameter, problem });
  }
  get done(): boolean {
    return this.at >= this.text.length;
  }
  peek(token: string): boolean {
    return this.text.startsWith(token, this.at);
  }
  /** Takes `token`, all of it but its last `keep` characters, where it comes next. */
  take(token: string, keep = 0): boolean {
    if (!this.peek(token)) return false;
    this.at += token.length - keep;
    return true;
  }
  ahead(pattern: RegExp): string | undefined {
    return pattern.exec(this.text.slice(this.at))?.[0];
  }
  /** Takes what a pattern that begins with `^` finds next. */
  match(pattern: RegExp): string | undefined {
    const found = this.ahead(pattern);
    this.at += found?.length ?? 0;
    return found;
  }
  expect(token: string): void {
    if (!this.take(token)) this.fail(`esperado '${token}' na posição ${this.at + 1} de '${this.text}'`);
  }
  /** Blanks, which the dialect allows around names, parentheses and commas. */
  space(): void {
    while (this.peek(' ') || this.peek('\t') || this.peek('\n') || this.peek('\r')) this.at += 1;
  }
  /** A token with blanks around it. */
  separator(token: string): boolean {
    const start = this.at;
    this.space();
    if (!this.take(token)) {
      this.at = start;
      return false;
    }
    this.space();
    return true;
  }
  /** A name: letters, digits, underscore, single dashes; or quoted. */
  name(): string {
    if (this.take('"')) return this.quoted();
    const name = this.match(/^[A-Za-z_][A-Za-z0-9_]*(-[A-Za-z0-9_]+)*/);
    if (name === undefined) return this.fail(`esperado um nome na posição ${this.at + 1} de '${this.text}'`);
    return name;
  }
  /** The name of a column, which no JSON path may follow. Raises REQUEST_JSON_PATH. */
  column(): string {
    const name = this.name();
    if (this.peek('->')) throw new Refusal('REQUEST_JSON_PATH', { column: name });
    return name;
  }
  /** After the opening quote. Inside, a backslash escapes the next character. */
  quoted(): string {
    let value = '';
    while (!this.done) {
      const character = this.text[this.at++] ?? '';
      if (character === '"') return value;
      value += character === '\\' ? (this.text[this.at++] ?? '') : character;
    }
    return this.fail(`aspas sem fim em '${this.text}'`);
  }
  /**
   * A value that a comma or a closing parenthesis ends: quoted where the quotes hold all of it, else as it is written.
   * Clients quote without escaping, so a value may begin with a quote and mean it.
   */
  element(): string {
    const start = this.at;
    if (!this.take('"')) return this.until(',)');
    let value = '';
    while (!this.done) {
      const character = this.text[this.at++] ?? '';
      if (character === '"') {
        if (this.done || this.peek(',') || this.peek(')')) return value;
        break;
      }
      value += character === '\\' ? (this.text[this.at++] ?? '') : character;
    }
    this.at = start;
    return this.until(',)');
  }
  /** Raw text up to one of `stops` or the end. */
  until(stops: string): string {
    const start = this.at;
    while (!this.done && !stops.includes(this.text[this.at] ?? '')) this.at += 1;
    return this.text.slice(start, this.at);
  }
  rest(): string {
    const value = this.text.slice(this.at);
    this.at = this.text.length;
    return value;
  }
  /** Raises REQUEST_QUERY_INVALID where something is left. */
  end(): void {
    if (!this.done) this.fail(`não se entende '${this.rest()}'`);
  }
}

/** `a.b.c`: a column, and the relations before it. */
export const readPath = (reader: Reader): string[] => {
  const path = [reader.column()];
  while (reader.take('.')) path.push(reader.column());
  return path;
};

/** A path that is all of `text`. */
export const parsePath = (text: string, parameter: string): string[] => {
  const reader = new Reader(text, parameter);
  const path = readPath(reader);
  reader.end();
  return path;
};
