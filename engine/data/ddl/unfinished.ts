/** What the database remembers of a change whose transaction is done, and whose steps after it are not all. */
import type { Queryable } from '../database.ts';
import type { PlannedStep, SchemaPlan } from './plan-schema.ts';
import { sealParts } from './seal.ts';
import { readState, unfinishedKey, writeState } from './state.ts';

interface Unfinished {
  readonly seal: string;
  /** Entity, field and SQL of each step that was sealed. */
  readonly steps: readonly string[];
}

const told = ({ entity, field, sql }: Pick<PlannedStep, 'entity' | 'field' | 'sql'>): string =>
  JSON.stringify([entity, field, sql ?? null]);

export const noteUnfinished = (transaction: Queryable, { seal, steps }: SchemaPlan): Promise<void> => {
  const note: Unfinished = { seal, steps: steps.filter(({ renewal }) => !renewal).map(told) };
  return writeState(transaction, unfinishedKey, JSON.stringify(note));
};

export const forgetUnfinished = async (transaction: Queryable): Promise<void> => {
  await transaction.query({
    text: 'delete from fichario.state where key = $1::text',
    values: [unfinishedKey],
  });
};

/**
 * Whether `plan` is what is left of the change sealed with `seal`: the files are the same, and no step is another than
 * those that were sealed, or than taking away what they left.
 */
export const isLeftOf = async (transaction: Queryable, seal: string, plan: SchemaPlan): Promise<boolean> => {
  const text = await readState(transaction, unfinishedKey);
  if (text === undefined) return false;
  const note = JSON.parse(text) as Unfinished;
  if (note.seal !== seal || sealParts(seal)[1] !== sealParts(plan.seal)[1]) return false;
  const sealed = new Set(note.steps);
  return plan.steps.every((step) => step.renewal || step.mends || sealed.has(told(step)));
};
