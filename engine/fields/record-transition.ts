/**
 * Transitions over whole records. In: a record as it is stored, a transition of its entity. Out: why it may not be made,
 * what it sets, and what of that does not fit. Isomorphic: the screens ask the same of the record that they show.
 */
import type { FieldFailure } from '../core/errors.ts';
import type { Reading, Values } from '../expressions/evaluate.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import type { Expression } from '../expressions/types.ts';
import type {
  BegunField,
  Effect,
  GivenField,
  GivenPath,
  GivenRecord,
  GivenRelation,
  States,
  Transition,
} from '../model/state-types.ts';
import type { Entity } from '../model/types.ts';
import { asStored, fits, isEmpty } from './record-expressions.ts';

/** Whether the record is in a state that the transition leaves. */
export const leaves = ({ key }: Pick<States, 'key'>, { from }: Pick<Transition, 'from'>, record: Values): boolean =>
  from.some((state) => state === record[key]);

/** Whether what the transition asks of the record holds. */
export const holds = ({ when }: Pick<Transition, 'when'>, record: Values, moment: Moment): boolean =>
  when === undefined || evaluate(when.tree, { record, ...moment }) === true;

/** What an expression comes to, as the field of the entity takes it. */
const worked = (entity: Entity, key: string, { tree }: Expression, reading: Reading): unknown => {
  const field = entity.fields.find(({ column }) => column === key);
  const found = asStored(field, evaluate(tree, reading));
  // Moments are reckoned with in milliseconds.
  return field?.type === 'date-time' && typeof found === 'number' ? new Date(found).toISOString() : found;
};

/** What the engine sets, by wire name. `record` holds what was asked for. */
export const setValues = (entity: Entity, { set }: Transition, record: Values, moment: Moment): Values =>
  Object.fromEntries(
    set.map(({ key, value }) => [
      key,
      value === null || typeof value !== 'object' ? value : worked(entity, key, value, { record, ...moment }),
    ]),
  );

/** What fields that are asked for begin with, by wire name; what is empty or does not fit the field is none. */
export const begunValues = (entity: Entity, begins: readonly BegunField[], reading: Reading): Values =>
  Object.fromEntries(
    begins.flatMap(({ key, value: expression }) => {
      const field = entity.fields.find(({ column }) => column === key);
      const value = worked(entity, key, expression, reading);
      return field === undefined || isEmpty(value) || !fits(field, value) ? [] : [[key, value]];
    }),
  );

/** What stands in other records, read before it is asked for. */
export type Elsewhere = (value: GivenPath | GivenRecord, reading: Reading) => unknown;

/** The value of the relation, of the record or of the owner of the row. */
export const relationValue = ({ relation, ofOwner }: GivenRelation, { record, parent }: Reading): unknown =>
  (ofOwner === true ? parent : record)?.[relation] ?? null;

/** Whether an effect comes to be. `reading`: the record of the transition as it has become, or one of its rows. */
export const comesToBe = ({ when }: Pick<Effect, 'when'>, reading: Reading): boolean =>
  when === undefined || evaluate(when.tree, reading) === true;

/** What an effect gives, by wire name. `target`: whose fields they are. */
export const givenValues = (
  target: Entity,
  fields: readonly GivenField[],
  reading: Reading,
  elsewhere: Elsewhere,
): Values =>
  Object.fromEntries(
    fields.map(({ key, value }) => {
      if ('tree' in value) return [key, worked(target, key, value, reading)];
      return [key, 'relation' in value ? relationValue(value, reading) : elsewhere(value, reading)];
    }),
  );

/** All that an effect gives to a record of the target, its rows by the names of their lists. */
export const givenRecord = (target: Entity, effect: Effect, reading: Reading, elsewhere: Elsewhere): Values => {
  const lists = (effect.lists ?? []).map(({ name, items }) => {
    const owned = target.children.find((child) => child.name === name)?.entity ?? target;
    return [name, items.map((fields) => givenValues(owned, fields, reading, elsewhere))] as const;
  });
  return { ...givenValues(target, effect.fields, reading, elsewhere), ...Object.fromEntries(lists) };
};

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
