/** Batches that take back one another, in words, and which of them can be taken back. Pure. */
import type { BatchSummary } from '../../../engine/contract/batch.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';

type Linked = Pick<BatchSummary, 'chain'>;

const stepOf = ({ chain }: Linked): number => chain?.step ?? 0;

/** It takes back what the first did: to take it back is to do that again. */
export const isUndo = (batch: Linked): boolean => stepOf(batch) % 2 === 1;

/** It did again what had been taken back. */
export const isRedo = (batch: Linked): boolean => stepOf(batch) > 0 && !isUndo(batch);

/** The first where it holds, or else what took it back: each its own part, where one had to leave something out. */
const inForce = (batch: Pick<BatchSummary, 'chain' | 'state' | 'undoneBy' | 'written'>): boolean =>
  batch.state === 'applied' && batch.undoneBy === null && batch.written > 0 && !isRedo(batch);

type Timed = Pick<BatchSummary, 'chain' | 'state' | 'undoneBy' | 'written' | 'expired'>;

/** The one that is in force, within its time. */
export const takesBack = (batch: Timed): boolean => inForce(batch) && !batch.expired;

/** Until when it can be taken back, or that it cannot any more; undefined of one that another stands for. */
export const untilWords = (
  texts: Texts,
  batch: Timed & Pick<BatchSummary, 'undoUntil'>,
  timeZone: string,
): string | undefined => {
  if (!inForce(batch) || batch.undoUntil === null) return undefined;
  if (batch.expired) return texts(isUndo(batch) ? 'batches.until.redo.over' : 'batches.until.over');
  const [day = ''] = formatMoment(batch.undoUntil, timeZone).split(' ');
  return texts(isUndo(batch) ? 'batches.until.redo' : 'batches.until', { day });
};

/** `tag`: what became of it; `relation`: what it is to the first. */
export const chainWords = (
  texts: Texts,
  batch: Linked,
): { readonly tag: string | undefined; readonly relation: string | undefined } => {
  const { chain } = batch;
  if (chain === null) return { tag: undefined, relation: undefined };
  const { first, step, undoneBy, redoneBy } = chain;
  const tag =
    undoneBy !== null
      ? texts(step === 0 ? 'batches.undoneBy' : 'batches.without', { number: undoneBy })
      : redoneBy !== null
        ? texts('batches.redoneBy', { number: redoneBy })
        : undefined;
  const relation =
    step === 0 ? undefined : texts(isUndo(batch) ? 'batches.undoes' : 'batches.redoes', { number: first });
  return { tag, relation };
};
