/** What the database refused because it overlaps: which of the rows sent it is, and what may not meet. */
import { overlapsIn } from '../model/overlaps.ts';
import type { Child, Entity, NoOverlap } from '../model/types.ts';
import { apartName } from './ddl/no-overlap.ts';
import type { RowPlace } from './duplicate-row.ts';
import type { Row } from './given-rows.ts';
import { isRow } from './given-rows.ts';

/** What the constraint keeps apart; undefined for another one. */
export const apartOf = (table: Entity, constraint: string | undefined): NoOverlap | undefined =>
  table.noOverlap?.find((one) => apartName(table, one) === constraint);

const itemsOf = (row: Row, child: Child): readonly Row[] => {
  const items = row[child.name];
  return Array.isArray(items) ? items.filter(isRow) : [];
};

/**
 * The row of the body at fault: the only one, else the one that meets another of the body. Undefined where it meets a
 * record that was there before, which may not be the caller's to know of.
 */
export const overlappingRow = (
  table: Entity,
  of: NoOverlap,
  child: Child | undefined,
  rows: readonly Row[],
): RowPlace | undefined => {
  const only: Entity = { ...table, noOverlap: [of] };
  if (child === undefined) {
    const [met] = rows.length > 1 ? overlapsIn(only, rows) : [];
    return met && { row: met.row, item: undefined };
  }
  for (const [index, row] of rows.entries()) {
    const items = itemsOf(row, child);
    const [met] = overlapsIn(only, items);
    const place = met?.row ?? (items.length === 1 && rows.length === 1 ? 0 : undefined);
    if (place !== undefined) return { row: rows.length > 1 ? index : undefined, item: place };
  }
  return undefined;
};
