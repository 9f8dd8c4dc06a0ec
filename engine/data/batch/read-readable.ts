/** Records as people read them, in the middle of a transaction: fields by their wire names, relations as labels. */
import type { Queryable } from '../database.ts';
import { labelOf } from '../history-part.ts';
import type { ListContext } from '../plan/context.ts';
import { scopeConditions } from '../plan/row-scope.ts';
import { scopeOf } from '../write-answer.ts';
import type { Row } from './read-by-ids.ts';
import { readByIds } from './read-by-ids.ts';

export interface ReadableRow {
  readonly label: string;
  /** By wire name, what the caller may read: relations by their labels. */
  readonly values: Row;
  /** The same as it is stored. */
  readonly stored: Row;
}

/** By id, those in the caller's sight. The sensitive values among them are noted as given out. */
export const readReadable = async (
  queryable: Queryable,
  context: ListContext,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ReadableRow>> => {
  const scope = scopeOf(context);
  const where = scopeConditions(context.access, scope);
  const picked = { scope, by: scope.id, ids, where, order: [], limit: ids.length };
  const { part, rows } = await readByIds(queryable, context, picked);
  return new Map(
    rows.map(({ id, values, stored }) => [id, { label: labelOf(context, part, stored) || `#${id}`, values, stored }]),
  );
};
