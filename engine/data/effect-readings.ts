import type { Reading } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import { effectExpressions, wayOf } from '../model/effects.ts';
import type { Effect, Transition } from '../model/state-types.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { holdOf } from './hold-of.ts';
import { behindOf } from './read-behind.ts';
import type { Write } from './run-write.ts';

/**
 * What an effect is asked of, in order: the records, or rows with their owner, with what it reads of others as these are by
 * now, for an effect before it may have changed them.
 */
export const effectReadings = async (
  write: Write,
  transaction: Queryable,
  transition: Transition,
  effect: Effect,
  sides: readonly { readonly record: Row; readonly parent?: Row | undefined }[],
  moment: Moment,
): Promise<readonly Reading[]> => {
  const { list } = wayOf(effect);
  const behind = behindOf(write, transaction, effectExpressions(effect), ({ relation, ofOwner }) =>
    holdOf(write, transition, relation, ofOwner === true ? undefined : list),
  );
  const brought = await behind.bring(sides);
  return brought.map(({ record, parent }) => ({ record, parent, ...moment }));
};
