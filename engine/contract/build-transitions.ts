/** The transitions that a user may make, with the fields that they ask for, as the screens offer them. */

import { followed, openTransitions, writableInMove } from '../access/may-move.ts';
import { readableChildren } from '../access/visible-entity.ts';
import type { Expression } from '../expressions/types.ts';
import { recordSchema, writableChildren, writableFields } from '../fields/record-schema.ts';
import { intoKeys } from '../model/effects.ts';
import type { Transition } from '../model/state-types.ts';
import type { Entity, Field } from '../model/types.ts';
import type { BeginsOf } from './asked-begins.ts';
import { beginsIn, begunIn, selectLinked } from './asked-begins.ts';
import { uiField } from './build-form.ts';
import { relationTarget } from './build-relation.ts';
import type { AskedBegin, RelationTarget, ScreenModel, TransitionFollowed, TransitionModel } from './screen-model.ts';
import { isSeenExpression } from './seen-rules.ts';
import { Sight } from './sight.ts';

/** `transition`: of what it asks for alone. */
export type ValidatorOf = (entity: Entity, transition?: Transition) => string;

/** Conditions of which the user may read all that they read, of the record and of what it points at; of others the server knows. */
const knownHere = (sight: Sight, { when }: Transition): Expression | undefined => {
  const { model, access, comparable } = sight;
  if (when === undefined) return undefined;
  const known = { fields: comparable, children: [] };
  return isSeenExpression(model, access, when, known, undefined) ? when : undefined;
};

/** What follows from a transition, and what from that, each once. */
const followedBy = (model: Sight['model'], transition: Transition): readonly TransitionFollowed[] => {
  const found = new Map<string, TransitionFollowed>();
  const visit = ({ effects = [] }: Transition, above: boolean): void => {
    for (const effect of effects) {
      const key = `${effect.entity}.${effect.kind === 'move' ? effect.transition : ''}`;
      const { target, made } =
        effect.kind === 'move' ? followed(model, effect) : { target: model.entities[effect.entity], made: undefined };
      const perhaps = above || effect.when !== undefined || (effect.kind === 'move' && effect.only !== undefined);
      const known = found.get(key);
      if (target === undefined || (known !== undefined && (perhaps || known.perhaps === undefined))) continue;
      const { path } = target;
      const screen = model.screens.find((one) => one.kind === 'registry' && one.path === path);
      found.set(key, {
        title: screen?.title ?? target.title,
        ...(made !== undefined && { transition: made.title }),
        ...(path !== undefined && { path }),
        ...(perhaps && { perhaps }),
      });
      if (made !== undefined) visit(made, perhaps);
    }
  };
  visit(transition, false);
  return [...found.values()];
};

/** What the transition writes beside what it asks for, as far as the user reads it. */
const writtenKeys = (sight: Sight, transition: Transition): readonly string[] => {
  const keys = new Set([...transition.set.map(({ key }) => key), ...intoKeys(transition)]);
  return sight.comparable.flatMap(({ column }) => (keys.has(column) ? [column] : []));
};

/** The rows that a transition adds, as far as the user fills them in: by list, the fields that are asked for. */
const askedRows = (sight: Sight, asked: Entity, { name, rows = [] }: Transition) =>
  rows.flatMap(({ list, add }) => {
    const child = writableChildren(asked).find((one) => one.name === list);
    if (child === undefined || add === undefined) return [];
    const open = writableFields(child.entity);
    const fields = add.asked.flatMap((one) => open.filter((field) => field.name === one));
    const inside = new Sight(sight.model, sight.access, child.entity);
    const items = fields.map((field) => {
      const targets = relationTarget(
        inside,
        field,
        add.narrowed?.some((one) => one.field === field.name) ? name : undefined,
      );
      return [field.column, uiField(inside, field, targets, `${list}.${field.column}`)] as const;
    });
    return items.length === 0
      ? []
      : [[list, { 'ui:field': 'newRow', 'ui:options': { span: 12 }, items: Object.fromEntries(items) }] as const];
  });

/** The lists of which the user sees that rows that are there become others. */
const changedLists = (sight: Sight, entity: Entity, { rows = [] }: Transition): readonly string[] =>
  readableChildren(sight.model, sight.access, entity).flatMap(({ name, title }) =>
    rows.some(({ list, change }) => list === name && change !== undefined) ? [title] : [],
  );

/** What the pickers of those fields need to know of which the transition means some records alone. */
const narrowedTargets = (
  sight: Sight,
  fields: readonly Field[],
  { name: transition, narrowed = [] }: Transition,
): readonly RelationTarget[] =>
  fields
    .filter(({ name, column }) => {
      const isSeen = sight.comparable.some((one) => one.column === column);
      return isSeen && narrowed.some(({ field }) => field === name);
    })
    .flatMap((field) => relationTarget(sight, field, transition));

const begunRows = (
  beginsOf: BeginsOf,
  { rows = [] }: Transition,
  lists: ReturnType<typeof askedRows>,
): Readonly<Record<string, readonly AskedBegin[]>> =>
  Object.fromEntries(
    lists.flatMap(([list, { items }]) => {
      const add = rows.find((one) => one.list === list)?.add;
      const begins = beginsOf(add?.begins, Object.keys(items));
      return begins.length === 0 ? [] : [[list, begins]];
    }),
  );

export const buildTransitions = (
  sight: Sight,
  entity: Entity,
  relations: readonly RelationTarget[],
  validator: ValidatorOf,
): ScreenModel['states'] => {
  const { states } = entity;
  // Who may not read the state cannot be shown what may be done from it.
  if (states === undefined || !sight.comparable.some(({ column }) => column === states.key)) return undefined;
  const beginsOf = beginsIn(sight, entity);
  const transitions = openTransitions(sight.model, sight.access, entity).map((transition): TransitionModel => {
    const { name, title, icon, from, to } = transition;
    const { asked } = writableInMove(sight.access, entity, transition);
    const open = writableFields(asked);
    const fields = transition.fields.flatMap((one) => open.filter((field) => field.name === one));
    const narrowed = narrowedTargets(sight, fields, transition);
    const targets = [...narrowed, ...relations];
    const lists = askedRows(sight, asked, transition);
    const when = knownHere(sight, transition);
    const written = writtenKeys(sight, transition);
    const begins = beginsOf(
      transition.begins,
      fields.map(({ column }) => column),
    );
    const rowBegins = begunRows(beginsOf, transition, lists);
    const beside = selectLinked(sight, entity, begunIn({ begins, rowBegins }));
    const columns = [...fields.map(({ column }) => column), ...lists.map(([list]) => list)];
    const required = transition.required.filter((key) => columns.includes(key));
    const changes = changedLists(sight, entity, transition);
    const follows = followedBy(sight.model, transition);
    return {
      name,
      title,
      icon,
      from,
      ...(to !== undefined && { to }),
      ...(when && { when }),
      ...(changes.length > 0 && { changes }),
      ...(follows.length > 0 && { follows }),
      form:
        fields.length + lists.length === 0
          ? null
          : {
              columns,
              ...(required.length > 0 && { required }),
              ...(written.length > 0 && { writes: written }),
              schema: recordSchema(asked),
              uiSchema: Object.fromEntries([
                ...fields.map((field) => [field.column, uiField(sight, field, targets, field.column)] as const),
                ...lists,
              ]),
              ...(narrowed.length > 0 && { narrowed }),
              ...(begins.length > 0 && { begins }),
              ...(Object.keys(rowBegins).length > 0 && { rowBegins }),
              ...(beside.length > 0 && { beside: beside.join(',') }),
              validator: validator(asked, transition),
            },
    };
  });
  return transitions.length === 0 ? undefined : { key: states.key, transitions };
};

export const removableStates = (sight: Sight, { states }: Entity): ScreenModel['removable'] =>
  states?.removable && sight.comparable.some(({ column }) => column === states.key)
    ? { key: states.key, states: states.removable }
    : undefined;
