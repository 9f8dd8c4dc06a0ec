/**
 * The rows that records own, written with them: each array given is the new set. In: rows as validation let them
 * through. Out: what is in the tables afterwards, in the transaction of the record.
 */
import type { FieldFailure, Refusal } from '../core/errors.ts';
import { writableChildren, writableFields } from '../fields/record-schema.ts';
import type { Child, Entity } from '../model/types.ts';
import { invalidRows } from './check-rows.ts';
import type { Queryable } from './database.ts';
import type { Row } from './given-rows.ts';
import { hasId, isRow } from './given-rows.ts';
import { keptColumns } from './kept-columns.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import type { Write } from './run-write.ts';
import { bindWrite } from './run-write.ts';
import { printReviveOwned } from './sql/batch.ts';
import type { ChildTable } from './sql/write-children.ts';
import { printChangeKept, printDeleteOthers, printInsertOwned } from './sql/write-children.ts';

/** The arrays that one of the rows names. */
export const childrenIn = (entity: Entity, rows: readonly Row[]): readonly Child[] =>
  writableChildren(entity).filter((child) => rows.some((row) => row[child.name] !== undefined));

/** The rows of an array, in order. */
export const itemsOf = (row: Row, child: Child): readonly Row[] => {
  const items = row[child.name];
  return Array.isArray(items) ? items.filter(isRow) : [];
};

/** The table of owned rows with those of its columns that the rows name: of these what the caller may write, and what is computed. */
export const childTable = ({ model, access }: PlanContext, child: Child, items: readonly Row[]): ChildTable => {
  // The child as the caller sees it has lost the fields that only the engine writes.
  const entity = model.entities[child.entity.name];
  if (!entity?.owner) throw new Error(`${child.entity.name} is owned by nobody`);
  const scope = new Scope(model, access, entity, 't');
  const named = new Set(items.flatMap((item) => Object.keys(item)));
  const writable = new Set([
    ...writableFields(child.entity).map(({ column }) => column),
    ...(entity.expressions?.computed ?? []).map(({ key }) => key),
  ]);
  return {
    scope,
    owner: scope.own(entity.owner.relation),
    position: scope.own(entity.owner.position),
    columns: entity.fields
      .filter(({ column }) => named.has(column) && writable.has(column))
      .map((field) => scope.own(field.name)),
  };
};

/** Gives the array of the record `id` the new set of rows. Raises RECORD_INVALID for an id that is none of the record's. */
export const replaceRows = async (
  write: Write,
  transaction: Queryable,
  id: string,
  child: Child,
  row: Row,
): Promise<void> => {
  const items = itemsOf(row, child);
  const table = childTable(write.context, child, items);
  const placed: readonly Row[] = items.map((item, index) => ({
    ...item,
    _position: index,
    _named: table.columns.map(({ column }) => (item[column] === undefined ? '0' : '1')).join(''),
  }));
  const [kept, fresh] = [placed.filter(hasId), placed.filter((item) => !hasId(item))];
  const send = <Answer>(printed: Parameters<typeof bindWrite>[1], rows: readonly Row[]) =>
    transaction.query<Answer>(bindWrite(write, printed, { id, rows: JSON.stringify(rows) }));

  const unknownOf = async (): Promise<readonly unknown[]> => {
    const ids = kept.map((item) => ({ id: item['id'] }));
    const removal = await send<{ unknown: string }>(printDeleteOthers(table), ids);
    return JSON.parse(removal.rows[0]?.unknown ?? '[]') as readonly unknown[];
  };
  let unknown = await unknownOf();
  const { restores, revives = restores?.source } = write.options;
  if (unknown.length > 0 && revives !== undefined) {
    const { scope } = table;
    const revival = printReviveOwned(scope, keptColumns(scope), scope.id);
    await transaction.query(bindWrite(write, revival, { rows: JSON.stringify(unknown), batch: revives }));
    unknown = await unknownOf();
  }
  if (unknown.length > 0) throw unknownRows(write.context.entity, child, items, unknown);
  if (kept.length > 0) await send(printChangeKept(table), kept);
  if (fresh.length > 0) await send(printInsertOwned(table), fresh);
};

const unknownRows = (entity: Entity, child: Child, items: readonly Row[], unknown: readonly unknown[]): Refusal => {
  const failures = items.flatMap((item, index): FieldFailure[] =>
    unknown.includes(item['id'])
      ? [
          {
            code: 'VALIDATION_ROW_UNKNOWN',
            params: { field: child.title, row: index + 1 },
            at: { entity: entity.name, field: `${child.name}.${index}.id` },
          },
        ]
      : [],
  );
  return invalidRows(entity, failures);
};

/** The input of `printInsertOwners`: the records, then the rows of each array. */
export const withOwnedRows = (rows: readonly Row[], children: readonly Child[]): readonly (readonly Row[])[] => [
  rows.map((row, index) => ({ ...row, _row: index })),
  ...children.map((child) =>
    rows.flatMap((row, index) =>
      itemsOf(row, child).map((item, position) => ({ ...item, _owner: index, _position: position })),
    ),
  ),
];
