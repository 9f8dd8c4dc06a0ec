/**
 * Who may bring records that were already under way elsewhere in the states that they are in, and what is written of them.
 * In: the rights of a user, an entity with states. The right stands beside that of an insert; what a group says of fields
 * stands above it.
 */
import { oncePer } from '../core/once-per.ts';
import type { Child, Entity, Field } from '../model/types.ts';
import type { Access } from './access.ts';
import { isOffered } from './may-act.ts';
import { writableEntity } from './visible-entity.ts';

/** What the caller must be allowed to do on the subject of the entity, beside `insert`. */
export const loadAction = 'carga';

/** Whether anybody does that: only where records have states, and are inserted at all. */
export const isLoadOffered = (entity: Entity): boolean => entity.states !== undefined && isOffered(entity, 'insert');

export const mayLoad = (access: Access, entity: Entity): boolean =>
  isLoadOffered(entity) && access.can('insert', entity.subject) && access.can(loadAction, entity.subject);

/** A number is given with the record or by the engine: to be without a value is for neither. */
const openField = (field: Field): Field => ({
  ...field,
  readOnly: false,
  required: field.required && field.sequence === undefined,
});

const openPart = (entity: Entity): Entity => {
  const computed = new Set(entity.expressions?.computed.map(({ key }) => key));
  const isClosed = ({ visible, readOnly, fixed, column }: Field): boolean =>
    visible && readOnly && fixed !== true && !computed.has(column);
  return {
    ...entity,
    fields: entity.fields.map((field) => (isClosed(field) ? openField(field) : field)),
    children: entity.children.map((child): Child => ({ ...child, readOnly: false, entity: openPart(child.entity) })),
  };
};

/**
 * The entity with everything open that only transitions, the records of others and the engine's numbers give otherwise.
 * What is computed stays so. The same for all: a user has less of it.
 */
const openedForLoad = oncePer(openPart);

/** What the user may write of a record that is brought in the state it is in. */
export const writableInLoad = (access: Access, entity: Entity): Entity => writableEntity(access, openedForLoad(entity));
