/** How what a record points at is held while a write that looks at it lasts. */
import { wayOf } from '../model/effects.ts';
import type { Transition } from '../model/state-types.ts';
import type { Write } from './run-write.ts';
import type { Hold } from './sql/targets.ts';

/** Whether what the relation points at is moved because of the transition. */
const isMoved = (transition: Transition | undefined, column: string, list: string | undefined): boolean =>
  (transition?.effects ?? []).some((effect) => {
    const way = wayOf(effect);
    return effect.kind === 'move' && way.column === column && way.list === list;
  });

/** `column`: the relation, of the record or of the rows of `list`. What is only tried holds nothing. */
export const holdOf = (
  { options }: Write,
  transition: Transition | undefined,
  column: string,
  list?: string,
): Hold | undefined => {
  if (options.rollback) return undefined;
  return isMoved(transition, column, list) ? 'change' : 'share';
};
