import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseNumber } from '../../../engine/fields/number-text.ts';
import { createDraft, createDraftScope } from '../../../engine/ui/controls/use-draft.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const start = () => {
  const onChange = vi.fn();
  const draft = createDraft<number | string>(() => ({ onChange, fromText: (text) => parseNumber(text) ?? text }));
  return { draft, onChange };
};

describe('typed text', () => {
  it('is handed over once, 150 ms after the last key', () => {
    const { draft, onChange } = start();
    draft.type('1');
    vi.advanceTimersByTime(100);
    draft.type('12');
    vi.advanceTimersByTime(149);
    expect(onChange).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onChange.mock.calls).toEqual([[12]]);
    vi.advanceTimersByTime(1000);
    draft.commit();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('is handed over at once when the form saves', () => {
    const { draft, onChange } = start();
    const scope = createDraftScope();
    const forget = scope.add(draft.commit);
    draft.type('7,5');
    scope.flush();
    expect(onChange.mock.calls).toEqual([[7.5]]);
    vi.runAllTimers();
    expect(onChange).toHaveBeenCalledTimes(1);
    forget();
    draft.type('8');
    scope.flush();
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['', undefined],
    ['   ', undefined],
    ['abc', 'abc'],
  ])('of %j is %j: empty is no value, and what means nothing goes to the validator', (text, value) => {
    const { draft, onChange } = start();
    draft.type(text);
    draft.commit();
    expect(onChange.mock.calls).toEqual([[value]]);
  });
});
