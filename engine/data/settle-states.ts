/**
 * The state of the rows of a write. It moves by transitions alone: any other write may name the state that a record is
 * in, or a new one begins in, and no other.
 */
import { openTransitions } from '../access/may-move.ts';
import { comparableFields, readableFields } from '../access/visible-entity.ts';
import { isSeenExpression } from '../contract/seen-rules.ts';
import type { FieldFailure } from '../core/errors.ts';
import { Refusal } from '../core/errors.ts';
import { evaluate } from '../expressions/evaluate.ts';
import type { Moment } from '../expressions/functions.ts';
import type { Expression } from '../expressions/types.ts';
import type { Known } from '../fields/record-expressions.ts';
import { holds, leaves } from '../fields/record-transition.ts';
import type { Transition } from '../model/state-types.ts';
import type { Entity, Field } from '../model/types.ts';
import type { Row } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import type { BehindReading } from './read-behind.ts';
import { isUnseen } from './read-behind.ts';

type Place = Readonly<Record<string, number>>;

const stateField = ({ fields, states }: Entity): Field | undefined =>
  states && fields.find(({ column }) => column === states.key);

/**
 * The rows without the state, and the states that they name. Where the rights close the field it stays, to be refused as
 * any closed field is.
 */
export const takeStates = (
  { access, entity }: PlanContext,
  rows: readonly Row[],
): { readonly rows: readonly Row[]; readonly states: readonly unknown[] } => {
  const field = stateField(entity);
  if (field === undefined || access.fieldRight(entity, field).level !== 'open') return { rows, states: [] };
  return {
    rows: rows.map((row) => {
      const { [field.column]: _state, ...rest } = row;
      return rest;
    }),
    states: rows.map((row) => row[field.column]),
  };
};

const labelOf = ({ model }: PlanContext, field: Field, value: unknown): string | undefined =>
  model.codeLists[field.codeList ?? '']?.options.find((option) => option.value === value)?.label;

/** What is wrong with the state that a row names: `stored` is that of the record, or that in which a new one begins. */
export const stateFailures = (
  context: PlanContext,
  named: unknown,
  stored: Row | undefined,
  place: Place,
): readonly FieldFailure[] => {
  const { model, access, entity } = context;
  const { states } = entity;
  const field = stateField(entity);
  if (states === undefined || field === undefined || named === undefined) return [];
  if (named === (stored === undefined ? states.initial : stored[states.key])) return [];
  const at = { entity: entity.name, field: field.column, ...place };
  const state = labelOf(context, field, named);
  if (named === null) return [{ code: 'VALIDATION_REQUIRED', params: { field: field.title }, at }];
  if (state === undefined) return [{ code: 'VALIDATION_OPTION', params: { field: field.title }, at }];
  if (stored === undefined) {
    const initial = labelOf(context, field, states.initial) ?? states.initial;
    return [{ code: 'TRANSITION_INITIAL', params: { field: field.title, state: initial }, at }];
  }
  const ways = openTransitions(model, access, entity).filter(({ to }) => to === named);
  const params = { field: field.title, state };
  if (ways.length === 0) return [{ code: 'TRANSITION_CLOSED_ALWAYS', params, at }];
  const transitions = ways.map(({ title, name }) => `${title} (transition=${name})`).join(', ');
  return [{ code: 'TRANSITION_CLOSED', params: { ...params, transitions }, at }];
};

const listOf = (labels: readonly string[]): string =>
  labels.length < 2 ? labels.join('') : `${labels.slice(0, -1).join(', ')} ou ${labels.at(-1)}`;

/** Why records are not deleted as they are; who may not read the state is not told of it. */
export const keptRefusal = (context: PlanContext): Refusal => {
  const { model, access, entity, screen } = context;
  const field = stateField(entity);
  const { title } = entity;
  const seen = readableFields(model, access, entity, screen).some(({ column }) => column === field?.column);
  if (field === undefined || !seen) return new Refusal('RECORD_KEPT_UNSEEN', { title });
  const labels = (entity.states?.removable ?? []).map((value) => `'${labelOf(context, field, value) ?? value}'`);
  return new Refusal('RECORD_KEPT', { title, states: listOf(labels) });
};

/** What the caller may know of a record with the lists of what points at it. */
const withLinkedSeen = ({ model, access, entity }: PlanContext, shown: Entity): Known => {
  const linked = (entity.states?.linked ?? []).flatMap(({ name, entity: other }) => {
    const target = model.entities[other];
    const fields = target === undefined ? [] : comparableFields(model, access, target);
    return fields.length === 0 ? [] : [{ name, entity: { fields } }];
  });
  return { fields: shown.fields, children: [...shown.children, ...linked] };
};

/** Whether the caller may be told in words of what an expression of the transition says: all that it reads is open to the caller. */
const isTold = (context: PlanContext, shown: Entity, expression: Expression, reading: Standing): boolean =>
  !isUnseen(expression, reading) &&
  isSeenExpression(context.model, context.access, expression, withLinkedSeen(context, shown), undefined);

/** A record with what the expressions of a transition read. */
type Standing = Pick<BehindReading, 'record' | 'unseen'>;

/**
 * Why the transition may not be made of a record as it is stored; who may not read the state is not told of it. `standing`:
 * the record with what the condition of the transition reads.
 */
export const moveFailures = (
  context: PlanContext,
  shown: Entity,
  transition: Transition,
  reading: Standing,
  moment: Moment,
  place: Place,
): readonly FieldFailure[] => {
  const { model, access, entity, screen } = context;
  const { record: stored } = reading;
  const { states } = entity;
  const field = stateField(entity);
  if (states === undefined || field === undefined) return [];
  const at = { entity: entity.name, field: field.column, ...place };
  const { title } = transition;
  if (!leaves(states, transition, stored)) {
    const seen = readableFields(model, access, entity, screen).some(({ column }) => column === field.column);
    if (!seen) return [{ code: 'TRANSITION_FROM_UNSEEN', params: { transition: title }, at }];
    const label = (value: unknown): string => `'${labelOf(context, field, value) ?? String(value)}'`;
    const from = listOf(transition.from.map(label));
    return [{ code: 'TRANSITION_FROM', params: { transition: title, from, state: label(stored[states.key]) }, at }];
  }
  if (holds(transition, stored, moment)) return [];
  const { message, when } = transition;
  return message !== undefined && when !== undefined && isTold(context, shown, when, reading)
    ? [{ code: 'VALIDATION_RULE', params: { rule: message }, at }]
    : [{ code: 'TRANSITION_UNSEEN', params: { transition: title }, at }];
};

/** What the transition asks of the record as it becomes, and does not hold. `reading`: that record with what the rules read. */
export const moveRuleFailures = (
  context: PlanContext,
  shown: Entity,
  { rules = [], title }: Transition,
  reading: Standing,
  moment: Moment,
  place: Place,
): readonly FieldFailure[] => {
  const { entity } = context;
  const { record } = reading;
  const open = new Set([...shown.fields.map(({ column }) => column), ...shown.children.map(({ name }) => name)]);
  return rules.flatMap(({ must, message, keys }): FieldFailure[] => {
    if (evaluate(must.tree, { record, ...moment }) !== false) return [];
    const field = keys.find((key) => open.has(key)) ?? entity.states?.key ?? '';
    const at = { entity: entity.name, field, ...place };
    return isTold(context, shown, must, reading)
      ? [{ code: 'VALIDATION_RULE', params: { rule: message }, at }]
      : [{ code: 'TRANSITION_UNSEEN', params: { transition: title }, at: { ...at, field: entity.states?.key ?? '' } }];
  });
};
