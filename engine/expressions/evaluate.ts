/** tree + record -> value. Total: what is not of its type is empty, and no value of a record makes it throw. */
import { dayParts } from './calendar.ts';
import type { Moment, Value } from './functions.ts';
import { functionRow, isFunction, isOperator, operators } from './functions.ts';
import type { ScalarKind, Tree } from './types.ts';

export type Values = Readonly<Record<string, unknown>>;

/** What an expression reads: the record, or the row in hand and the record that owns it. */
export interface Reading extends Moment {
  readonly record: Values;
  readonly parent?: Values | undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const textOr = (value: unknown, test: (text: string) => boolean): string | null =>
  isText(value) && test(value) ? value : null;

/** A value as it is compared and reckoned with, whatever shape the wire or a form gives it. */
const readers: Readonly<Record<ScalarKind, (value: unknown) => Value>> = {
  text: (value) => textOr(value, () => true),
  integer: (value) => (Number.isSafeInteger(value) ? Number(value) : null),
  decimal: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : null),
  boolean: (value) => (typeof value === 'boolean' ? value : null),
  date: (value) => textOr(value, (text) => dayParts(text) !== null),
  month: (value) => textOr(value, (text) => /^\d{4}-\d{2}$/.test(text)),
  // PostgreSQL tells the seconds, a form does not.
  time: (value) => textOr(value, (text) => /^\d{2}:\d{2}(:\d{2})?/.test(text))?.slice(0, 5) ?? null,
  moment: (value) => {
    const instant = isText(value) ? Date.parse(value) : Number.NaN;
    return Number.isFinite(instant) ? instant : null;
  },
  relation: (value) => (Number.isSafeInteger(value) ? Number(value) : null),
  // Only whether there is one is asked.
  opaque: (value) =>
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : true,
};

const read = (from: Values | undefined, key: string, kind: ScalarKind): Value =>
  readers[kind](from !== undefined && Object.hasOwn(from, key) ? from[key] : undefined);

const isRow = (value: unknown): value is Values => typeof value === 'object' && value !== null && !Array.isArray(value);

const rowsOf = (values: Values, key: string): readonly Value[] => {
  const rows = Object.hasOwn(values, key) ? values[key] : undefined;
  return Array.isArray(rows) ? rows.filter(isRow).map((row) => ({ row })) : [];
};

/** Equality is of values, null among them. */
const same = (a: Value, b: Value): boolean => a === b;

const run = (name: string, args: readonly Tree[], reading: Reading, items: readonly Value[]): Value => {
  const [first = nothing, second = nothing, third = nothing] = args;
  const at = (tree: Tree): Value => valueAt(tree, reading, items);
  switch (name) {
    case '==':
      return same(at(first), at(second));
    case '!=':
      return !same(at(first), at(second));
    case 'in': {
      const [value, list] = [at(first), at(second)];
      return Array.isArray(list) && list.some((item) => same(value, item));
    }
    case '!': {
      const value = at(first);
      return value === null ? null : value !== true;
    }
    case '&&':
    case '||': {
      const deciding = name === '||';
      const a = at(first);
      if (a === deciding) return deciding;
      const b = at(second);
      if (b === deciding) return deciding;
      return a === null || b === null ? null : !deciding;
    }
    case '?:':
      return at(first) === true ? at(second) : at(third);
    default:
      return runCall(name, args.map(at), reading);
  }
};

const runCall = (name: string, values: readonly Value[], reading: Reading): Value => {
  if (isFunction(name)) {
    const row = functionRow(name);
    return row.total !== true && values.includes(null) ? null : row.run(values, reading);
  }
  return isOperator(name) && !values.includes(null) ? operators[name](values) : null;
};

const nothing: Tree = ['value', null];

const valueAt = (tree: Tree, reading: Reading, items: readonly Value[]): Value => {
  switch (tree[0]) {
    case 'value':
      return tree[1];
    case 'field':
      return read(reading.record, tree[1], tree[2]);
    case 'parent':
      return read(reading.parent, tree[1], tree[2]);
    case 'rows':
      return rowsOf(reading.record, tree[1]);
    case 'item': {
      const item = items[tree[1]];
      return read(isRow(item) && 'row' in item && isRow(item['row']) ? item['row'] : undefined, tree[2], tree[3]);
    }
    case 'each':
      return items[tree[1]] ?? null;
    case 'list':
      return tree[1].map((item) => valueAt(item, reading, items));
    case 'call':
      return run(tree[1], tree[2], reading, items);
    case 'macro':
      return runMacro(tree, reading, items);
  }
};

const runMacro = (
  [, name, source, body]: Extract<Tree, readonly ['macro', ...unknown[]]>,
  reading: Reading,
  items: readonly Value[],
): Value => {
  const list = valueAt(source, reading, items);
  const all: readonly Value[] = Array.isArray(list) ? list : [];
  const at = (item: Value): Value => valueAt(body, reading, [...items, item]);
  switch (name) {
    case 'map':
      return all.map(at);
    case 'filter':
      return all.filter((item) => at(item) === true);
    case 'exists':
    case 'all': {
      // As `||` and `&&` over the items.
      const deciding = name === 'exists';
      const found = all.map(at);
      if (found.includes(deciding)) return deciding;
      return found.includes(null) ? null : !deciding;
    }
  }
};

/** The value of a checked tree over a record. */
export const evaluate = (tree: Tree, reading: Reading): Value => valueAt(tree, reading, []);
