import { expect, test } from 'vitest';
import { changedPlaces } from '../../../engine/diff/changed-places.ts';

const placesOf = (before: string, after: string): readonly string[] =>
  (changedPlaces(new Map([['a.json', before]]), new Map([['a.json', after]])).get('a.json') ?? []).map(
    ({ pointer, from, to }) => `${pointer} ${from?.line ?? '-'} ${to?.line ?? '-'}`,
  );

test.each([
  ['a value that changed', '{\n"a": 1,\n"b": 2\n}', '{\n"a": 1,\n"b": 3\n}', ['/b 3 3']],
  // Which is what a transition that empties a field says.
  ['a null that went', '{\n"set": {\n"a": null,\n"b": 2\n}\n}', '{\n"set": {\n"b": 2\n}\n}', ['/set/a 3 2']],
  ['a null that came', '{\n"b": 2\n}', '{\n"a": null,\n"b": 2\n}', ['/a 1 2']],
  ['a null in the place of a value', '{\n"a": 1\n}', '{\n"a": null\n}', ['/a 2 2']],
  ['the order of keys', '{\n"a": 1,\n"b": 2\n}', '{\n"b": 2,\n"a": 1\n}', ['/b 3 2']],
  ['another layout', '{"a":1}', '{\n"a": 1\n}', []],
])('%s', (_what, before, after, places) => {
  expect(placesOf(before, after)).toEqual(places);
});
