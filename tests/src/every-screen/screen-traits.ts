/** What makes one screen another to a person, for a sample that has each of it. */
import { writableChildren, writableFields } from '../../../engine/fields/record-schema.ts';
import type { RegistryScreen } from '../../../engine/model/screen-types.ts';
import type { Entity, Field } from '../../../engine/model/types.ts';

/** Options up to here are looked through; beyond, one types. */
const seenAtOnce = 6;

/** Which control is drawn for the field. */
const controlTrait = ({ type, format, mask, codes, relation }: Field): string => {
  if (codes !== undefined) return `code ${codes.length > seenAtOnce ? 'typed' : 'seen'}`;
  if (relation !== undefined) return `relation ${relation.single ?? ''} ${relation.date === undefined ? '' : 'date'}`;
  return `${type} ${mask === undefined ? (format ?? '') : 'mask'}`;
};

/** Of the fields that the tour fills in: those that must have a value. */
const controlTraits = (entity: Entity): readonly string[] =>
  writableFields(entity).flatMap((field) =>
    field.required && field.default === undefined ? [controlTrait(field)] : [],
  );

export const screenTraits = (screen: RegistryScreen, entity: Entity): readonly string[] => [
  `${entity.view ? 'view' : entity.log ? 'log' : 'table'}`,
  ...controlTraits(entity),
  ...writableChildren(entity)
    .slice(0, 1)
    .flatMap((child) => ['rows', ...controlTraits(child.entity).map((trait) => `row ${trait}`)]),
  ...screen.actions.map(({ effect }) => `action ${effect.kind}`),
  ...(screen.sections.length > 3 ? ['page'] : []),
  ...(screen.sections.some(({ tab }) => tab !== undefined) ? ['tabs'] : []),
  ...(screen.record === undefined ? [] : ['record']),
  ...(screen.provider === undefined ? [] : ['provider']),
  ...(screen.filter === undefined ? [] : ['filter']),
  ...(screen.parameters === undefined ? [] : ['parameters']),
  ...(screen.inline.length > 0 ? ['inline'] : []),
  ...(entity.states === undefined ? [] : ['states']),
  ...(entity.expressions?.rules.length ? ['rules'] : []),
];
