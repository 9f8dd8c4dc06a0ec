/**
 * Who may make a transition, and what is written in it. In: the rights of a user, an entity with states, one of its
 * transitions. The right of the transition stands for that of an update; what a group says of fields stands above it.
 */

import { hasTable } from '../model/has-table.ts';
import type { CreateEffect, Entity, Field, Model, MoveEffect, Transition } from '../model/types.ts';
import type { Access } from './access.ts';
import { isOffered } from './may-act.ts';
import { writableEntity } from './visible-entity.ts';

const isOpen = (access: Access, entity: Entity, key: string): boolean => {
  const field = entity.fields.find(({ column }) => column === key);
  return field !== undefined && access.fieldRight(entity, field).level === 'open';
};

const mayMoveOwn = (access: Access, entity: Entity, transition: Transition): boolean =>
  hasTable(entity) &&
  access.can(transition.action, entity.subject) &&
  [entity.states?.key ?? '', ...transition.required].every((key) => isOpen(access, entity, key));

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
const mayCreate = (model: Pick<Model, 'entities'>, access: Access, { entity }: CreateEffect): boolean => {
  const target = model.entities[entity];
  return (
    target !== undefined && hasTable(target) && (!isOffered(target, 'insert') || access.can('insert', target.subject))
  );
};

/**
 * Who may not write the state, or what must be filled in, could not bring the transition to its end; nor who may not make
 * what follows from it.
 */
export const mayMove = (
  model: Pick<Model, 'entities'>,
  access: Access,
  entity: Entity,
  transition: Transition,
): boolean =>
  mayMoveOwn(access, entity, transition) &&
  (transition.effects ?? []).every((effect) => {
    if (effect.kind === 'create') return mayCreate(model, access, effect);
    const { target, made } = followed(model, effect);
    const open = effect.fields.every(({ key }) => isOpen(access, target, key));
    // One may move others of its kind.
    return (
      open && ((target.name === entity.name && made.name === transition.name) || mayMove(model, access, target, made))
    );
  });

/** The transitions that the user may make, whatever the record. */
export const openTransitions = (
  model: Pick<Model, 'entities'>,
  access: Access,
  entity: Entity,
): readonly Transition[] =>
  (entity.states?.transitions ?? []).filter((transition) => mayMove(model, access, entity, transition));

interface Opened {
  /** The entity with the fields that are asked for open to writing, whatever it says of them elsewhere. */
  readonly whole: Entity;
  /** The same with all else closed. */
  readonly asked: Entity;
}

/** By the entity too: screens may each show a part of one. */
const opened = new WeakMap<Entity, Map<Transition, Opened>>();

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
  };
  const asked: Entity = {
    ...whole,
    fields: whole.fields.map((field) =>
      isAsked(field)
        ? { ...field, required: field.required || transition.required.includes(field.column) }
        : { ...field, readOnly: true },
    ),
    children: whole.children.map((child) => ({ ...child, readOnly: true })),
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

/** What the user may write where the transition is taken back: what it asked for, what it set, and the state itself. */
export const takingBack = (access: Access, entity: Entity, transition: Transition): Opened => {
  const ofEntity = restored.get(entity) ?? new Map<Transition, Entity>();
  restored.set(entity, ofEntity);
  const touched = new Set([entity.states?.key, ...transition.set.map(({ key }) => key)]);
  const whole = ofEntity.get(transition) ?? {
    ...entity,
    fields: entity.fields.map((field) =>
      touched.has(field.column) || transition.fields.includes(field.name) ? { ...field, readOnly: false } : field,
    ),
  };
  ofEntity.set(transition, whole);
  const writable = writableEntity(access, whole);
  return { whole: writable, asked: writable };
};
