import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowOutcome } from '../../../engine/contract/row-outcome.ts';
import type { BatchState } from '../../../engine/ui/runtime/batch-run.ts';
import {
  afterChunk,
  beginBatch,
  chunkSize,
  doneOf,
  nextChunk,
  remaining,
} from '../../../engine/ui/runtime/batch-run.ts';

const refusal = { code: '23505', message: 'Já existe.', details: null, hint: 'Informe outro.' };

/** As the server would: odd ids are refused. */
const answer = (ids: readonly number[]): readonly RowOutcome[] =>
  ids.map((id) => (id % 2 === 0 ? { id, status: 204 } : { id, status: 409, error: refusal }));

const runOf = (ids: readonly number[], chunks: number): BatchState => {
  let state = beginBatch(ids);
  for (let index = 0; index < chunks && state.left.length > 0; index += 1) {
    const chunk = nextChunk(state);
    state = afterChunk(state, chunk, answer(chunk));
  }
  return state;
};

describe('a batch', () => {
  it('leaves what is gone unchosen, and tells of it as of any other', () => {
    const state = afterChunk(beginBatch([2]), [2], [{ id: 2, status: 404, error: { ...refusal, hint: null } }]);
    expect(state.failures).toEqual([{ item: 2, message: 'Já existe.', gone: true }]);
    expect(remaining(state)).toEqual([]);
  });

  it('sends each item once, in chunks, and at any moment accounts for all of them', () => {
    const items = fc.uniqueArray(fc.integer({ min: 1, max: 5000 }), { maxLength: 700 });
    fc.assert(
      fc.property(items, fc.nat({ max: 6 }), (ids, chunks) => {
        const state = runOf(ids, chunks);
        const done = Math.min(ids.length, chunks * chunkSize);
        expect(doneOf(state)).toBe(done);
        expect([...state.written, ...remaining(state)].toSorted()).toEqual([...ids].toSorted());
        expect(state.written).toEqual(ids.slice(0, done).filter((id) => id % 2 === 0));
        expect(state.left).toEqual(ids.slice(done));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps what each refused item was told, and to do', () => {
    expect(runOf([2, 3], 1).failures).toEqual([{ item: 3, message: 'Já existe. Informe outro.', gone: false }]);
  });
});
