import { describe, expect, it } from 'vitest';
import { advance, currentCursor, firstPage, goBack, pageIndex } from '../../../engine/ui/runtime/cursor-stack.ts';

describe('the way through pages', () => {
  it('goes forward by the cursors given and back by those visited', () => {
    const third = advance(advance(firstPage, 'b'), 'c');
    expect([currentCursor(third), pageIndex(third)]).toEqual(['c', 2]);
    const second = goBack(third);
    expect([currentCursor(second), pageIndex(second)]).toEqual(['b', 1]);
    expect(currentCursor(goBack(second))).toBeUndefined();
  });

  it('stays on the first page', () => {
    expect(goBack(firstPage)).toEqual(firstPage);
  });
});
