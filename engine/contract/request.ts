/**
 * A request in PostgREST's dialect, taken apart but not yet understood: names are texts, nothing is looked up. Values
 * are kept apart from the shape, so that requests which differ only in values share one plan. In: a query string. Out:
 * `ReadRequest`.
 */
import { Refusal } from '../core/errors.ts';
import { nearest } from '../core/nearest.ts';
import type { OperatorName } from '../fields/operators.ts';
import { operators } from '../fields/operators.ts';

export type SelectItem =
  | { readonly kind: 'all' }
  | { readonly kind: 'column'; readonly name: string; readonly alias: string | undefined }
  | {
      readonly kind: 'embed';
      readonly relation: string;
      readonly alias: string | undefined;
      /** Rows whose embed is empty are left out. */
      readonly inner: boolean;
      readonly items: readonly SelectItem[];
    };

/** `slot` is the index of the value among `ReadRequest.values`. */
export type FilterNode =
  | { readonly kind: 'and' | 'or'; readonly negated: boolean; readonly items: readonly FilterNode[] }
  | {
      readonly kind: 'compare';
      readonly path: readonly string[];
      readonly operator: OperatorName;
      readonly negated: boolean;
      readonly slot: number;
      /** Of `is`: part of the shape, for it decides the SQL. */
      readonly keyword: Keyword | undefined;
    };

const keywords = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
export type Keyword = (typeof keywords)[number];

export interface OrderTerm {
  readonly path: readonly string[];
  readonly descending: boolean;
  readonly nullsFirst: boolean | undefined;
}

export type FilterValue = string | readonly string[];

export interface ReadRequest {
  readonly select: readonly SelectItem[];
  /** All must hold. */
  readonly filters: readonly FilterNode[];
  readonly order: readonly OrderTerm[];
  readonly limit: number | undefined;
  readonly offset: number | undefined;
  readonly cursor: string | undefined;
  /** Of a write: the only keys of the body that count; undefined: all of them. */
  readonly columns: readonly string[] | undefined;
  /** Of an upsert: the columns by which a row is known. */
  readonly onConflict: readonly string[] | undefined;
  /** Words of the quick search. */
  readonly words: readonly string[];
  readonly values: readonly FilterValue[];
}

/** Reads one text from left to right. */
class Reader {
  private at = 0;
  private readonly text: string;
  private readonly parameter: string;
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
  expect(token: string): void {
    if (!this.take(token)) this.fail(`esperado '${token}' na posição ${this.at + 1} de '${this.text}'`);
  }
  /** A name: letters, digits, underscore; or quoted. */
  name(): string {
    if (this.take('"')) return this.quoted();
    const name = this.ahead(/^[A-Za-z_][A-Za-z0-9_]*/);
    if (name === undefined) return this.fail(`esperado um nome na posição ${this.at + 1} de '${this.text}'`);
    this.at += name.length;
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
}

const maximumDepth = 8;

const readSelect = (reader: Reader, depth: number): SelectItem[] => {
  if (depth > maximumDepth) reader.fail('relações demais umas dentro das outras');
  const items: SelectItem[] = [];
  if (reader.done || reader.peek(')')) return items;
  do {
    if (reader.take('*')) {
      items.push({ kind: 'all' });
      continue;
    }
    let name = reader.name();
    let alias: string | undefined;
    if (!reader.peek('::') && reader.take(':')) {
      alias = name;
      name = reader.name();
    }
    let inner = false;
    while (reader.take('!')) {
      const hint = reader.name();
      if (hint === 'inner') inner = true;
      else if (hint !== 'left') reader.fail(`'!${hint}' não é aceito; use '!inner' ou '!left'`);
    }
    if (reader.take('(')) {
      items.push({ kind: 'embed', relation: name, alias, inner, items: readSelect(reader, depth + 1) });
      reader.expect(')');
    } else items.push({ kind: 'column', name, alias });
  } while (reader.take(','));
  return items;
};

const readPath = (reader: Reader): string[] => {
  const path = [reader.name()];
  while (reader.take('.')) path.push(reader.name());
  return path;
};

const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name);

class FilterReader {
  readonly values: FilterValue[] = [];

  private slot(value: FilterValue): number {
    return this.values.push(value) - 1;
  }

  /** `not.eq.5`, after the column; `stops` end an unquoted value inside `or=(...)`. */
  comparison(reader: Reader, path: readonly string[], stops: string): FilterNode {
    const negated = reader.take('not.');
    const name = reader.until('.(');
    if (!isOperator(name)) {
      throw new Refusal(
        'REQUEST_OPERATOR_UNKNOWN',
        { operator: name },
        { suggestion: nearest(name, Object.keys(operators)) },
      );
    }
    reader.expect('.');
    if (operators[name].value === 'list') {
      reader.expect('(');
      const list: string[] = [];
      while (!reader.peek(')')) {
        list.push(reader.take('"') ? reader.quoted() : reader.until(',)'));
        if (!reader.take(',')) break;
      }
      reader.expect(')');
      return { kind: 'compare', path, operator: name, negated, slot: this.slot(list), keyword: undefined };
    }
    const value = stops === '' ? reader.rest() : reader.take('"') ? reader.quoted() : reader.until(stops);
    if (operators[name].value !== 'keyword') {
      return { kind: 'compare', path, operator: name, negated, slot: this.slot(value), keyword: undefined };
    }
    const keyword = keywords.find((one) => one === value.toLowerCase());
    if (!keyword) return reader.fail(`'is' aceita ${keywords.join(', ')}, não '${value}'`);
    return { kind: 'compare', path, operator: name, negated, slot: -1, keyword };
  }

  /** `(a.eq.1,or(b.gt.2,c.is.null))`, from the opening parenthesis on. */
  group(reader: Reader, kind: 'and' | 'or', negated: boolean, depth: number): FilterNode {
    if (depth > maximumDepth) reader.fail('grupos demais uns dentro dos outros');
    reader.expect('(');
    const items: FilterNode[] = [];
    do {
      const name = ['not.and', 'not.or', 'and', 'or'].find((word) => reader.take(`${word}(`, 1));
      if (name === undefined) items.push(this.inGroup(reader));
      else items.push(this.group(reader, name.endsWith('and') ? 'and' : 'or', name.startsWith('not.'), depth + 1));
    } while (reader.take(','));
    reader.expect(')');
    return { kind, negated, items };
  }

  /** `nome.not.eq.x` or `cidade.uf.eq.MG`: the path ends where an operator (or `not`) begins. */
  private inGroup(reader: Reader): FilterNode {
    const path = [reader.name()];
    while (true) {
      reader.expect('.');
      if (reader.peek('not.')) break;
      const ahead = reader.ahead(/^[a-z]+(?=\.)/);
      if (ahead !== undefined && isOperator(ahead)) break;
      path.push(reader.name());
    }
    return this.comparison(reader, path, ',)');
  }
}

const readOrder = (text: string): OrderTerm[] => {
  const reader = new Reader(text, 'order');
  const terms: OrderTerm[] = [];
  do {
    const path = [reader.name()];
    // PostgREST orders by a to-one embed as `cidade(nome)`.
    if (reader.take('(')) {
      path.push(...readPath(reader));
      reader.expect(')');
    }
    let descending = false;
    let nullsFirst: boolean | undefined;
    while (reader.take('.')) {
      const word = reader.name();
      if (word === 'asc') descending = false;
      else if (word === 'desc') descending = true;
      else if (word === 'nullsfirst') nullsFirst = true;
      else if (word === 'nullslast') nullsFirst = false;
      else path.push(word);
    }
    terms.push({ path, descending, nullsFirst });
  } while (reader.take(','));
  if (!reader.done) reader.fail(`não se entende '${reader.rest()}'`);
  return terms;
};

const readInteger = (text: string, parameter: string): number => {
  if (!/^\d{1,12}$/.test(text)) {
    throw new Refusal('REQUEST_QUERY_INVALID', { parameter, problem: `'${text}' não é um número inteiro positivo` });
  }
  return Number(text);
};

const unsupported: ReadonlySet<string> = new Set(['as_of']);

/** `codigo,"nome"`, as clients write the names of columns. */
const readNames = (text: string, parameter: string): readonly string[] => {
  const reader = new Reader(text, parameter);
  const names: string[] = [];
  do names.push(reader.name());
  while (reader.take(','));
  if (!reader.done) reader.fail(`não se entende '${reader.rest()}'`);
  return names;
};

/** Takes the query of a registry resource apart. Raises REQUEST_QUERY_INVALID, REQUEST_OPERATOR_UNKNOWN. */
export const parseRequest = (query: string): ReadRequest => {
  const filters: FilterNode[] = [];
  const reading = new FilterReader();
  let select: readonly SelectItem[] = [{ kind: 'all' }];
  let order: readonly OrderTerm[] = [];
  let limit: number | undefined;
  let offset: number | undefined;
  let cursor: string | undefined;
  let columns: readonly string[] | undefined;
  let onConflict: readonly string[] | undefined;
  let words: readonly string[] = [];
  for (const [key, value] of new URLSearchParams(query)) {
    // Some clients send two conditions on one column as `nome[0]` and `nome[1]`.
    const name = key.replace(/\[\d+\]$/, '');
    if (name === 'select') {
      const reader = new Reader(value.replace(/\s/g, ''), 'select');
      select = value.trim() === '' ? [{ kind: 'all' }] : readSelect(reader, 0);
      if (!reader.done) reader.fail(`não se entende '${reader.rest()}'`);
    } else if (name === 'order') order = value === '' ? [] : readOrder(value);
    else if (name === 'limit') limit = readInteger(value, name);
    else if (name === 'offset') offset = readInteger(value, name);
    else if (name === 'cursor') cursor = value;
    else if (name === 'columns') columns = readNames(value, name);
    else if (name === 'on_conflict') onConflict = readNames(value, name);
    else if (name === 'q') words = value.trim().split(/\s+/).filter(Boolean).slice(0, 8);
    else if (unsupported.has(name)) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: name });
    else if (['and', 'or', 'not.and', 'not.or'].includes(name)) {
      const reader = new Reader(value, name);
      const negated = name.startsWith('not.');
      filters.push(
        reading.group(reader, negated ? (name.slice(4) as 'and' | 'or') : (name as 'and' | 'or'), negated, 0),
      );
      if (!reader.done) reader.fail(`não se entende '${reader.rest()}'`);
    } else {
      const target = new Reader(name, name);
      const path = readPath(target);
      if (!target.done) target.fail(`não se entende '${target.rest()}'`);
      const reader = new Reader(value, name);
      filters.push(reading.comparison(reader, path, ''));
      if (!reader.done) reader.fail(`não se entende '${reader.rest()}'`);
    }
  }
  if (cursor !== undefined && offset !== undefined) {
    throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'offset', problem: "não vai junto com 'cursor'" });
  }
  return { select, filters, order, limit, offset, cursor, columns, onConflict, words, values: reading.values };
};
