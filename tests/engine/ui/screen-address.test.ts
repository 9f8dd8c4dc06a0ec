import { describe, expect, it } from 'vitest';
import { createWayBack, stepsAfter } from '../../../engine/ui/runtime/screen-address.tsx';

describe('the way back from what is open over a list', () => {
  it('is gone once by who closes twice before the history has moved, and again after it has', () => {
    const moves: (() => void)[] = [];
    let gone = 0;
    const goBack = createWayBack((moved) => moves.push(moved));
    const close = () =>
      goBack(() => {
        gone += 1;
      });
    close();
    close();
    expect([gone, moves.length]).toEqual([1, 1]);
    moves[0]?.();
    close();
    expect([gone, moves.length]).toEqual([2, 2]);
  });

  it('grows by a step with what is opened over it, and begins with what opens', () => {
    expect(stepsAfter({}, 'record', false)).toEqual({ record: 1 });
    expect(stepsAfter({ record: 1 }, 'peek', false)).toEqual({ record: 2, peek: 1 });
    // What a link had opened already has no way back.
    expect(stepsAfter({}, 'peek', true)).toEqual({});
  });
});
