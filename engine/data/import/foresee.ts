/**
 * New records of which it is certain, without writing them for the look of it, that the database takes them. Writing costs
 * as much as the import itself and leaves as many dead rows behind. What is not certain is written and taken back.
 */
import { writableEntity } from '../../access/visible-entity.ts';
import type { Entity } from '../../model/types.ts';
import type { BatchItem } from '../batch/types.ts';
import { bindInputs } from '../bind.ts';
import { isNarrowed } from '../check-targets.ts';
import type { Queryable } from '../database.ts';
import { fillingsOf } from '../fill-rows.ts';
import type { Row } from '../given-rows.ts';
import { withDefaults } from '../given-rows.ts';
import type { ListContext } from '../plan/context.ts';
import { rightConditions, scopeConditions } from '../plan/row-scope.ts';
import { readStoredByKey } from '../read-stored.ts';
import { hasExpressions } from '../settle-rows.ts';
import { keysOf, uniqueKeys } from '../upsert-rows.ts';
import { scopeOf } from '../write-answer.ts';
import { childrenIn } from '../write-children.ts';

/** Characters of a value that every index holds; a longer one may be more than an entry of a B-tree. */
const safeText = 500;

/** Whether only unique keys can refuse a record that its schema takes, all relations being of records that are there. */
const isPlain = (context: ListContext, writable: Entity): boolean => {
  const { access, entity } = context;
  const open = new Set(writable.fields.map(({ column }) => column));
  const given = new Set(entity.fields.flatMap(({ column, sequence }) => (sequence === undefined ? [] : [column])));
  const keys = new Set(uniqueKeys(entity, writable).map(String));
  return (
    !hasExpressions(entity) &&
    !isNarrowed(entity) &&
    fillingsOf(writable).length === 0 &&
    (entity.noOverlap ?? []).length === 0 &&
    rightConditions(access, scopeOf(context)).length === 0 &&
    entity.fields.every((field) => !field.required || field.default !== undefined || open.has(field.column)) &&
    // Numbers that the engine gives are of nobody else.
    keysOf(entity).every((key) => keys.has(String(key)) || key.every((column) => given.has(column)))
  );
};

const isLong = (value: unknown): boolean => typeof value === 'string' && value.length > safeText;

/** Places of the rows that have the values of a unique key of a record that is there, whoever may see it. */
const findTaken = async (
  queryable: Queryable,
  context: ListContext,
  key: readonly string[],
  rows: readonly Row[],
): Promise<ReadonlySet<number>> => {
  const scope = scopeOf(context);
  const refs = context.entity.fields.filter(({ column }) => key.includes(column)).map((field) => scope.own(field.name));
  const keyed = rows.map((row, index) => ({
    ...Object.fromEntries(key.map((column) => [column, row[column] ?? null])),
    _row: index,
  }));
  const asked = { scope, key: refs, reach: [], columns: [], children: [] };
  const found = await readStoredByKey(queryable, asked, keyed, (printed, inputs) =>
    bindInputs(context, printed, inputs),
  );
  return new Set(found.map((row) => Number(row['_row'])));
};

/**
 * The items of new records that are to be written for the look of it; `known`: the unique key whose values are of no
 * record that is there, nor twice among the items.
 */
export const doubtful = async (
  queryable: Queryable,
  context: ListContext,
  items: readonly BatchItem[],
  known: readonly string[],
): Promise<ReadonlySet<BatchItem>> => {
  const { entity, access } = context;
  const writable = writableEntity(access, entity);
  const rows = withDefaults(
    writable,
    items.map(({ values }) => values ?? {}),
  );
  if (!isPlain(context, writable) || childrenIn(writable, rows).length > 0) return new Set(items);
  const found = new Set(items.filter((_, index) => Object.values(rows[index] ?? {}).some(isLong)));
  // A record that the screen does not show was not found by it.
  const all = scopeConditions(access, scopeOf(context)).length === 0;
  const isKnown = (key: readonly string[]): boolean => all && [...key].sort().join() === [...known].sort().join();
  for (const key of uniqueKeys(entity, writable)) {
    // Empty is equal to empty in a key of several columns.
    if (key.length > 1)
      for (const [index, item] of items.entries())
        if (key.some((column) => (rows[index]?.[column] ?? null) === null)) found.add(item);
    if (isKnown(key)) continue;
    for (const place of await findTaken(queryable, context, key, rows)) {
      const item = items[place];
      if (item) found.add(item);
    }
  }
  return found;
};
