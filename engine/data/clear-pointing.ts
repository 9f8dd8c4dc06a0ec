/**
 * Relations to records that are deleted, where the files empty them (`onDelete: clear`): the records that pointed are written
 * as any other, with a version and computed fields of their own, whoever may write them; so they are again where the deletion
 * is taken back. The database would empty them too, and tell nobody.
 */

import { keeps } from '../access/keeps.ts';
import { mayAct } from '../access/may-act.ts';
import { oncePer } from '../core/once-per.ts';
import { computeRecord } from '../fields/record-expressions.ts';
import type { Entity, Field, Model } from '../model/types.ts';
import { readWritten } from './batch/written-records.ts';
import type { Queryable, Statement } from './database.ts';
import type { Row } from './given-rows.ts';
import { momentOf } from './moment-of.ts';
import { Scope } from './plan/refs.ts';
import { readBody, readStored } from './read-stored.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import { computedKeys, neededOf } from './settle-rows.ts';
import { printChanged } from './sql/batch.ts';
import { printPointing, printRewritten, printValues } from './sql/pointing.ts';
import type { PrintedSql } from './sql/sql.ts';
import { printStoredGiven } from './sql/stored.ts';
import { itemsOf } from './write-children.ts';

/** A relation, of a record or of a row that a record owns. */
interface Cleared {
  readonly entity: Entity;
  readonly field: Field;
}

/** What a relation is to hold. */
interface Pointer {
  readonly id: number;
  readonly to: number | null;
}

/** By what they point at. */
const clearedIn = oncePer(({ entities }: Model) =>
  Map.groupBy(
    Object.values(entities).flatMap((entity) =>
      entity.fields.flatMap((field): readonly Cleared[] =>
        field.relation?.onDelete === 'clear' ? [{ entity, field }] : [],
      ),
    ),
    ({ field }) => field.relation?.entity ?? '',
  ),
);

/** The relations that are emptied where a record of the entity is deleted. */
export const clearedWith = (model: Model, { name }: Entity): readonly Cleared[] => clearedIn(model).get(name) ?? [];

const scopeOf = ({ context: { model, access } }: Write, entity: Entity): Scope => new Scope(model, access, entity, 't');

const rowsOf = (rows: readonly unknown[]): { readonly rows: string } => ({ rows: JSON.stringify(rows) });

/** The records of the ids, held until the transaction ends, with what their computed values are made of. */
const readRecords = (
  write: Write,
  transaction: Queryable,
  entity: Entity,
  ids: readonly number[],
): Promise<readonly Row[]> => {
  const scope = scopeOf(write, entity);
  const { columns, children } = neededOf(write.context, entity, scope);
  const bound = (printed: PrintedSql, inputs: { readonly rows: string }): Statement =>
    bindWrite(write, printed, inputs);
  return readStored(transaction, bound(printStoredGiven(scope, columns), rowsOf(ids)), children, bound);
};

const computedOf = (entity: Entity, record: Row): Row =>
  Object.fromEntries(computedKeys(entity).map((key) => [key, record[key] ?? null]));

/** Sets the columns of the rows, which all have them, and moves their versions. */
const rewrite = async (
  write: Write,
  transaction: Queryable,
  entity: Entity,
  columns: readonly string[],
  rows: readonly Row[],
): Promise<void> => {
  const scope = scopeOf(write, entity);
  const refs = entity.fields.filter(({ column }) => columns.includes(column)).map(({ name }) => scope.own(name));
  if (rows.length > 0) await transaction.query(bindWrite(write, printRewritten(scope, refs), rowsOf(rows)));
};

const pointRecords = async (
  write: Write,
  transaction: Queryable,
  { entity, field }: Cleared,
  pointers: readonly Pointer[],
): Promise<void> => {
  const to = new Map(pointers.map((one) => [one.id, one.to]));
  const stored = await readRecords(write, transaction, entity, [...to.keys()]);
  const rows = stored.map((row) => {
    const pointed = { [field.column]: to.get(Number(row['id'])) ?? null };
    const record = computeRecord(entity, { ...row, ...pointed }, momentOf(write));
    return { id: row['id'], ...pointed, ...computedOf(entity, record) };
  });
  await rewrite(write, transaction, entity, [field.column, ...computedKeys(entity)], rows);
};

/** Rows belong to their record: it is written with them, and before them, as wherever they change. */
const pointOwned = async (
  write: Write,
  transaction: Queryable,
  { entity, field }: Cleared,
  owner: NonNullable<Entity['owner']>,
  pointers: readonly Pointer[],
): Promise<void> => {
  const { model } = write.context;
  const whole = model.entities[owner.entity];
  const child = whole?.children.find((one) => one.entity.name === entity.name);
  if (whole === undefined || child === undefined) throw new Error(`nobody owns ${entity.name}`);
  const scope = scopeOf(write, entity);
  const to = new Map(pointers.map((one) => [one.id, one.to]));
  const pointed = (id: unknown): Row => ({ [field.column]: to.get(Number(id)) ?? null });
  const asked = bindWrite(write, printValues(scope, scope.own(owner.relation)), rowsOf([...to.keys()]));
  const owners = [...new Set((await readBody(transaction, asked)).map((row) => Number(row['value'])))];
  const stored = await readRecords(write, transaction, whole, owners);
  const records = stored.map((record) => {
    const items = itemsOf(record, child).map((row) =>
      to.has(Number(row['id'])) ? { ...row, ...pointed(row['id']) } : row,
    );
    return computeRecord(whole, { ...record, [child.name]: items }, momentOf(write));
  });
  const known = new Map(
    records.flatMap((record) => itemsOf(record, child)).map((row) => [Number(row['id']), computedOf(entity, row)]),
  );
  const changed = records.map((record) => ({ id: record['id'], ...computedOf(whole, record) }));
  await rewrite(write, transaction, whole, computedKeys(whole), changed);
  const rows = [...to.keys()].map((id) => ({ id, ...pointed(id), ...known.get(id) }));
  await rewrite(write, transaction, entity, [field.column, ...computedKeys(entity)], rows);
};

/** How many there are is for who may ask for all of them. */
const isTold = ({ context: { model, access } }: Write, { entity, field }: Cleared): boolean => {
  const home = entity.owner === undefined ? entity : model.entities[entity.owner.entity];
  return access.unconfined && home !== undefined && mayAct(access, home, 'view') && !keeps(access, entity, field);
};

const point = async (
  write: Write,
  transaction: Queryable,
  cleared: Cleared,
  pointers: readonly Pointer[],
  what: 'cleared' | 'pointed',
): Promise<void> => {
  if (pointers.length === 0) return;
  const { owner, title } = cleared.entity;
  if (owner === undefined) await pointRecords(write, transaction, cleared, pointers);
  else await pointOwned(write, transaction, cleared, owner, pointers);
  if (isTold(write, cleared)) write.options.followed?.add({ title, what, rows: pointers.length });
};

/** Before the records of the ids are deleted, in the same transaction. */
export const clearPointing = async (write: Write, transaction: Queryable, ids: readonly number[]): Promise<void> => {
  const { model, entity } = write.context;
  const going = new Set(ids);
  for (const cleared of clearedWith(model, entity)) {
    const scope = scopeOf(write, cleared.entity);
    const printed = printPointing(scope, scope.own(cleared.field.name), []);
    const found = (await readBody(transaction, bindWrite(write, printed, rowsOf(ids)))).map(({ id }) => Number(id));
    // What goes as well points nowhere in particular any more.
    const staying = cleared.entity.name === entity.name ? found.filter((id) => !going.has(id)) : found;
    await point(
      write,
      transaction,
      cleared,
      staying.map((id) => ({ id, to: null })),
      'cleared',
    );
  }
};

/** Once the records of the ids, which the batch `source` deleted, are there again: what it emptied, where it is empty still. */
export const pointAgain = async (
  write: Write,
  transaction: Queryable,
  ids: readonly number[],
  source: string,
): Promise<void> => {
  const { model, access, entity, timeZone } = write.context;
  const back = new Set(ids);
  for (const cleared of clearedWith(model, entity)) {
    const { column, name } = cleared.field;
    const scope = scopeOf(write, cleared.entity);
    const changed = bindWrite(write, printChanged(scope, scope.own(name)), { ...rowsOf(ids), batch: source });
    const asked = {
      batch: source,
      fields: [cleared.field],
      ids: (await readBody(transaction, changed)).map(({ id }) => Number(id)),
    };
    const written = await readWritten(transaction, { model, access, entity: cleared.entity, timeZone }, asked);
    const pointers = written.flatMap(({ id, before, after, now }) => {
      const to = Number(before?.[column] ?? 0);
      const emptied = after !== null && after[column] === null && now !== null && now[column] === null;
      return emptied && back.has(to) ? [{ id, to }] : [];
    });
    await point(write, transaction, cleared, pointers, 'pointed');
  }
};
