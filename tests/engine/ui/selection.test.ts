import { describe, expect, it } from 'vitest';
import type { Selection } from '../../../engine/ui/runtime/selection.ts';
import {
  choose,
  everything,
  holderOf,
  nothing,
  pageState,
  rowsBetween,
  sizeOf,
} from '../../../engine/ui/runtime/selection.ts';
import fc from '../../support/laws.ts';

const total = 40;
const all = Array.from({ length: total }, (_, index) => index + 1);
const ids = fc.uniqueArray(fc.integer({ min: 1, max: total }));
const selections = fc.oneof(
  ids.map((some): Selection => ({ kind: 'some', ids: some })),
  ids.map((except): Selection => ({ kind: 'all', except })),
);
const chosenIn = (selection: Selection): readonly number[] => all.filter(holderOf(selection));

describe('a selection of rows', () => {
  it('holds what was chosen and nothing of what was left out, whatever it held before', () => {
    fc.assert(
      fc.property(selections, ids, fc.boolean(), (selection, some, on) => {
        const before = new Set(chosenIn(selection));
        const expected = all.filter((id) => (some.includes(id) ? on : before.has(id)));
        expect(chosenIn(choose(selection, some, on))).toEqual(expected);
      }),
    );
  });

  it('counts as many rows as it holds', () => {
    fc.assert(
      fc.property(selections, ids, fc.boolean(), (selection, some, on) => {
        const next = choose(selection, some, on);
        expect(sizeOf(next, total)).toBe(chosenIn(next).length);
      }),
    );
  });

  it('does not tell its size where it means all of nobody knows how many', () => {
    expect([sizeOf(everything, undefined), sizeOf(nothing, undefined), sizeOf(everything, 0)]).toEqual([
      undefined,
      0,
      0,
    ]);
  });

  it('keeps the rows of other pages when those of one are chosen or left out', () => {
    fc.assert(
      fc.property(selections, fc.integer({ min: 0, max: 3 }), fc.boolean(), (selection, page, on) => {
        const shown = all.slice(page * 10, page * 10 + 10);
        const next = choose(selection, shown, on);
        const elsewhere = (one: Selection) => chosenIn(one).filter((id) => !shown.includes(id));
        expect(elsewhere(next)).toEqual(elsewhere(selection));
        expect(pageState(next, shown)).toBe(on ? 'all' : 'none');
      }),
    );
  });

  it('says of a page that some of it is chosen only where some is not', () => {
    expect(pageState({ kind: 'some', ids: [2] }, [1, 2])).toBe('some');
    expect(pageState({ kind: 'all', except: [2] }, [1, 2])).toBe('some');
    expect(pageState(everything, [])).toBe('none');
  });
});

describe('the rows between two', () => {
  it('are the same from either end, both included, in their order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(all, { minLength: 2 }), fc.nat(), fc.nat(), (order, a, b) => {
        const [from = 0, to = 0] = [order[a % order.length], order[b % order.length]];
        const found = rowsBetween(order, from, to);
        expect(found).toEqual(rowsBetween(order, to, from));
        expect([found[0], found.at(-1)].toSorted()).toEqual([from, to].toSorted());
        expect(found).toEqual(order.filter((id) => found.includes(id)));
      }),
    );
  });

  it('are the last alone where the first is on no page that is shown, and none where the last is not', () => {
    expect(rowsBetween([1, 2, 3], 9, 2)).toEqual([2]);
    expect(rowsBetween([1, 2, 3], undefined, 2)).toEqual([2]);
    expect(rowsBetween([1, 2, 3], 1, 9)).toEqual([]);
  });
});
