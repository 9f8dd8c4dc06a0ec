/** Nothing of a model differs unsaid: each of its values, made another, is told of. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Json } from '../../../engine/core/json.ts';
import { isJsonObject, setAt, toPointer } from '../../../engine/core/json.ts';
import { compare, same } from '../../../engine/diff/compare.ts';
import { compileSide } from '../../../engine/diff/compile-side.ts';
import { modelWords } from '../../../engine/diff/words/model-words.ts';
import { readSourceFiles } from '../../../engine/metadata/load-files.ts';
import { catalogues } from '../../../src/catalogues.ts';

const sources = await readSourceFiles(join(import.meta.dirname, '../../..'));
const [, copass] = compileSide(sources, catalogues, { clients: ['copass'] }).clients;
if (copass === undefined) throw new Error('copass is a client of the product');

/** The model as JSON, in parts small enough to be compared often; rows that records own stand among the entities. */
const { entities, screens, codeLists, client, flags } = JSON.parse(
  JSON.stringify(copass.model, (key, value: unknown) =>
    key === 'children'
      ? (value as { entity: { name: string } }[]).map((one) => ({ ...one, entity: one.entity.name }))
      : value,
  ),
) as Record<string, Json>;
const each = (map: Json | undefined, of: string): readonly Json[] =>
  Object.entries(map as Record<string, Json>).map(([key, value]) => ({ [of]: { [key]: value } }));
const parts: readonly Json[] = [
  ...each(entities, 'entities'),
  ...(screens as readonly Json[]).map((screen) => ({ screens: [screen] })),
  ...each(codeLists, 'codeLists'),
  { client: client ?? null },
  { flags: flags ?? null },
];

const leavesOf = (value: Json, path: readonly (string | number)[] = []): readonly string[] =>
  Array.isArray(value)
    ? value.flatMap((item: Json, at) => leavesOf(item, [...path, at]))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, item]) => leavesOf(item, [...path, key]))
      : [toPointer(path)];

const other = (value: Json): Json =>
  typeof value === 'boolean' ? !value : typeof value === 'number' ? value + 1 : `${value}~`;

/**
 * Said by the path of what holds them, which is told of where it differs; or the same object elsewhere in the model; or
 * what tells which other keys an object has, which is never another by itself; or worked out from the title of a field,
 * which is told of there; or compiled from an expression that the field tells of as it is written; or the name of the client,
 * who is held against himself alone.
 */
const excused =
  /^\/entities\/[^/]+\/(name|children\/\d+\/entity|expressions\/(lockedWith\/\d+\/message|begins\/.*))$|^\/screens\/0\/folder$|\/effect\/kind$|^\/client\/name$/;

/** A share of the leaves of every part, another one in each, so that all keys are met. */
it('tells of each value that is another', () => {
  const silent: string[] = [];
  let tried = 0;
  for (const [at, part] of parts.entries()) {
    const leaves = leavesOf(part);
    for (let next = at % 7; next < leaves.length; next += 7) {
      const pointer = leaves[next] ?? '';
      if (excused.test(pointer)) continue;
      tried += 1;
      const value = pointer
        .split('/')
        .slice(1)
        .reduce<unknown>(
          (found, key) => (found as Record<string, unknown>)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
          part,
        );
      const changes = compare(modelWords, part, setAt(part, pointer, other(value as Json)));
      if (changes.length === 0 || changes.some(({ words }) => words === '')) silent.push(pointer);
    }
  }
  expect(silent).toEqual([]);
  expect(tried).toBeGreaterThan(10_000);
});

it('is silent about a model and its copy, and about nothing in place of an empty list', () => {
  const model = JSON.parse(JSON.stringify(parts)) as readonly Json[];
  expect(parts.flatMap((part, at) => compare(modelWords, part, model[at]))).toEqual([]);
  expect(compare(modelWords, { screens: [] }, {})).toEqual([]);
});

it('holds a key without a value for one that is not there, and nothing else', () => {
  expect(same({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(same({ a: 1 }, { a: 1, b: undefined })).toBe(true);
  expect(same({ a: 1, b: null }, { a: 1 })).toBe(false);
  expect(same([1, 2], [2, 1])).toBe(false);
  expect(same([], {})).toBe(false);
});
