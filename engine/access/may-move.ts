/**
 * Who may make a transition, and what is written in it. In: the rights of a user, an entity with states, one of its
 * transitions. The right of the transition stands for that of an update; what a group says of fields stands above it.
 */

import { rowKeys } from '../model/effects.ts';
import { hasTable } from '../model/has-table.ts';
import { narrowField } from '../model/narrow-field.ts';
import type { CreateEffect, Effect, MoveEffect, RowsAddition, RowsWritten, Transition } from '../model/state-types.ts';
import type { AskedChild, Child, Entity, Field, Model } from '../model/types.ts';
import type { Access } from './access.ts';
import { isOffered } from './may-act.ts';
import { writableEntity } from './visible-entity.ts';

/** What keeps a user from a transition: a right that is missing, or a field or list that the groups close; `entity` is whose. */
export type MoveBar =
  | { readonly kind: 'right'; readonly entity: Entity; readonly action: string }
  | { readonly kind: 'field'; readonly entity: Entity; readonly field: Field | Child }
  /** Nobody makes it: there is no table, no state, or no field for what it writes. */
  | { readonly kind: 'none' };

const none: MoveBar = { kind: 'none' };

const rightBar = (access: Access, entity: Entity, action: string): MoveBar | undefined =>
  access.can(action, entity.subject) ? undefined : { kind: 'right', entity, action };

const fieldBar = (access: Access, entity: Entity, keys: readonly string[]): MoveBar | undefined => {
  for (const key of keys) {
    const field = entity.fields.find(({ column }) => column === key);
    if (field === undefined) return none;
    if (access.fieldRight(entity, field).level !== 'open') return { kind: 'field', entity, field };
  }
  return undefined;
};

const listBar = (access: Access, entity: Entity, child: Child): MoveBar | undefined =>
  access.fieldRight(entity, child).level === 'open' ? undefined : { kind: 'field', entity, field: child };

/** Who may not fill in what the new row must have could not bring it to its end. */
const rowsBar = (access: Access, entity: Entity, { rows = [] }: Transition): MoveBar | undefined => {
  for (const { list, add } of rows) {
    if (add === undefined || add.required.length === 0) continue;
    const child = entity.children.find(({ name }) => name === list);
    if (child === undefined) return none;
    const bar = listBar(access, entity, child) ?? fieldBar(access, child.entity, add.required);
    if (bar !== undefined) return bar;
  }
  return undefined;
};

const ownBar = (access: Access, entity: Entity, transition: Transition): MoveBar | undefined =>
  hasTable(entity)
    ? (rightBar(access, entity, transition.action) ??
      fieldBar(access, entity, [entity.states?.key ?? '', ...transition.required]) ??
      rowsBar(access, entity, transition))
    : none;

/** The transition that an effect makes, and of which entity. */
export const followed = (
  model: Pick<Model, 'entities'>,
  { entity, transition }: MoveEffect,
): { readonly target: Entity; readonly made: Transition } => {
  const target = model.entities[entity];
  const made = target?.states?.transitions.find(({ name }) => name === transition);
  if (target === undefined || made === undefined) throw new Error(`no transition '${transition}' of '${entity}'`);
  return { target, made };
};

/** Where nobody inserts by hand, records come by transitions alone, and the right of these is enough. */
const createBar = (model: Pick<Model, 'entities'>, access: Access, { entity }: CreateEffect): MoveBar | undefined => {
  const target = model.entities[entity];
  if (target === undefined || !hasTable(target)) return none;
  return isOffered(target, 'insert') ? rightBar(access, target, 'insert') : undefined;
};

/** What is given to rows is written by hand, as it were: the list and these fields are open. */
const listsBar = (access: Access, target: Entity, { lists = [] }: MoveEffect): MoveBar | undefined => {
  for (const { name, items } of lists) {
    const child = target.children.find((one) => one.name === name);
    if (child === undefined) return none;
    const bar =
      listBar(access, target, child) ??
      fieldBar(
        access,
        child.entity,
        items.flat().map(({ key }) => key),
      );
    if (bar !== undefined) return bar;
  }
  return undefined;
};

const followBar = (
  model: Pick<Model, 'entities'>,
  access: Access,
  [entity, transition]: readonly [Entity, Transition],
  effect: Effect,
): MoveBar | undefined => {
  if (effect.kind === 'create') return createBar(model, access, effect);
  const { target, made } = followed(model, effect);
  const given = effect.fields.map(({ key }) => key);
  const rows = listsBar(access, target, effect);
  // One may move others of its kind.
  const isSame = target.name === entity.name && made.name === transition.name;
  return fieldBar(access, target, given) ?? rows ?? (isSame ? undefined : moveBar(model, access, target, made));
};

/**
 * What keeps the user from the transition, the first of it; undefined: nothing. Who may not write the state, or what must
 * be filled in, could not bring it to its end; nor who may not make what follows from it.
 */
export const moveBar = (
  model: Pick<Model, 'entities'>,
  access: Access,
  entity: Entity,
  transition: Transition,
): MoveBar | undefined => {
  const own = ownBar(access, entity, transition);
  if (own !== undefined) return own;
  for (const effect of transition.effects ?? []) {
    const bar = followBar(model, access, [entity, transition], effect);
    if (bar !== undefined) return bar;
  }
  return undefined;
};

export const mayMove = (
  model: Pick<Model, 'entities'>,
  access: Access,
  entity: Entity,
  transition: Transition,
): boolean => moveBar(model, access, entity, transition) === undefined;

/** The transitions that the user may make, whatever the record; of those that only follow from others none. */
export const openTransitions = (
  model: Pick<Model, 'entities'>,
  access: Access,
  entity: Entity,
): readonly Transition[] =>
  (entity.states?.transitions ?? []).filter(
    (transition) => transition.effectOnly !== true && mayMove(model, access, entity, transition),
  );

interface Opened {
  /** The entity with the fields that are asked for open to writing, whatever it says of them elsewhere. */
  readonly whole: Entity;
  /** The same with all else closed. */
  readonly asked: Entity;
}

/** By the entity too: screens may each show a part of one. */
const opened = new WeakMap<Entity, Map<Transition, Opened>>();

/** Those of the names first, in their order. */
const inOrder = (fields: readonly Field[], names: readonly string[]): readonly Field[] => [
  ...names.flatMap((name) => fields.filter((field) => field.name === name)),
  ...fields.filter(({ name }) => !names.includes(name)),
];

/** The list with the row that a transition asks for: `open` of its fields, and with `alone` nothing else of it. */
const askedRow = (
  child: Child,
  { asked, required, narrowed, begins = [] }: RowsAddition,
  alone: boolean,
): Child | AskedChild => ({
  ...child,
  entity: {
    ...child.entity,
    fields: (alone ? inOrder(child.entity.fields, asked) : child.entity.fields).map((field) => {
      if (!asked.includes(field.name)) return alone ? { ...field, readOnly: true } : field;
      const must = alone && (field.required || required.includes(field.column));
      return { ...(alone ? narrowField(field, narrowed) : field), readOnly: false, required: field.required || must };
    }),
  },
  ...(alone && {
    added: true as const,
    ...(begins.length > 0 && { begun: begins.map(({ key }) => key) }),
    readOnly: false,
    minItems: required.length > 0 ? 1 : 0,
    maxItems: 1,
  }),
});

const additionTo = ({ rows }: Transition, { name }: Child): RowsAddition | undefined => {
  const add = rows?.find(({ list }) => list === name)?.add;
  return add === undefined || add.asked.length === 0 ? undefined : add;
};

/** The same for all: a user has less of it. */
export const openedFor = (entity: Entity, transition: Transition): Opened => {
  const ofEntity = opened.get(entity) ?? new Map<Transition, Opened>();
  opened.set(entity, ofEntity);
  const known = ofEntity.get(transition);
  if (known) return known;
  const isAsked = ({ name }: Field): boolean => transition.fields.includes(name);
  const whole: Entity = {
    ...entity,
    fields: entity.fields.map((field) => (isAsked(field) ? { ...field, readOnly: false } : field)),
    children: entity.children.map((child) => {
      const add = additionTo(transition, child);
      return add ? askedRow(child, add, false) : child;
    }),
  };
  const asked: Entity = {
    ...whole,
    fields: whole.fields.map((field) =>
      isAsked(field)
        ? {
            ...narrowField(field, transition.narrowed),
            required: field.required || transition.required.includes(field.column),
          }
        : { ...field, readOnly: true },
    ),
    children: whole.children.map((child) => {
      const add = additionTo(transition, child);
      return add ? askedRow(child, add, true) : { ...child, readOnly: true };
    }),
  };
  const found = { whole, asked };
  ofEntity.set(transition, found);
  return found;
};

/** What the user may write while the transition is made, and that with no more than what it asks for. */
export const writableInMove = (access: Access, entity: Entity, transition: Transition): Opened => {
  const { whole, asked } = openedFor(entity, transition);
  return { whole: writableEntity(access, whole), asked: writableEntity(access, asked) };
};

const restored = new WeakMap<Entity, Map<Transition, Entity>>();

/** The list with what the transition writes to its rows open. */
const writtenList = (child: Child, written: RowsWritten): Child => {
  const keys = new Set(rowKeys(written));
  const asked = new Set(written.add?.asked);
  const fields = child.entity.fields.map((field) =>
    keys.has(field.column) || asked.has(field.name) ? { ...field, readOnly: false } : field,
  );
  return { ...child, readOnly: false, entity: { ...child.entity, fields } };
};

/**
 * What the user may write where the transition is taken back: what it asked for, what it set, the lists that it wrote,
 * and the state itself.
 */
export const takingBack = (access: Access, entity: Entity, transition: Transition): Opened => {
  const ofEntity = restored.get(entity) ?? new Map<Transition, Entity>();
  restored.set(entity, ofEntity);
  const touched = new Set([entity.states?.key, ...transition.set.map(({ key }) => key)]);
  const whole = ofEntity.get(transition) ?? {
    ...entity,
    fields: entity.fields.map((field) =>
      touched.has(field.column) || transition.fields.includes(field.name) ? { ...field, readOnly: false } : field,
    ),
    children: entity.children.map((child) => {
      const written = transition.rows?.find(({ list }) => list === child.name);
      return written ? writtenList(child, written) : child;
    }),
  };
  ofEntity.set(transition, whole);
  const writable = writableEntity(access, whole);
  return { whole: writable, asked: writable };
};
