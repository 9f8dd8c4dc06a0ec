import { expect, it } from 'vitest';
import type { BatchChain } from '../../../../engine/contract/batch.ts';
import type { Texts } from '../../../../engine/ui/runtime/texts.ts';
import { chainWords, takesBack } from '../../../../src/screens/batches/batch-chain.ts';

const texts = ((key: string, { number }: { readonly number: number }) => `${key} ${number}`) as unknown as Texts;
const chain = (step: number, undoneBy: number | null, redoneBy: number | null = null): BatchChain => ({
  first: 1,
  operation: 'update',
  step,
  undoneBy,
  redoneBy,
});

it.each<[string, BatchChain | null, string | undefined, string | undefined, boolean]>([
  ['alone', null, undefined, undefined, true],
  ['the first, taken back', chain(0, 2), 'batches.undoneBy 2', undefined, false],
  ['what took it back', chain(1, null), undefined, 'batches.undoes 1', true],
  ['the first, done again', chain(0, null, 3), 'batches.redoneBy 3', undefined, true],
  ['what took it back, before it was done again', chain(1, 3), 'batches.without 3', 'batches.undoes 1', false],
  ['what did it again', chain(2, null), undefined, 'batches.redoes 1', false],
  [
    'what did it again, before it was taken back once more',
    chain(2, 4),
    'batches.without 4',
    'batches.redoes 1',
    false,
  ],
])('a batch that is %s tells it, and can be taken back or not', (_what, told, tag, relation, open) => {
  expect(chainWords(texts, { chain: told })).toEqual({ tag, relation });
  const undoneBy = told?.step !== 2 && told?.undoneBy != null ? 'id' : null;
  expect(takesBack({ chain: told, state: 'applied', undoneBy, written: 1 })).toBe(open);
});

it('a batch that is not at its end, or wrote nothing, cannot be taken back', () => {
  const batch = { chain: null, undoneBy: null };
  expect(takesBack({ ...batch, state: 'applying', written: 1 })).toBe(false);
  expect(takesBack({ ...batch, state: 'applied', written: 0 })).toBe(false);
});
