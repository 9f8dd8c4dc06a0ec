/** By which name the list that a relation leads to gives the records that may stand in it: `offered_for`. */
import { writableChildren, writableFields } from '../../fields/record-schema.ts';
import type { NarrowedField, Transition } from '../../model/state-types.ts';
import type { Entity } from '../../model/types.ts';
import { offeredForField } from '../offered-for.ts';
import type { Json } from './json.ts';

type Properties = Readonly<Record<string, Json>>;

const withNames = (entity: Entity, schema: Json, narrowed: readonly NarrowedField[], transition?: string): Json => {
  const properties = { ...(schema['properties'] as Properties) };
  for (const field of writableFields(entity)) {
    const isNarrowed = narrowed.some((one) => one.field === field.name);
    const name = offeredForField(entity, field, isNarrowed ? transition : undefined);
    const property = properties[field.column];
    if (name === undefined || property?.['x-resource'] === undefined) continue;
    const said = `Os que servem: \`${property['x-resource']}?offered_for=${name}\`.`;
    properties[field.column] = {
      ...property,
      description: [property['description'], said].filter((part) => part !== undefined).join(' '),
      'x-offered-for': name,
    };
  }
  return { ...schema, properties };
};

/** The schema of a body, also in `x-offered-for`; `transition`: of what it asks for. */
export const withOffered = (entity: Entity, schema: Json, transition?: Transition): Json => {
  const whole = withNames(entity, schema, transition?.narrowed ?? [], transition?.name);
  const properties = { ...(whole['properties'] as Properties) };
  for (const child of writableChildren(entity)) {
    const rows = properties[child.name];
    const add = transition?.rows?.find(({ list }) => list === child.name)?.add;
    if (rows !== undefined)
      properties[child.name] = {
        ...rows,
        items: withNames(child.entity, rows['items'] as Json, add?.narrowed ?? [], transition?.name),
      };
  }
  return { ...whole, properties };
};
