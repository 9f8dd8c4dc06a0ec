import { expect, it } from 'vitest';
import type { BatchChain } from '../../../../engine/contract/batch.ts';
import type { Texts } from '../../../../engine/ui/runtime/texts.ts';
import { chainWords, takesBack, untilWords } from '../../../../src/screens/batches/batch-chain.ts';

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
  ['what took back what did it again', chain(3, null), undefined, 'batches.undoes 1', true],
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
  const undoneBy = told?.undoneBy == null ? null : 'id';
  expect(takesBack({ chain: told, state: 'applied', undoneBy, written: 1, expired: false })).toBe(open);
});

it('a batch that is not at its end, or wrote nothing, cannot be taken back', () => {
  const batch = { chain: null, undoneBy: null, expired: false };
  expect(takesBack({ ...batch, state: 'applying', written: 1 })).toBe(false);
  expect(takesBack({ ...batch, state: 'applied', written: 0 })).toBe(false);
});

it.each<[string, number, boolean, string | undefined]>([
  ['that holds', 0, false, 'batches.until 31/12/2026'],
  ['whose time is over', 0, true, 'batches.until.over'],
  ['that takes one back', 1, false, 'batches.until.redo 31/12/2026'],
  ['that took one back whose time is over', 1, true, 'batches.until.redo.over'],
  ['that does one again', 2, true, undefined],
])('of a batch %s it is said until when it can be taken back', (_what, step, expired, words) => {
  const day = ((key: string, params?: { readonly day: string }) =>
    [key, params?.day].filter(Boolean).join(' ')) as unknown as Texts;
  const batch = { chain: chain(step, null), state: 'applied', undoneBy: null, written: 1, expired } as const;
  // Still the day before in the zone of the installation.
  const undoUntil = '2027-01-01T01:30:00Z';
  expect(untilWords(day, { ...batch, undoUntil }, 'America/Sao_Paulo')).toBe(words);
  expect(untilWords(day, { ...batch, undoneBy: 'id', undoUntil }, 'America/Sao_Paulo')).toBeUndefined();
  expect(takesBack(batch)).toBe(!expired && step < 2);
});
