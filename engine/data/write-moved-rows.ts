/** The rows that transitions write to the lists of the records that they move, all of them at once, once these are written. */
import { rowsIn, writtenLists } from '../fields/written-rows.ts';
import { changedKeys } from '../model/effects.ts';
import type { RowsWritten, Transition } from '../model/state-types.ts';
import type { Child, Entity } from '../model/types.ts';
import { differs } from './batch/since-batch.ts';
import type { Following } from './following.ts';
import type { Row } from './given-rows.ts';
import { hasId } from './given-rows.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import { bindWrite } from './run-write.ts';
import type { Moved } from './settle-change.ts';
import { computedKeys } from './settle-rows.ts';
import type { ChildTable } from './sql/write-children.ts';
import { printAddOwned, printChangeGiven } from './sql/write-children.ts';

/** The table of the rows, with those of its columns that are written. */
const tableOf = ({ model, access }: PlanContext, child: Child, keys: ReadonlySet<string>): ChildTable => {
  const entity = model.entities[child.entity.name];
  if (entity?.owner === undefined) throw new Error(`${child.entity.name} is owned by nobody`);
  const scope = new Scope(model, access, entity, 't');
  const { relation, position } = entity.owner;
  const fields = entity.fields.filter(({ name, column }) => keys.has(column) && name !== relation && name !== position);
  return {
    scope,
    owner: scope.own(relation),
    position: scope.own(position),
    columns: fields.map(({ name }) => scope.own(name)),
  };
};

const changeThere = async (
  { write, transaction }: Following,
  child: Child,
  written: RowsWritten,
  moved: readonly Moved[],
): Promise<void> => {
  const keys = new Set([...changedKeys(written), ...computedKeys(child.entity)]);
  if (keys.size === 0) return;
  const changed = moved.flatMap(({ before, record }) => {
    const stood = new Map(rowsIn(before, child.name).map((row) => [row['id'], row]));
    return rowsIn(record, child.name).filter(
      (row) => hasId(row) && [...keys].some((key) => differs(stood.get(row['id'])?.[key], row[key])),
    );
  });
  if (changed.length === 0) return;
  const { scope, columns } = tableOf(write.context, child, keys);
  const rows = changed.map((row) => Object.fromEntries(['id', ...keys].map((key) => [key, row[key] ?? null])));
  await transaction.query(bindWrite(write, printChangeGiven(scope, columns), { rows: JSON.stringify(rows) }));
};

/** The ids of the new rows, by that of their record. */
const addBehind = async (
  { write, transaction }: Following,
  child: Child,
  moved: readonly Moved[],
): Promise<ReadonlyMap<unknown, number>> => {
  const fresh = moved.flatMap(({ record }) =>
    rowsIn(record, child.name)
      .filter((row) => !hasId(row))
      .map((row) => ({ ...row, _owner: record['id'] })),
  );
  if (fresh.length === 0) return new Map();
  const table = tableOf(write.context, child, new Set(fresh.flatMap((row) => Object.keys(row))));
  const rows = fresh.map((row, index) => ({ ...row, _place: index }));
  const answer = await transaction.query<{ ids: string }>(
    bindWrite(write, printAddOwned(table), { rows: JSON.stringify(rows) }),
  );
  const ids = JSON.parse(answer.rows[0]?.ids ?? '[]') as readonly number[];
  return new Map(fresh.map(({ _owner }, index) => [_owner, ids[index] ?? 0]));
};

const withIds = (record: Row, list: string, ids: ReadonlyMap<unknown, number>): Row => ({
  ...record,
  [list]: rowsIn(record, list).map((row) => (hasId(row) ? row : { ...row, id: ids.get(record['id']) })),
});

/** Writes them, and gives the records with the ids of the new ones. Of a value that must not repeat the old row lets go first. */
export const writeMovedRows = async (
  following: Following,
  entity: Entity,
  transition: Transition,
  moved: readonly Moved[],
): Promise<readonly Moved[]> => {
  let known = moved;
  for (const { child, written } of writtenLists(entity, transition)) {
    await changeThere(following, child, written, known);
    const ids = written.add === undefined ? new Map<unknown, number>() : await addBehind(following, child, known);
    known = known.map(({ before, record }) => ({ before, record: withIds(record, child.name, ids) }));
  }
  return known;
};
