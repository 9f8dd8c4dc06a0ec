/**
 * The rows that come with the files (`data.csv`): new ones enter by their natural key, what users changed or deleted
 * stays as they left it. In: tables made by `applySchema`, parsed files. Out: rows, and their first history.
 */

import { canonicalValue } from '../core/canonical-value.ts';
import { dayInZone } from '../core/day-in-zone.ts';
import { fieldTypes } from '../fields/index.ts';
import { computeRecord } from '../fields/record-expressions.ts';
import type { InitialRows } from '../metadata/documents.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { keySeparator } from '../model/types.ts';
import type { Database, Queryable } from './database.ts';
import { quoteIdentifier } from './ddl/quote.ts';
import { readStates, writeState } from './ddl/state.ts';

/**
 * Inserts, entity by entity and targets of relations first, the rows whose natural key is neither in the table nor in
 * its history. Of all files one query tells which are loaded already. A row whose target a user has deleted comes with an empty relation
 * where that is allowed and stays away where it is required. Gives the number of rows inserted, by entity.
 */
export const loadInitialRows = async (
  database: Database,
  model: Model,
  rows: Readonly<Record<string, InitialRows>>,
): Promise<Readonly<Record<string, number>>> => {
  const inserted: Record<string, number> = {};
  const ordered = inDependencyOrder(model, rows);
  const keyOf = (entity: Entity): string => `rows.${entity.name}`;
  const states = await readStates(database, ordered.map(keyOf));
  for (const entity of ordered) {
    const given = rows[entity.name];
    const key = keyOf(entity);
    if (given === undefined || states.get(key) === given.digest) continue;
    inserted[entity.name] = await database.transaction(async (transaction) => {
      const count = await insertRows(transaction, model, entity, given);
      await writeState(transaction, key, given.digest);
      return count;
    });
  }
  return inserted;
};

/** Entities that have rows, each after the targets of its relations; a circle is broken where it is met. */
const inDependencyOrder = (model: Model, rows: Readonly<Record<string, InitialRows>>): readonly Entity[] => {
  const ordered = new Set<Entity>();
  const visiting = new Set<string>();
  const visit = (name: string): void => {
    const entity = model.entities[name];
    if (entity === undefined || visiting.has(name)) return;
    visiting.add(name);
    for (const field of entity.fields) if (field.relation !== undefined) visit(field.relation.entity);
    ordered.add(entity);
  };
  for (const name of Object.keys(rows)) visit(name);
  return [...ordered].filter((entity) => rows[entity.name] !== undefined);
};

/** Rows that point at rows of the same file enter in rounds, each after the rows it points at. */
const insertRows = async (
  transaction: Queryable,
  model: Model,
  entity: Entity,
  given: InitialRows,
): Promise<number> => {
  // A part of the natural key that the file does not give is empty in every row.
  const computed = entity.fields.filter(({ column }) => entity.expressions?.computed.some(({ key }) => key === column));
  const names = new Set([...given.header, ...entity.naturalKey, ...computed.map(({ name }) => name)]);
  const fields = [...names].map((name) => fieldNamed(entity, name));
  const values = [JSON.stringify(readCells(model, entity, fields, given.rows))];
  const insert = async (complete: boolean): Promise<number> =>
    (await transaction.query({ text: insertStatement(model, entity, fields, complete), values })).affected;
  let count = 0;
  if (fields.some((field) => field.relation?.entity === entity.name))
    for (let round = await insert(true); round > 0; round = await insert(true)) count += round;
  return count + (await insert(false));
};

const fieldNamed = (entity: Entity, name: string): Field => {
  const field = entity.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`initial rows of ${entity.name} name ${name}, which is no field`);
  return field;
};

const keyFields = (entity: Entity): readonly Field[] => entity.naturalKey.map((name) => fieldNamed(entity, name));

const targetOf = (model: Model, field: Field): Entity | undefined =>
  field.relation === undefined ? undefined : model.entities[field.relation.entity];

/** The columns of the JSON text that a field's cell becomes: one, or one for each part of the target's key. */
const givenColumns = (model: Model, field: Field): readonly { readonly name: string; readonly field: Field }[] => {
  const target = targetOf(model, field);
  if (target === undefined) return [{ name: field.column, field }];
  return keyFields(target).map((part) => ({ name: `${field.column}.${part.column}`, field: part }));
};

/** The rows as objects of canonical texts; an empty cell is null, or the default where a value is required. */
const readCells = (
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
  const whole = computeRecord(entity, record, { today: dayInZone('UTC') });
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

/** `complete`: only rows all of whose targets are there. */
const insertStatement = (model: Model, entity: Entity, fields: readonly Field[], complete: boolean): string => {
  const relations = fields.flatMap((field) => {
    const target = targetOf(model, field);
    return target === undefined ? [] : [{ field, target }];
  });
  const given = fields.flatMap((field) => givenColumns(model, field)).map((column) => quoteIdentifier(column.name));
  const value = (field: Field): string =>
    field.relation === undefined ? castGiven(field.column, field) : `${quoteIdentifier(`${field.column}.target`)}.id`;
  const conditions = [
    ...['public', 'historico'].map((schema) => isAbsent(schema, entity, value)),
    ...relations
      .filter(({ field }) => complete || field.required)
      .map(({ field }) => hasTarget(field, value(field), model)),
  ];
  return [
    `insert into public.${quoteIdentifier(entity.name)} (${fields.map((field) => quoteIdentifier(field.column)).join(', ')})`,
    `select ${fields.map(value).join(', ')}`,
    `from rows from (json_to_recordset($1::text::json) as (${given.map((name) => `${name} text`).join(', ')}))`,
    `with ordinality as given (${given.join(', ')}, position)`,
    ...relations.map(({ field, target }) => joinTarget(field, target)),
    `where ${conditions.join('\nand ')}`,
    'order by given.position',
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

const hasTarget = (field: Field, id: string, model: Model): string => {
  const [first] = givenColumns(model, field);
  if (field.required || first === undefined) return `${id} is not null`;
  return `(${id} is not null or given.${quoteIdentifier(first.name)} is null)`;
};
