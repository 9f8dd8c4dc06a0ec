/** A JSON value as parsed, frozen by convention: nobody writes into one. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Pointer (RFC 6901) from path segments: `['a/b', 0]` gives `/a~1b/0`. */
export const toPointer = (segments: readonly (string | number)[]): string =>
  segments.map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** The inverse of `toPointer`; array indexes come back as text. */
export const fromPointer = (pointer: string): string[] =>
  pointer === ''
    ? []
    : pointer
        .slice(1)
        .split('/')
        .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));

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
