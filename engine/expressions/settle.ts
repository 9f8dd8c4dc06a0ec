/**
 * What an expression comes to before there is a record, where some of what it reads is always the same. In: a checked
 * tree, and what is known of the keys. Out: its value, or whether it can ever be true. Nothing is guessed: what rests on
 * anything else is not known.
 */
import { evaluate } from './evaluate.ts';
import type { Value } from './functions.ts';
import { functionRow, isFunction } from './functions.ts';
import type { Tree } from './types.ts';

/** Of a key: the value that it always has; undefined: one never knows. */
export interface KnownKey {
  readonly value: Value | undefined;
}

type Keys<K> = ReadonlyMap<string, K>;

/** What is known of a record, of the one that owns it, and of the rows of its lists. */
export interface Known<K extends KnownKey = KnownKey> {
  readonly record: Keys<K>;
  readonly parent: Keys<K>;
  readonly rows: (list: string) => Keys<K>;
}

/** Keys of the rows that each macro around stands at, outermost first. */
type Items<K> = readonly Keys<K>[];

/** They look at a side that is empty too. */
const readsNull: ReadonlySet<string> = new Set(['==', '!=', 'in', '&&', '||', '?:']);
const isTotal = (name: string): boolean =>
  readsNull.has(name) || (isFunction(name) && functionRow(name).total === true);

const asTree = (value: Value): Tree =>
  Array.isArray(value) ? ['list', value.map(asTree)] : ['value', value as Exclude<Value, object>];

const worked = (tree: Tree): Value => evaluate(tree, { record: {}, today: '', timeZone: 'UTC' });

const settledCall = (name: string, args: readonly Tree[], settledOf: (tree: Tree) => Value | undefined) => {
  const values = args.map(settledOf);
  const known = values.filter((value) => value !== undefined);
  if (name === '?:' && known[0] !== undefined && values[0] !== undefined)
    return values[0] === true ? values[1] : values[2];
  if ((name === '&&' || name === '||') && known.includes(name === '||')) return name === '||';
  if (!isTotal(name) && known.includes(null)) return null;
  // The zone of the installation says which day it is.
  if (name === 'dayOf') return undefined;
  // Without an argument it is the clock.
  return known.length === args.length && args.length > 0 ? worked(['call', name, known.map(asTree)]) : undefined;
};

const rowKeys = <K extends KnownKey>(list: Tree, known: Known<K>): Keys<K> => {
  if (list[0] === 'rows') return known.rows(list[1]);
  return list[0] === 'macro' && list[1] === 'filter' ? rowKeys(list[2], known) : new Map();
};

/** What is known of the key that a tree reads, where it is one. */
const keyAt = <K extends KnownKey>(tree: Tree, known: Known<K>, items: Items<K>): K | undefined => {
  if (tree[0] === 'field' || tree[0] === 'rows') return known.record.get(tree[1]);
  if (tree[0] === 'parent') return known.parent.get(tree[1]);
  return tree[0] === 'item' ? items[tree[1]]?.get(tree[2]) : undefined;
};

const settledAt = (tree: Tree, known: Known, items: Items<KnownKey>): Value | undefined => {
  const at = (inner: Tree): Value | undefined => settledAt(inner, known, items);
  switch (tree[0]) {
    case 'value':
      return tree[1];
    case 'list': {
      const values = tree[1].map(at);
      return values.every((value) => value !== undefined) ? values : undefined;
    }
    case 'call':
      return settledCall(tree[1], tree[2], at);
    case 'macro': {
      const list = at(tree[2]);
      return Array.isArray(list) && list.length === 0 ? worked(['macro', tree[1], ['list', []], tree[3]]) : undefined;
    }
    default:
      return keyAt(tree, known, items)?.value;
  }
};

const neverAt = (tree: Tree, known: Known, items: Items<KnownKey>): boolean => {
  const never = (inner: Tree): boolean => neverAt(inner, known, items);
  const value = settledAt(tree, known, items);
  if (value !== undefined) return value !== true;
  if (tree[0] === 'macro' && tree[1] === 'exists') return neverAt(tree[3], known, [...items, rowKeys(tree[2], known)]);
  if (tree[0] !== 'call') return false;
  const [, name, args] = tree;
  if (name === '&&') return args.some(never);
  if (name === '||') return args.every(never);
  return name === '?:' && args.slice(1).every(never);
};

/** The value that the expression always has; undefined: one never knows. */
export const settled = (tree: Tree, known: Known): Value | undefined => settledAt(tree, known, []);

/** Whether the condition is true of no record. */
export const isNever = (tree: Tree, known: Known): boolean => neverAt(tree, known, []);

const partsOf = (tree: Tree): readonly Tree[] => {
  if (tree[0] === 'list') return tree[1];
  return tree[0] === 'call' ? tree[2] : [];
};

const readAt = <K extends KnownKey>(tree: Tree, known: Known<K>, items: Items<K>): readonly K[] => {
  if (tree[0] === 'macro') {
    const inside = [...items, rowKeys(tree[2], known)];
    return [...readAt(tree[2], known, items), ...readAt(tree[3], known, inside)];
  }
  const key = keyAt(tree, known, items);
  return key === undefined ? partsOf(tree).flatMap((part) => readAt(part, known, items)) : [key];
};

/** What is known of the keys that the expression reads, each once. */
export const knownReads = <K extends KnownKey>(tree: Tree, known: Known<K>): readonly K[] => [
  ...new Set(readAt(tree, known, [])),
];
