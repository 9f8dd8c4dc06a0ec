/**
 * Transitions over whole records. In: a record as it is stored, a transition of its entity. Out: why it may not be made,
 * what it sets, and what of that does not fit. Isomorphic: the screens ask the same of the record that they show.
 */
import type { FieldFailure } from '../core/errors.ts';
import type { Values } from '../expressions/evaluate.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import type { Entity, States, Transition } from '../model/types.ts';
import { asStored, fits, isEmpty } from './record-expressions.ts';

/** Whether the record is in a state that the transition leaves. */
export const leaves = ({ key }: Pick<States, 'key'>, { from }: Pick<Transition, 'from'>, record: Values): boolean =>
  from.some((state) => state === record[key]);

/** Whether what the transition asks of the record holds. */
export const holds = ({ when }: Pick<Transition, 'when'>, record: Values, moment: Moment): boolean =>
  when === undefined || evaluate(when.tree, { record, ...moment }) === true;

/** What the engine sets, by wire name. `record` holds what was asked for. */
export const setValues = (entity: Entity, { set }: Transition, record: Values, moment: Moment): Values =>
  Object.fromEntries(
    set.map(({ key, value }) => {
      if (value === null || typeof value !== 'object') return [key, value];
      const field = entity.fields.find(({ column }) => column === key);
      const found = asStored(field, evaluate(value.tree, { record, ...moment }));
      // Moments are reckoned with in milliseconds.
      return [key, field?.type === 'date-time' && typeof found === 'number' ? new Date(found).toISOString() : found];
    }),
  );

/** What of a transition's outcome cannot be stored: what it must leave filled in, and what it sets. */
export const outcomeFailures = (
  entity: Entity,
  shown: Entity,
  transition: Transition,
  record: Values,
  place: Readonly<Record<string, number>>,
): readonly FieldFailure[] => {
  const set = new Set(transition.set.map(({ key }) => key));
  return entity.fields.flatMap((field): FieldFailure[] => {
    const { column } = field;
    if (!set.has(column) && !transition.required.includes(column)) return [];
    const value = record[column];
    const missing = isEmpty(value) && (field.required || transition.required.includes(column));
    if (!missing && (isEmpty(value) || !set.has(column) || fits(field, value))) return [];
    const at = { entity: entity.name, field: column, ...place };
    const params = { field: field.title };
    if (shown.fields.some((one) => one.column === column))
      return [missing ? { code: 'VALIDATION_REQUIRED', params, at } : { code: 'VALIDATION_COMPUTED', params, at }];
    const unseen = { transition: transition.title };
    return [{ code: 'TRANSITION_UNSEEN', params: unseen, at: { ...at, field: entity.states?.key ?? '' } }];
  });
};
