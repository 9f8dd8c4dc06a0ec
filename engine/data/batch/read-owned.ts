/** Rows that records own as people read them, in the middle of a transaction. */
import { readableChildren } from '../../access/visible-entity.ts';
import type { Child } from '../../model/types.ts';
import type { Queryable } from '../database.ts';
import type { ListContext } from '../plan/context.ts';
import { Scope } from '../plan/refs.ts';
import type { ReadRow } from './read-by-ids.ts';
import { readByIds } from './read-by-ids.ts';

/** By the ids of the records, in their order: rows of one list, of records that the caller meets. */
type OwnedRows = ReadonlyMap<number, readonly ReadRow[]>;

const readList = async (
  queryable: Queryable,
  context: ListContext,
  child: Child,
  ids: readonly number[],
): Promise<OwnedRows> => {
  const entity = context.model.entities[child.entity.name];
  if (entity?.owner === undefined) return new Map();
  const scope = new Scope(context.model, context.access, entity, 't');
  const by = scope.own(entity.owner.relation);
  const order = [by, scope.own(entity.owner.position)];
  const limit = ids.length * child.maxItems;
  const { rows } = await readByIds(queryable, context, { scope, by, ids, where: [], order, limit });
  return Map.groupBy(rows, ({ picked }) => picked);
};

/** Of the lists that the caller may read, of `names`. */
export const readableLists = ({ model, access, entity, screen }: ListContext, names: ReadonlySet<string>) =>
  readableChildren(model, access, entity, screen).filter(({ name }) => names.has(name));

/** By the names of the lists. */
export const readOwned = async (
  queryable: Queryable,
  context: ListContext,
  children: readonly Child[],
  ids: readonly number[],
): Promise<ReadonlyMap<string, OwnedRows>> => {
  const found = new Map<string, OwnedRows>();
  for (const child of children) found.set(child.name, await readList(queryable, context, child, ids));
  return found;
};
