import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RowOutcome } from '../../../engine/contract/row-outcome.ts';
import type { BatchState } from '../../../engine/ui/runtime/batch-run.ts';
import {
  afterChunk,
  beginBatch,
  doneOf,
  nextChunk,
  nextSize,
  remaining,
} from '../../../engine/ui/runtime/batch-run.ts';

const refusal = { code: '23505', message: 'Já existe.', details: null, hint: 'Informe outro.' };

const chunkSize = 200;

/** As the server would: odd ids are refused. */
const answer = (ids: readonly number[]): readonly RowOutcome[] =>
  ids.map((id) => (id % 2 === 0 ? { id, status: 204 } : { id, status: 409, error: refusal }));

const runOf = (ids: readonly number[], chunks: number): BatchState => {
  let state = beginBatch(ids);
  for (let index = 0; index < chunks && state.left.length > 0; index += 1) {
    const chunk = nextChunk(state, chunkSize);
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

  it.each([
    [200, 100, 400],
    [400, 100, 500],
    [500, 499, 500],
    [200, 500, 200],
    [200, 2000, 200],
    [200, 2001, 100],
    [50, 9000, 25],
    [25, 9000, 25],
  ])('after %d rows in %d ms sends %d', (size, milliseconds, next) => {
    expect(nextSize(size, milliseconds)).toBe(next);
  });

  it('keeps what each refused item was told, and to do', () => {
    expect(runOf([2, 3], 1).failures).toEqual([{ item: 3, message: 'Já existe. Informe outro.', gone: false }]);
    const fields = [
      { field: 'gasto', message: 'O gasto passa do limite.' },
      { field: 'motivo', message: 'Informe Motivo.' },
    ];
    const faulty = { ...refusal, message: 'O registro não foi salvo. Campos a corrigir: 2.', fields };
    expect(afterChunk(beginBatch([3]), [3], [{ id: 3, status: 422, error: faulty }]).failures).toEqual([
      { item: 3, message: 'O gasto passa do limite. Informe Motivo.', gone: false },
    ]);
  });
});
