import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SearchCall, SearchState } from '../../../engine/ui/runtime/relation-search.ts';
import { createRelationSearch } from '../../../engine/ui/runtime/relation-search.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Found {
  readonly id: number;
}

const start = ({ minimum = 2, single = false } = {}) => {
  const states: SearchState<Found>[] = [];
  const chosen: number[] = [];
  const unsettled: string[] = [];
  const aborted: string[] = [];
  const answers = new Map<string, (rows: readonly Found[] | undefined) => void>();
  const ask = vi.fn((term: string): SearchCall<Found> => {
    const { promise, resolve } = Promise.withResolvers<readonly Found[] | undefined>();
    answers.set(term, resolve);
    return { answer: promise, abort: () => void aborted.push(term) };
  });
  const search = createRelationSearch<Found>(() => ({
    minimum,
    single,
    ask,
    tell: (state) => void states.push(state),
    choose: ({ id }) => void chosen.push(id),
    unsettled: (term, { phase, rows }) => void unsettled.push(`${term} ${phase} ${rows.length}`),
  }));
  const answer = async (term: string, rows: readonly Found[] | undefined) => {
    answers.get(term)?.(rows);
    await vi.advanceTimersByTimeAsync(0);
  };
  const asked = () => ask.mock.calls.map(([term]) => term);
  return { search, states, chosen, unsettled, aborted, answer, asked };
};

describe('the search of a relation', () => {
  it('starts only after the minimum number of characters [autocomplete-starts-after-minimum]', () => {
    const { search, asked, states } = start({ minimum: 3 });
    for (const text of ['', 'b', 'be', '  be  ']) search.type(text);
    vi.advanceTimersByTime(5000);
    expect(asked()).toEqual([]);
    expect(states.at(-1)).toEqual({ phase: 'short', rows: [] });
    search.type('bel');
    vi.advanceTimersByTime(500);
    expect(asked()).toEqual(['bel']);
  });

  it.each([
    ['2 by default [autocomplete-minimum-default] [constants-autocomplete-minimum]', 2],
    ['5 for a provider [autocomplete-minimum-provider]', 5],
  ])('asks from its minimum on: %s', (_name, minimum) => {
    const { search, asked } = start({ minimum });
    search.type('x'.repeat(minimum - 1));
    vi.advanceTimersByTime(5000);
    expect(asked()).toEqual([]);
    search.type('x'.repeat(minimum));
    vi.advanceTimersByTime(5000);
    expect(asked()).toEqual(['x'.repeat(minimum)]);
  });

  it('asks 500 ms after typing [autocomplete-request-delay] [constants-autocomplete-delay]', () => {
    const { search, asked, states } = start();
    search.type('be');
    vi.advanceTimersByTime(400);
    search.type('bel');
    expect(states.at(-1)).toEqual({ phase: 'waiting', rows: [] });
    vi.advanceTimersByTime(499);
    expect(asked()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(asked()).toEqual(['bel']);
    vi.advanceTimersByTime(5000);
    expect(asked()).toEqual(['bel']);
  });

  it('shows the rows of the array that answers [autocomplete-response-array]', async () => {
    const { search, states, answer } = start();
    search.type('belo');
    vi.advanceTimersByTime(500);
    await answer('belo', [{ id: 3 }, { id: 9 }]);
    expect(states.at(-1)).toEqual({ phase: 'done', rows: [{ id: 3 }, { id: 9 }] });
  });

  it('selects a single result by itself when that option is enabled [autocomplete-single-result-auto-selected]', async () => {
    for (const single of [true, false]) {
      const { search, chosen, answer } = start({ single });
      search.type('belo');
      vi.advanceTimersByTime(500);
      await answer('belo', [{ id: 3 }]);
      expect(chosen).toEqual(single ? [3] : []);
    }
    const { search, chosen, answer } = start({ single: true });
    search.type('belo');
    vi.advanceTimersByTime(500);
    await answer('belo', [{ id: 3 }, { id: 4 }]);
    search.type('nada');
    vi.advanceTimersByTime(500);
    await answer('nada', []);
    expect(chosen).toEqual([]);
  });

  it('gives a call up when the text goes on, and never shows its answer', async () => {
    const { search, states, chosen, aborted, answer } = start({ single: true });
    search.type('be');
    vi.advanceTimersByTime(500);
    search.type('bel');
    expect(aborted).toEqual(['be']);
    await answer('be', [{ id: 1 }]);
    expect(states.at(-1)).toEqual({ phase: 'waiting', rows: [] });
    expect(chosen).toEqual([]);
    vi.advanceTimersByTime(500);
    search.stop();
    await answer('bel', [{ id: 2 }]);
    expect(aborted).toEqual(['be', 'bel']);
    expect(chosen).toEqual([]);
  });

  it.each([
    ['the only record found, which is chosen', 'belo', [{ id: 3 }], [3], []],
    ['several records', 'belo', [{ id: 3 }, { id: 4 }], [], ['belo done 2']],
    ['no record', 'belo', [], [], ['belo done 0']],
    ['a call that failed', 'belo', undefined, [], ['belo failed 0']],
    ['too short a text', 'b', undefined, [], ['b short 0']],
  ] as const)('is settled at once when the person is done: %s', async (_what, term, rows, ids, told) => {
    for (const answered of [true, false]) {
      const { search, chosen, unsettled, answer, asked } = start();
      search.type(term);
      if (answered) {
        vi.advanceTimersByTime(500);
        await answer(term, rows);
      }
      search.settle();
      // The control that is left takes its text away.
      if (!answered) search.type('');
      if (!answered) await answer(term, rows);
      vi.advanceTimersByTime(5000);
      expect([chosen, unsettled]).toEqual([ids, told]);
      expect(asked()).toEqual(term === 'b' ? [] : ['belo']);
    }
  });

  it('asks for the first of all at once, chooses none of them, and forgets them when a text is typed', async () => {
    const { search, states, chosen, answer, asked, aborted } = start({ single: true });
    search.browse();
    expect(asked()).toEqual(['']);
    await answer('', [{ id: 3 }]);
    expect([states.at(-1), chosen]).toEqual([{ phase: 'done', rows: [{ id: 3 }] }, []]);
    search.settle();
    search.browse();
    search.type('be');
    expect([aborted, states.at(-1)]).toEqual([[''], { phase: 'waiting', rows: [] }]);
  });

  it('says where a call failed', async () => {
    const { search, states, answer } = start();
    search.type('belo');
    vi.advanceTimersByTime(500);
    await answer('belo', undefined);
    expect(states.at(-1)).toEqual({ phase: 'failed', rows: [] });
  });
});
