/** Rows that records own as people read them, in the middle of a transaction. */
import { readableChildren } from '../../access/visible-entity.ts';
import { parseRequest } from '../../contract/request.ts';
import type { Child } from '../../model/types.ts';
import { bind, prepare } from '../bind.ts';
import type { Queryable } from '../database.ts';
import { partOf, readable } from '../history-part.ts';
import type { ListContext } from '../plan/context.ts';
import { Scope } from '../plan/refs.ts';
import { noteRows, sensitivePlaces } from '../sensitive-reads.ts';
import { printRead } from '../sql/read.ts';
import { ofIds } from './pick-rows.ts';

type Row = Readonly<Record<string, unknown>>;

export interface OwnedRow {
  readonly id: number;
  /** By wire name, what the caller may read: relations by their labels. */
  readonly values: Row;
  /** The same as it is stored. */
  readonly stored: Row;
}

/** By the ids of the records, in their order: rows of one list, of records that the caller meets. */
type OwnedRows = ReadonlyMap<number, readonly OwnedRow[]>;

const readList = async (
  queryable: Queryable,
  context: ListContext,
  child: Child,
  ids: readonly number[],
): Promise<OwnedRows> => {
  const { model, access } = context;
  const entity = model.entities[child.entity.name];
  if (entity?.owner === undefined || ids.length === 0) return new Map();
  const scope = new Scope(model, access, entity, 't');
  const { joins, output } = partOf(context, scope);
  const owner = scope.own(entity.owner.relation);
  const ascending = { descending: false, nullsFirst: false };
  const printed = printRead({
    root: scope.table,
    joins,
    output: [{ kind: 'column', key: 'id', ref: scope.id }, { kind: 'column', key: '_owner', ref: owner }, ...output],
    where: [{ kind: 'compare', ref: owner, operator: 'in', negated: false, value: { kind: 'request', slot: 0 } }],
    narrow: [],
    order: [owner, scope.own(entity.owner.position), scope.id].map((ref) => ({ ref, ...ascending })),
    limit: ids.length * child.maxItems,
    offset: 0,
    cursor: undefined,
    volatile: false,
  });
  const request = ofIds(parseRequest(''), ids);
  const statement = bind(prepare(printed, false), {
    request: request.values,
    words: [],
    cursor: [],
    access,
    inputs: {},
  });
  const body = (await queryable.query<{ body: string }>(statement)).rows[0]?.body ?? '[]';
  noteRows(context, 'write', sensitivePlaces(output), request, body);
  const rows = JSON.parse(body) as readonly (Row & { readonly id: number; readonly _owner: number })[];
  return new Map(
    [...Map.groupBy(rows, ({ _owner }) => _owner)].map(([id, some]) => [
      id,
      some.map((row) => ({
        id: row.id,
        values: Object.fromEntries(scope.shown.map((field) => [field.column, readable(context, field, row)])),
        stored: row,
      })),
    ]),
  );
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
