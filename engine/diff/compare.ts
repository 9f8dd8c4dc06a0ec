import { isJsonObject } from '../core/json.ts';
import type { Change, Said } from './change.ts';
import type { Group, Items, Node } from './words/node.ts';
import { unnamed } from './words/node.ts';

/** Whether two values say the same; a key without a value is as one that is not there. */
export const same = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, at) => same(item, b[at]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  for (const key in a) if (!same(a[key], b[key])) return false;
  for (const key in b) if (b[key] !== undefined && a[key] === undefined) return false;
  return true;
};

type Named = ReadonlyMap<string, unknown>;

/**
 * The items by their keys, those of one key by their turn (`one`, `one (2)`); undefined where there is no list at all
 * (`search` of a drawn screen).
 */
const nameItems = (value: unknown, { keyOf }: Items): Named | undefined => {
  if (isJsonObject(value)) return new Map(Object.entries(value));
  if (value !== undefined && !Array.isArray(value)) return undefined;
  const list: readonly unknown[] = value ?? [];
  const turns = new Map<string, number>();
  return new Map(
    list.map((item) => {
      const key = keyOf(item as never);
      const turn = (turns.get(key) ?? 0) + 1;
      turns.set(key, turn);
      return [turn === 1 ? key : `${key} (${turn})`, item];
    }),
  );
};

const keysOf = (value: unknown): readonly string[] => (isJsonObject(value) ? Object.keys(value) : []);

/** Where one is in the model: keys, and what they lead to in words. */
type Place = Pick<Change, 'path' | 'thing'>;

const change = (place: Place, before: unknown, after: unknown, { words, effect }: Said): Change => ({
  ...place,
  kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
  before,
  after,
  words,
  effect,
});

const below = ({ path, thing }: Place, key: string, label?: string): Place => ({
  path: [...path, key],
  thing: label === undefined ? thing : [...thing, label],
});

const compareItems = (items: Items, before: unknown, after: unknown, place: Place): readonly Change[] => {
  const [olds, nows] = [nameItems(before, items), nameItems(after, items)];
  // What is no list on one side is one value.
  if (olds === undefined || nows === undefined)
    return [change(place, before, after, unnamed(place.path.at(-1) ?? '').say(before, after))];
  const gone = [...olds].flatMap(([key, item]) =>
    nows.has(key) ? [] : [change(below(place, key), item, undefined, items.removed(item as never))],
  );
  const there = [...nows].flatMap(([key, item]) =>
    olds.has(key)
      ? compareAt(items.item, olds.get(key), item, below(place, key, items.label(olds.get(key) as never, key)))
      : [change(below(place, key), undefined, item, items.added(item as never))],
  );
  const [first, second] = [
    [...olds.keys()].filter((key) => nows.has(key)),
    [...nows.keys()].filter((key) => olds.has(key)),
  ];
  const moved = Array.isArray(after) && !same(first, second);
  return [
    ...gone,
    ...there,
    ...(moved ? [{ ...change(place, first, second, items.moved), kind: 'moved' as const }] : []),
  ];
};

const compareGroup = ({ keys, whole }: Group, before: unknown, after: unknown, place: Place): readonly Change[] => {
  if (whole !== undefined && (before === undefined || after === undefined))
    return [change(place, before, after, whole(before, after))];
  return [...new Set([...keysOf(after), ...keysOf(before)])].flatMap((key) => {
    const [old, now] = [before, after].map((side) => (side as Readonly<Record<string, unknown>> | undefined)?.[key]);
    return compareAt(keys[key] ?? unnamed(key), old, now, below(place, key));
  });
};

const compareAt = (node: Node, before: unknown, after: unknown, place: Place): readonly Change[] => {
  // What both sides share is mostly the same object, which spares looking into it.
  if (node.kind === 'elsewhere' || before === after) return [];
  if (node.kind === 'leaf') return same(before, after) ? [] : [change(place, before, after, node.say(before, after))];
  // A list without items and none at all are one.
  if (node.kind === 'items') return compareItems(node, before, after, place);
  const found = compareGroup(node, before, after, place);
  if (found.length === 0 && (before === undefined || after === undefined))
    return [change(place, before, after, unnamed(place.path.at(-1) ?? '').say(before, after))];
  return found;
};

/** Every difference of two values of a node, in the order of the new one. */
export const compare = (node: Node, before: unknown, after: unknown): readonly Change[] =>
  compareAt(node, before, after, { path: [], thing: [] });
