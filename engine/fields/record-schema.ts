import type { AskedChild, Child, Entity, Field } from '../model/types.ts';
import { fieldTypes } from './index.ts';

/** JSON Schema 2020-12 of a value that may be empty. */
const nullable = (schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...schema,
  type: [schema['type'], 'null'].flat(),
  ...(Array.isArray(schema['enum']) ? { enum: [...schema['enum'], null] } : {}),
});

const propertyOf = (field: Field): Readonly<Record<string, unknown>> => {
  const schema = fieldTypes[field.type].valueSchema(field);
  return {
    title: field.title,
    // A number is given whole or not at all: the engine gives it then.
    ...(field.required || field.sequence !== undefined ? schema : nullable(schema)),
    ...(field.default === undefined ? {} : { default: field.default }),
  };
};

/** The computed fields of what the caller may see, as the form draws them: read-only, and no part of what is sent. */
export const computedProperties = (entity: Entity): Readonly<Record<string, Readonly<Record<string, unknown>>>> => {
  const computed = new Set(entity.expressions?.computed.map(({ key }) => key));
  return Object.fromEntries(
    entity.fields
      .filter((field) => field.visible && computed.has(field.column))
      .map((field) => [field.column, { ...propertyOf(field), readOnly: true }]),
  );
};

/** Fields that are closed to the caller, as the form draws them: read-only, and no part of what is sent. */
export const closedProperties = (fields: readonly Field[]): ReturnType<typeof computedProperties> =>
  Object.fromEntries(fields.map((field) => [field.column, { ...propertyOf(field), readOnly: true }]));

/** Fields that a caller may write, in order. */
export const writableFields = (entity: Entity): readonly Field[] =>
  entity.fields.filter((field) => field.visible && !field.readOnly);

/** Arrays of owned rows that a caller may write, in order. */
export const writableChildren = (entity: Entity): readonly Child[] =>
  entity.children.filter((child) => child.visible && !child.readOnly);

/** What a row without `id` must name. The names stand among `properties` again, for a strict validator looks there. */
const requiredOfNew = (required: readonly string[]): Readonly<Record<string, unknown>> =>
  required.length === 0
    ? {}
    : {
        required: [],
        if: { properties: { id: {} }, required: ['id'] },
        else: { properties: Object.fromEntries(required.map((name) => [name, {}])), required },
      };

/** Whether the list is of the row that a transition asks for. */
export const isAsked = (child: Child): child is AskedChild => 'added' in child;

/** In a call what the row begins with need not be named. */
const withoutBegun = (
  schema: Readonly<Record<string, unknown>>,
  { begun = [] }: AskedChild,
): Readonly<Record<string, unknown>> => ({
  ...schema,
  required: (schema['required'] as readonly string[]).filter((name) => !begun.includes(name)),
});

/**
 * The new set of owned rows: one that has an `id` is kept, one without is new, one left out goes. In a change of a record
 * that is there, a row with an `id` is a change too: it names what it changes, and only a new row is complete. What a
 * transition asks for is a new row by itself.
 */
const childSchema = (child: Child, partial: boolean): Readonly<Record<string, unknown>> => {
  const schema = recordSchema(child.entity);
  const array = { type: 'array', title: child.title, minItems: child.minItems, maxItems: child.maxItems };
  if (isAsked(child)) return { ...array, items: partial ? withoutBegun(schema, child) : schema };
  return {
    ...array,
    items: {
      ...schema,
      properties: { id: { type: 'integer', minimum: 1 }, ...(schema['properties'] as object) },
      ...(partial ? requiredOfNew(schema['required'] as readonly string[]) : {}),
    },
  };
};

/**
 * JSON Schema of a record as callers write it: wire names, writable fields only. The form is drawn from it and its
 * validator is compiled from it. `partial` leaves out what is required, for changes that name only some fields; an
 * empty value for a required field is refused all the same.
 */
export const recordSchema = (entity: Entity, partial = false): Readonly<Record<string, unknown>> => {
  const fields = writableFields(entity);
  const children = writableChildren(entity);
  return {
    type: 'object',
    title: entity.title,
    properties: Object.fromEntries([
      ...fields.map((field) => [field.column, propertyOf(field)]),
      ...children.map((child) => [child.name, childSchema(child, partial)]),
    ]),
    required: partial
      ? []
      : [
          ...fields.filter((field) => field.required).map((field) => field.column),
          ...children.filter((child) => child.minItems > 0).map((child) => child.name),
        ],
    additionalProperties: false,
  };
};
