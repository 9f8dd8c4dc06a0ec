import { describe, expect, test } from 'vitest';
import { inOrder, pairRows } from '../../../engine/data/history-rows.ts';
import fc from '../../support/laws.ts';

const list = (ids: readonly string[]) => ids.map((id, position) => ({ id, position, value: id }));
const ids = fc.uniqueArray(fc.integer({ min: 1, max: 12 }).map(String));

/** By trying every number as the last. */
const longestRun = (numbers: readonly number[]): number => {
  const lengths: number[] = [];
  for (const [index, number] of numbers.entries())
    lengths.push(
      1 + Math.max(0, ...lengths.filter((_length, other) => (numbers[other] ?? number) < number && other < index)),
    );
  return Math.max(0, ...lengths);
};

describe('the rows of an array, then and now', () => {
  test('are told by what became of each, and the fewest have moved', () => {
    expect(pairRows(list(['1', '2', '3', '4']), list(['9', '4', '1', '3']))).toEqual([
      { before: undefined, after: '9', from: null, to: 1, moved: false },
      { before: '4', after: '4', from: 4, to: 2, moved: true },
      { before: '1', after: '1', from: 1, to: 3, moved: false },
      { before: '3', after: '3', from: 3, to: 4, moved: false },
      { before: '2', after: undefined, from: 2, to: null, moved: false },
    ]);
  });

  test('come back from the old list: without those gone and moved, the rest keeps its order', () => {
    fc.assert(
      fc.property(ids, ids, (before, after) => {
        const pairs = pairRows(list(before), list(after));
        expect(pairs.filter(({ to }) => to !== null).map((pair) => pair.after)).toEqual(after);
        expect(pairs.flatMap((pair) => pair.before ?? []).toSorted()).toEqual(before.toSorted());
        const still = pairs.filter(({ from, to, moved }) => from !== null && to !== null && !moved);
        const places = still.map(({ from }) => from ?? 0);
        expect(places).toEqual(places.toSorted((a, b) => a - b));
        const olds = after.flatMap((id) => (before.includes(id) ? [before.indexOf(id)] : []));
        expect(still).toHaveLength(longestRun(olds));
      }),
    );
  });

  test('have not moved where the kept ones are in the same order', () => {
    fc.assert(
      fc.property(ids, ids, (before, more) => {
        const after = before.filter((_id, index) => index % 2 === 0);
        const fresh = more.map((id) => `1${id.padStart(3, '0')}`);
        expect(pairRows(list(before), list([...fresh, ...after])).some(({ moved }) => moved)).toBe(false);
      }),
    );
  });

  test('are ordered by position, then by id as a number', () => {
    const rows = [
      { id: '10', position: 1, value: 0 },
      { id: '9', position: 1, value: 0 },
      { id: '11', position: 0, value: 0 },
    ];
    expect(inOrder(rows).map(({ id }) => id)).toEqual(['11', '9', '10']);
  });
});
