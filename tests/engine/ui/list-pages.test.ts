import { describe, expect, it } from 'vitest';
import {
  advance,
  firstPage,
  furthestPage,
  lastPage,
  pageCount,
  pageParameters,
  readPageNumber,
  toPage,
} from '../../../engine/ui/runtime/list-pages.ts';
import fc from '../../support/laws.ts';

describe('the way through pages', () => {
  it('goes forward by the cursors given and back by those it remembers', () => {
    const third = advance(advance(firstPage, 'b'), 'c');
    expect(pageParameters(third, 50)).toEqual({ cursor: 'c' });
    expect(pageParameters(toPage(third, 1), 50)).toEqual({ cursor: 'b' });
    expect(pageParameters(toPage(third, 0), 50)).toEqual({});
    expect(pageParameters(toPage(toPage(third, 0), 2), 50)).toEqual({ cursor: 'c' });
  });

  it('asks for a page that nobody has come to by the rows before it, and goes on from there by cursor', () => {
    const tenth = toPage(firstPage, 9);
    expect(pageParameters(tenth, 25)).toEqual({ offset: '225' });
    expect(pageParameters(advance(tenth, 'k'), 25)).toEqual({ cursor: 'k' });
    expect(pageParameters(toPage(advance(tenth, 'k'), 9), 25)).toEqual({ offset: '225' });
  });

  it('never lies before the first page', () => {
    expect(toPage(firstPage, -1)).toEqual(firstPage);
  });
});

describe('page numbers', () => {
  it.each([
    [undefined, 50, undefined],
    [0, 50, 1],
    [50, 50, 1],
    [51, 50, 2],
    [5571, 100, 56],
    [1_000_000, 100, 501],
    [1_000_000, 500, 101],
  ])('of %s rows, %i a page, are %s', (total, limit, pages) => {
    expect(pageCount(total, limit)).toBe(pages);
  });

  it.each([
    ['3', 2],
    [' 1.200 ', 499],
    ['0', 0],
    ['9999', 499],
    ['', undefined],
    ['-1', undefined],
    ['dois', undefined],
    ['1,5', undefined],
  ])('typed as %j is the page of index %s of 500', (text, index) => {
    expect(readPageNumber(text, 500)).toBe(index);
  });

  it('reach the last page where it is not too far to be counted to, and no further', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000_000 }), fc.integer({ min: 1, max: 1000 }), (total, limit) => {
        const last = lastPage(total, limit);
        if (last === undefined) {
          expect(total).toBeGreaterThan(furthestPage(limit) * limit);
          return;
        }
        expect(last * limit).toBeLessThanOrEqual(Math.max(0, total - 1));
        expect((last + 1) * limit).toBeGreaterThanOrEqual(total);
        expect(last).toBeLessThan(pageCount(total, limit) ?? 0);
      }),
    );
  });
});
