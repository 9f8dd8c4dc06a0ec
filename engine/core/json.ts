/** A JSON value as parsed, frozen by convention: nobody writes into one. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Names seldom hold what has to be escaped, and pointers are made and read by the hundred thousand. */
const escaped = (segment: string): string =>
  segment.includes('~') || segment.includes('/') ? segment.replaceAll('~', '~0').replaceAll('/', '~1') : segment;

/** JSON Pointer (RFC 6901) from path segments: `['a/b', 0]` gives `/a~1b/0`. */
export const toPointer = (segments: readonly (string | number)[]): string => {
  let pointer = '';
  for (const segment of segments) pointer += `/${escaped(String(segment))}`;
  return pointer;
};

/** The inverse of `toPointer`; array indexes come back as text. */
export const fromPointer = (pointer: string): string[] => {
  if (pointer === '') return [];
  const segments = pointer.slice(1).split('/');
  return pointer.includes('~')
    ? segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
    : segments;
};

/** The value at `pointer`, or undefined where the path ends early. */
export const valueAt = (root: Json | undefined, pointer: string): Json | undefined => {
  let value: Json | undefined = root;
  for (const segment of fromPointer(pointer)) {
    if (Array.isArray(value)) value = value[Number(segment)];
    else if (isJsonObject(value)) value = Object.hasOwn(value, segment) ? value[segment] : undefined;
    else return undefined;
  }
  return value;
};

/**
 * A copy of `root` in which `pointer` holds `value`; undefined takes the key away. Everything off the path is shared
 * with `root`. The parent of the pointer must exist.
 */
export const setAt = (root: Json, pointer: string, value: Json | undefined): Json => {
  const set = (node: Json, segments: readonly string[]): Json => {
    const [segment, ...rest] = segments;
    if (segment === undefined) return value ?? null;
    if (Array.isArray(node)) {
      const copy = [...node];
      const index = Number(segment);
      if (rest.length === 0 && value === undefined) copy.splice(index, 1);
      else copy[index] = set(node[index] ?? null, rest);
      return copy;
    }
    const object = isJsonObject(node) ? node : {};
    if (rest.length > 0 || value !== undefined) return { ...object, [segment]: set(object[segment] ?? null, rest) };
    const { [segment]: _removed, ...others } = object;
    return others;
  };
  return set(root, fromPointer(pointer));
};

/** Whether two JSON values are the same, whatever the order of their keys. */
export const equalJson = (a: Json | undefined, b: Json | undefined): boolean => {
  if (a === b) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((item, index) => equalJson(item, b[index]));
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equalJson(a[key], b[key]))
  );
};
