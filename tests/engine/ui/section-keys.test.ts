import { expect, it } from 'vitest';
import { keySections } from '../../../engine/ui/form/section-keys.ts';

const section = (title: string | undefined, ...columns: string[]) => ({ title, columns });
const before = keySections([], [section('A', 'a', 'b'), section('B', 'c', 'd'), section(undefined, 'e')]);
const keys = (...sections: ReturnType<typeof section>[]) => keySections(before, sections).map(({ key }) => key);

it.each([
  ['the same sections', [section('A', 'a', 'b'), section('B', 'c', 'd'), section(undefined, 'e')], [0, 1, 2]],
  ['another title', [section('Outro', 'a', 'b'), section('B', 'c', 'd'), section(undefined, 'e')], [0, 1, 2]],
  ['another order', [section('B', 'c', 'd'), section(undefined, 'e'), section('A', 'a', 'b')], [1, 2, 0]],
  [
    'a section before, with a field of the next',
    [section('Antes', 'a'), section('A', 'b'), section('B', 'c', 'd')],
    [3, 0, 1],
  ],
  ['a title and a field fewer', [section('Novo', 'b'), section('B', 'c', 'd'), section(undefined, 'e')], [0, 1, 2]],
  ['fields of two others', [section('A', 'a'), section('Meio', 'b', 'c', 'd'), section(undefined, 'e')], [0, 1, 2]],
  ['nothing that was there', [section('Z', 'z')], [3]],
  ['all of its fields hidden', [section('A'), section('B', 'c', 'd'), section(undefined, 'e')], [0, 1, 2]],
])('knows sections again: %s', (_what, sections, expected) => {
  expect(keys(...sections)).toEqual(expected);
});

it('gives no key twice, neither now nor to what comes later', () => {
  const next = keySections(before, [section('X', 'x'), section('A', 'a', 'b'), section('Y', 'y')]);
  expect(next.map(({ key }) => key)).toEqual([3, 0, 4]);
  expect(keySections(next, [section('W', 'w'), ...next.map((one) => one.section)]).map(({ key }) => key)).toEqual([
    5, 3, 0, 4,
  ]);
});
