import { isSensitive } from '../access/field-right.ts';
import type { Entity } from '../model/types.ts';
import { readByIds } from './batch/read-by-ids.ts';
import type { Queryable } from './database.ts';
import { inLabel, labelOf } from './history-part.ts';
import type { PlanContext } from './plan/context.ts';
import { Scope } from './plan/refs.ts';
import { scopeConditions } from './plan/row-scope.ts';

/** Records that a refusal names, at most. */
export const namedRecords = 3;

/**
 * What records of an entity are called, by id: those in the caller's sight, through whatever screen, and no more than
 * `most`. A label that holds something sensitive is given to nobody in a refusal: such a record is its number.
 */
export const nameRecords = async (
  queryable: Queryable,
  context: Pick<PlanContext, 'model' | 'access' | 'timeZone'>,
  entity: Entity,
  ids: readonly number[],
  most = namedRecords,
): Promise<ReadonlyMap<number, string>> => {
  const { model, access, timeZone } = context;
  const scope = new Scope(model, access, entity, 't', undefined, 'today', 'named');
  const some = [...new Set(ids)].slice(0, most);
  if (scope.reach === 'none' || some.length === 0) return new Map();
  const labelled = inLabel(scope, entity.label);
  const only = new Set(labelled.flatMap(({ name, column }) => [name, column]));
  const where = scopeConditions(access, scope);
  const own = { model, access, timeZone, entity };
  const picked = { scope, by: scope.id, ids: some, where, order: [], limit: some.length, only };
  const { part, rows } = await readByIds(queryable, own, picked);
  const closed = labelled.some((field) => isSensitive(entity, field));
  return new Map(rows.map(({ id, stored }) => [id, (!closed && labelOf(own, part, stored)) || `#${id}`]));
};
