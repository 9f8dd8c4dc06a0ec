/** The Portuguese words that keys are known by: what they mean is of the language, and they are not. */
import { expect, test } from 'vitest';
import type { Json } from '../../../engine/core/json.ts';
import { isJsonObject } from '../../../engine/core/json.ts';
import { plainName } from '../../../engine/core/plain-name.ts';
import { kinds } from '../../../engine/metadata/kinds.ts';
import { slipOf } from '../../../engine/metadata/slips.ts';
import { spokenKeys } from '../../../engine/metadata/spoken-keys.ts';

/** Every object of the language, by the keys that it takes. */
const placesIn = (schema: unknown): readonly Readonly<Record<string, unknown>>[] => {
  if (Array.isArray(schema)) return schema.flatMap(placesIn);
  if (!isJsonObject(schema as Json)) return [];
  const place = schema as Readonly<Record<string, unknown>>;
  return [...(isJsonObject(place['properties'] as Json) ? [place] : []), ...Object.values(place).flatMap(placesIn)];
};
const places = Object.values(kinds).flatMap(({ schema }) => placesIn(schema));
const keys = new Set(places.flatMap((place) => Object.keys(place['properties'] as object)));

test('none of them is a key of the language', () => {
  const plain = new Set([...keys].map(plainName));
  expect([...spokenKeys.keys()].filter((name) => plain.has(name) || name !== plainName(name))).toEqual([]);
});

test.each([...spokenKeys])('%s is %j somewhere in the language', (name, meant) => {
  const found = places.flatMap((place) => slipOf(name, place, '/fields/x') ?? []);
  expect(found.length).toBeGreaterThan(0);
  for (const { meant: key } of found) expect(key === undefined || keys.has(key)).toBe(true);
  // Each of them means something of its own.
  for (const one of meant)
    expect([...keys].some((key) => key === one || key.replace(/^x-/, '') === plain(one))).toBe(true);
});

const plain = (name: string): string => plainName(name).replaceAll('_', '-');
