/**
 * A request in PostgREST's dialect, taken apart but not yet understood: names are texts, nothing is looked up. Values
 * are kept apart from the shape, so that requests which differ only in values share one plan. In: a query string. Out:
 * `ReadRequest`.
 */
import { Refusal } from '../core/errors.ts';
import type { Keyword, OperatorName, SearchConfiguration } from '../fields/operators.ts';
import type { AggregateFunction } from './aggregate.ts';
import type { OfferedFor } from './offered-for.ts';
import { offeredForParameter, parseOfferedFor } from './offered-for.ts';
import { FilterReader } from './parse-filter.ts';
import { parseOrder } from './parse-order.ts';
import { parseSelect } from './parse-select.ts';
import { checkLimit } from './request-limits.ts';
import { parsePath, Reader } from './request-reader.ts';

export type SelectItem =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'column';
      readonly name: string;
      readonly alias: string | undefined;
      /** Name of an SQL type, in lower case. */
      readonly cast: string | undefined;
    }
  | {
      readonly kind: 'aggregate';
      /** undefined: of the rows, `count()`. */
      readonly name: string | undefined;
      readonly of: AggregateFunction;
      readonly alias: string | undefined;
      readonly cast: string | undefined;
    }
  | {
      readonly kind: 'embed';
      readonly relation: string;
      readonly alias: string | undefined;
      /** Says which one, where the name alone fits several. */
      readonly hint: string | undefined;
      /** Its items stand in the row itself. */
      readonly spread: boolean;
      /** Rows whose embed is empty are left out. */
      readonly inner: boolean;
      readonly items: readonly SelectItem[];
    };

/** `slot` is the index of the value among `ReadRequest.values`. */
export type FilterNode =
  | {
      readonly kind: 'and' | 'or';
      readonly negated: boolean;
      readonly items: readonly FilterNode[];
      /** The relation of `select` whose rows the group is about; undefined: those of the resource. */
      readonly at: readonly string[] | undefined;
    }
  | {
      readonly kind: 'compare';
      readonly path: readonly string[];
      readonly operator: OperatorName;
      readonly negated: boolean;
      readonly slot: number;
      /** Of `is`: part of the shape, for it decides the SQL. */
      readonly keyword: Keyword | undefined;
      /** The value is a list, of which any or all must do. */
      readonly quantifier: Quantifier | undefined;
      /** Of a text search. */
      readonly configuration: SearchConfiguration | undefined;
    };

export type Quantifier = 'any' | 'all';

export interface OrderTerm {
  readonly path: readonly string[];
  readonly descending: boolean;
  readonly nullsFirst: boolean | undefined;
}

/** What is said of the rows of an embed to many: `distritos.order=nome`. */
export interface EmbedOptions {
  readonly path: readonly string[];
  readonly order: readonly OrderTerm[];
  readonly limit: number | undefined;
  readonly offset: number | undefined;
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
  /** Of a read: the moment whose rows are asked for, as it was written, `2026-03-12` or `2026-03-12T14:30:00-03:00`. */
  readonly asOf?: string;
  /** The same moment as the database has it; `resolveMoment` finds it out, and the plan reads this one alone. */
  readonly moment?: string;
  /** Of a read: the relation that one of the rows is looked for; others are left out. */
  readonly offeredFor?: OfferedFor;
  /** One for each relation that the query speaks of so. */
  readonly embeds: readonly EmbedOptions[];
  /** Of a write: the only keys of the body that count; undefined: all of them. */
  readonly columns: readonly string[] | undefined;
  /** Of an upsert: the columns by which a row is known. */
  readonly onConflict: readonly string[] | undefined;
  /** Of a change: the transition that it makes. */
  readonly transition?: string;
  /** Words of the quick search. */
  readonly words: readonly string[];
  readonly values: readonly FilterValue[];
}

const readInteger = (text: string, parameter: string): number => {
  if (!/^\d{1,12}$/.test(text)) {
    throw new Refusal('REQUEST_QUERY_INVALID', { parameter, problem: `'${text}' não é um número inteiro positivo` });
  }
  return Number(text);
};

/** `codigo,"nome"`, as clients write the names of columns; each once. */
const readNames = (text: string, parameter: string): readonly string[] => {
  const reader = new Reader(text, parameter);
  const names = new Set<string>();
  reader.space();
  do names.add(reader.name());
  while (reader.separator(','));
  reader.space();
  reader.end();
  return [...names];
};

/** The parameters under construction. */
class RequestReader {
  private readonly reading = new FilterReader();
  private readonly filters: FilterNode[] = [];
  private readonly embeds = new Map<string, EmbedOptions>();
  private readonly singles = new Map<string, string>();
  private words: readonly string[] = [];

  /** Of a parameter that is said twice the first counts, but of `limit` and `offset` the last: as in PostgREST. */
  take(key: string, value: string): void {
    // Some clients send two conditions on one column as `nome[0]` and `nome[1]`.
    const name = key.replace(/\[\d+\]$/, '');
    const words = name.split('.');
    const last = words.at(-1) ?? '';
    if (name === 'q') this.words = value.trim().split(/\s+/).filter(Boolean).slice(0, 8);
    else if (
      ['select', 'order', 'cursor', 'columns', 'on_conflict', 'transition', 'as_of', offeredForParameter].includes(name)
    )
      this.singles.set(name, this.singles.get(name) ?? value);
    else if (name === 'limit' || name === 'offset') this.singles.set(name, value);
    else if (last === 'and' || last === 'or') this.filters.push(this.reading.tree(name, words, value));
    else if (last === 'order' || last === 'limit' || last === 'offset')
      this.embed(words.slice(0, -1).join('.'), last, name, value);
    else this.filters.push(this.reading.filter(name, value));
  }

  private embed(key: string, part: 'order' | 'limit' | 'offset', name: string, value: string): void {
    const known = this.embeds.get(key) ?? {
      path: parsePath(key, name),
      order: [],
      limit: undefined,
      offset: undefined,
    };
    const order = part === 'order' && known.order.length === 0 ? parseOrder(value, name) : known.order;
    this.embeds.set(key, {
      path: known.path,
      order,
      limit: part === 'limit' ? readInteger(value, name) : known.limit,
      offset: part === 'offset' ? readInteger(value, name) : known.offset,
    });
    checkLimit('embeds', this.embeds.size);
  }

  private single<T>(name: string, read: (text: string, name: string) => T): T | undefined {
    const text = this.singles.get(name);
    return text === undefined ? undefined : read(text, name);
  }

  read(): ReadRequest {
    const offset = this.single('offset', readInteger);
    const cursor = this.single('cursor', (text) => text);
    if (cursor !== undefined && offset !== undefined) {
      throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'offset', problem: "não vai junto com 'cursor'" });
    }
    const transition = this.single('transition', (text) => text);
    const asOf = this.single('as_of', (text) => text);
    const offeredFor = this.single(offeredForParameter, parseOfferedFor);
    return {
      ...(transition === undefined ? {} : { transition }),
      ...(asOf === undefined ? {} : { asOf }),
      ...(offeredFor === undefined ? {} : { offeredFor }),
      select: this.single('select', parseSelect) ?? [{ kind: 'all' }],
      filters: this.filters,
      order: this.single('order', parseOrder) ?? [],
      limit: this.single('limit', readInteger),
      offset,
      cursor,
      embeds: [...this.embeds.values()],
      columns: this.single('columns', readNames),
      onConflict: this.single('on_conflict', readNames),
      words: this.words,
      values: this.reading.values,
    };
  }
}

/**
 * Takes the query of a registry resource apart. Raises REQUEST_QUERY_INVALID, REQUEST_TOO_COMPLEX and the refusals of
 * forms that are not served: REQUEST_OPERATOR_UNKNOWN, REQUEST_OPERATOR_REFUSED, REQUEST_JSON_PATH, REQUEST_AGGREGATE.
 */
export const parseRequest = (query: string): ReadRequest => {
  checkLimit('query', query.length);
  const reader = new RequestReader();
  for (const [key, value] of new URLSearchParams(query)) reader.take(key, value);
  return reader.read();
};
