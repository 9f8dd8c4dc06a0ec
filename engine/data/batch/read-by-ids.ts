/** Rows of one table as people read them, picked by ids, in the middle of a transaction. */
import { parseRequest } from '../../contract/request.ts';
import { bindOnce } from '../bind.ts';
import type { Queryable } from '../database.ts';
import { partOf, readable } from '../history-part.ts';
import { ofIds } from '../of-ids.ts';
import type { PlanContext } from '../plan/context.ts';
import type { ColumnRef, Scope } from '../plan/refs.ts';
import type { Condition } from '../plan/types.ts';
import { noteRows, sensitivePlaces } from '../sensitive-reads.ts';
import type { HistoryPart } from '../sql/history.ts';
import { printRead } from '../sql/read.ts';

export type Row = Readonly<Record<string, unknown>>;

export interface ReadRow {
  readonly id: number;
  /** What the picking column holds. */
  readonly picked: number;
  /** By wire name, what the caller may read: relations by their labels. */
  readonly values: Row;
  /** The same as it is stored. */
  readonly stored: Row;
}

export interface Picked {
  readonly scope: Scope;
  /** The column that the ids are of. */
  readonly by: ColumnRef;
  readonly ids: readonly number[];
  readonly where: readonly Condition[];
  /** Ascending, `id` after them. */
  readonly order: readonly ColumnRef[];
  readonly limit: number;
  /** The keys of what is read of each row; absent: all that the caller may read. */
  readonly only?: ReadonlySet<string>;
}

/** The sensitive values among them are noted as given out. */
export const readByIds = async (
  queryable: Queryable,
  context: PlanContext,
  { scope, by, ids, where, order, limit, only }: Picked,
): Promise<{ readonly part: HistoryPart; readonly rows: readonly ReadRow[] }> => {
  const part = partOf(context, scope);
  if (ids.length === 0) return { part, rows: [] };
  const read = part.output.filter(({ key }) => only === undefined || only.has(key));
  const printed = printRead({
    root: scope.table,
    joins: part.joins,
    output: [{ kind: 'column', key: 'id', ref: scope.id }, { kind: 'column', key: '_picked', ref: by }, ...read],
    where: [
      { kind: 'compare', ref: by, operator: 'in', negated: false, value: { kind: 'request', slot: 0 } },
      ...where,
    ],
    finds: [],
    order: [...order, scope.id].map((ref) => ({ ref, descending: false, nullsFirst: false })),
    limit,
    offset: 0,
    cursor: undefined,
    volatile: false,
  });
  const request = ofIds(parseRequest(''), ids);
  const statement = bindOnce(context, printed, { request: request.values });
  const body = (await queryable.query<{ body: string }>(statement)).rows[0]?.body ?? '[]';
  noteRows(context, 'write', sensitivePlaces(read), request, body);
  const stored = JSON.parse(body) as readonly (Row & { readonly id: number; readonly _picked: number })[];
  const rows = stored.map(
    (row): ReadRow => ({
      id: row.id,
      picked: row._picked,
      values: Object.fromEntries(scope.shown.map((field) => [field.column, readable(context, field, row)])),
      stored: row,
    }),
  );
  return { part, rows };
};
