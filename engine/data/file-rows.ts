/**
 * The rows of a data.csv as a relation of SQL. In: an entity, its parsed file. Out: the values of one parameter, and the
 * text that reads them, each row beside the targets of its relations.
 */

import { canonicalValue } from '../core/canonical-value.ts';
import { momentIn } from '../expressions/moment-in.ts';
import { fieldTypes } from '../fields/index.ts';
import { computeRecord } from '../fields/record-expressions.ts';
import type { InitialRows } from '../metadata/documents.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { keySeparator } from '../model/types.ts';
import { quoteIdentifier } from './ddl/quote.ts';

/** The fields that the file gives a value. */
export const givenFields = (entity: Entity, given: InitialRows): readonly Field[] => {
  // A part of the natural key that the file does not give is empty in every row.
  const computed = entity.fields.filter(({ column }) => entity.expressions?.computed.some(({ key }) => key === column));
  const names = new Set([...given.header, ...entity.naturalKey, ...computed.map(({ name }) => name)]);
  return [...names].map((name) => fieldNamed(entity, name));
};

const fieldNamed = (entity: Entity, name: string): Field => {
  const field = entity.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`initial rows of ${entity.name} name ${name}, which is no field`);
  return field;
};

export const keyFields = (entity: Entity): readonly Field[] =>
  entity.naturalKey.map((name) => fieldNamed(entity, name));

const targetOf = (model: Model, field: Field): Entity | undefined =>
  field.relation === undefined ? undefined : model.entities[field.relation.entity];

/** The columns of the JSON text that a field's cell becomes: one, or one for each part of the target's key. */
const givenColumns = (model: Model, field: Field): readonly { readonly name: string; readonly field: Field }[] => {
  const target = targetOf(model, field);
  if (target === undefined) return [{ name: field.column, field }];
  return keyFields(target).map((part) => ({ name: `${field.column}.${part.column}`, field: part }));
};

/** The rows as objects of canonical texts; an empty cell is null, or the default where a value is required. */
export const readCells = (
  model: Model,
  entity: Entity,
  fields: readonly Field[],
  rows: InitialRows['rows'],
): readonly Readonly<Record<string, string | null>>[] => {
  const columns = fields.map((field) => givenColumns(model, field));
  return rows.map((cells) => {
    const row: Record<string, string | null> = {};
    for (const [index, field] of fields.entries()) {
      const text = cells[index] || (field.required && field.default !== undefined ? String(field.default) : '');
      const parts = columns[index] ?? [];
      const texts = parts.length === 1 ? [text] : text.split(keySeparator);
      for (const [at, part] of parts.entries()) row[part.name] = readCell(part.field, texts[at] ?? '');
    }
    return { ...row, ...computedCells(entity, row) };
  });
};

/** The value of a canonical text as the wire has it; a relation is any record, for its id is not known yet. */
const valueOfText = (field: Field, text: string | null): unknown => {
  if (text === null) return field.default ?? null;
  return canonicalValue(text, fieldTypes[field.type].valueSchema(field)['type']);
};

/** What is computed of a row, as texts. */
const computedCells = (
  entity: Entity,
  row: Readonly<Record<string, string | null>>,
): Readonly<Record<string, string | null>> => {
  const computed = entity.expressions?.computed ?? [];
  if (computed.length === 0) return {};
  const record = Object.fromEntries(
    entity.fields.map((field) => [
      field.column,
      field.relation === undefined
        ? valueOfText(field, row[field.column] ?? null)
        : Object.keys(row).some((key) => key.startsWith(`${field.column}.`) && row[key] !== null)
          ? 1
          : null,
    ]),
  );
  // Rows of a file are the same on any day; of which zone the day is does not matter to them.
  const whole = computeRecord(entity, record, momentIn('UTC'));
  return Object.fromEntries(
    computed.map(({ key }) => [key, whole[key] === null || whole[key] === undefined ? null : String(whole[key])]),
  );
};

const readCell = (field: Field, text: string): string | null => {
  if (text === '') return null;
  const value = fieldTypes[field.type].parse(text, field);
  if (value === undefined) throw new Error(`initial rows: «${text}» is no value of ${field.name}`);
  return value;
};

/** SQL of a row's value, as `fileRowsSql` has them. */
export const valueSql = (field: Field): string =>
  field.relation === undefined ? castGiven(field.column, field) : `${quoteIdentifier(`${field.column}.target`)}.id`;

export interface Relation {
  readonly field: Field;
  readonly target: Entity;
}

const relationsOf = (model: Model, fields: readonly Field[]): readonly Relation[] =>
  fields.flatMap((field) => {
    const target = targetOf(model, field);
    return target === undefined ? [] : [{ field, target }];
  });

/**
 * `from ... where ...` of the rows, as `given` with their `position` from 1: those whose natural key is nowhere yet, and
 * whose target is there where it is required. `settled`: the relations of which nothing may be missing.
 */
export const fileRowsSql = (
  model: Model,
  entity: Entity,
  fields: readonly Field[],
  settled: (relation: Relation) => string | undefined,
): string => {
  const relations = relationsOf(model, fields);
  const given = fields.flatMap((field) => givenColumns(model, field)).map((column) => quoteIdentifier(column.name));
  const conditions = [
    ...['public', 'historico'].map((schema) => isAbsent(schema, entity, valueSql)),
    ...relations.flatMap((relation) => settled(relation) ?? []),
  ];
  return [
    `from rows from (json_to_recordset($1::text::json) as (${given.map((name) => `${name} text`).join(', ')}))`,
    `with ordinality as given (${given.join(', ')}, position)`,
    ...relations.map(({ field, target }) => joinTarget(field, target)),
    `where ${conditions.join('\nand ')}`,
  ].join('\n');
};

const castGiven = (column: string, field: Field): string =>
  `given.${quoteIdentifier(column)}::${fieldTypes[field.type].castType}`;

const joinTarget = (field: Field, target: Entity): string => {
  const alias = quoteIdentifier(`${field.column}.target`);
  const same = keyFields(target).map(
    (part) => `${alias}.${quoteIdentifier(part.column)} = ${castGiven(`${field.column}.${part.column}`, part)}`,
  );
  return `left join public.${quoteIdentifier(target.name)} as ${alias} on ${same.join(' and ')}`;
};

/** A key that may be empty is compared as one that may; the others plainly, so that PostgreSQL can hash them. */
const isAbsent = (schema: string, entity: Entity, value: (field: Field) => string): string => {
  const same = keyFields(entity).map(
    (field) =>
      `known.${quoteIdentifier(field.column)} ${field.required ? '=' : 'is not distinct from'} ${value(field)}`,
  );
  return `not exists (select from ${schema}.${quoteIdentifier(entity.name)} as known where ${same.join(' and ')})`;
};

/** Whether the target is there, or none is asked for. */
export const hasTarget = ({ field, target }: Relation): string => {
  const [first] = keyFields(target);
  if (field.required || first === undefined) return `${valueSql(field)} is not null`;
  return `(${valueSql(field)} is not null or given.${quoteIdentifier(`${field.column}.${first.column}`)} is null)`;
};

/** Whether the target was there once: one that never was comes with the files. */
export const hadTarget = ({ field, target }: Relation): string =>
  `not ${isAbsent('historico', target, (part) => castGiven(`${field.column}.${part.column}`, part))}`;
