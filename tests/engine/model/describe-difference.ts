import type { Json } from '../../../engine/core/json.ts';
import { isJsonObject } from '../../../engine/core/json.ts';

/** A name for an item of a list, so that items are compared with their namesakes and not by place. */
const nameOf = (item: Json): string | undefined => {
  if (!isJsonObject(item)) return typeof item === 'string' ? item : undefined;
  const { name, folder, path, value, title } = item;
  const found = [name, folder, Array.isArray(path) ? path.join('.') : path, value, title].find(
    (part) => typeof part === 'string',
  );
  return found === undefined ? undefined : String(found);
};

const write = (value: Json | undefined): string => (value === undefined ? '(absent)' : JSON.stringify(value));

/** What differs between two JSON values, a line each: `entities.distrito.fields.codigo.title: "Código" -> "Código IBGE"`. */
export const describeDifference = (before: Json | undefined, after: Json | undefined, path = ''): readonly string[] => {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const below = (key: string): string => (path === '' ? key : `${path}.${key}`);
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => describeDifference(before[key], after[key], below(key)));
  }
  const plain = (list: readonly Json[]): boolean => list.every((item) => typeof item === 'string');
  if (Array.isArray(before) && Array.isArray(after) && !(plain(before) && plain(after))) {
    const named = (list: readonly Json[]) => new Map(list.map((item, index) => [nameOf(item) ?? String(index), item]));
    const [old, now] = [named(before), named(after)];
    if (old.size === before.length && now.size === after.length) {
      const keys = new Set([...old.keys(), ...now.keys()]);
      const order = [...now.keys()].filter((key) => old.has(key)).join();
      const moved = order !== [...old.keys()].filter((key) => now.has(key)).join();
      return [
        ...[...keys].flatMap((key) => describeDifference(old.get(key), now.get(key), below(key))),
        ...(moved ? [`${path} order: ${[...now.keys()].join(', ')}`] : []),
      ];
    }
  }
  // What is gone is in the base's golden file.
  return [`${path}: ${after === undefined && typeof before === 'object' ? '{...}' : write(before)} -> ${write(after)}`];
};
