/** Records as people read them, in the middle of a transaction: fields by their wire names, relations as labels. */
import { parseRequest } from '../../contract/request.ts';
import { writeLabel } from '../../contract/write-label.ts';
import { bind, prepare } from '../bind.ts';
import type { Queryable } from '../database.ts';
import { partOf, readable } from '../history-part.ts';
import type { ListContext } from '../plan/context.ts';
import { scopeConditions } from '../plan/row-scope.ts';
import type { Condition } from '../plan/types.ts';
import { noteRows, sensitivePlaces } from '../sensitive-reads.ts';
import { printRead } from '../sql/read.ts';
import { scopeOf } from '../write-answer.ts';
import { ofIds } from './pick-rows.ts';

type Row = Readonly<Record<string, unknown>>;

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
  if (ids.length === 0) return new Map();
  const scope = scopeOf(context);
  const { joins, output } = partOf(context, scope);
  const id: Condition = {
    kind: 'compare',
    ref: scope.id,
    operator: 'in',
    negated: false,
    value: { kind: 'request', slot: 0 },
  };
  const printed = printRead({
    root: scope.table,
    joins,
    output: [{ kind: 'column', key: 'id', ref: scope.id }, ...output],
    where: [id, ...scopeConditions(context.access, scope)],
    narrow: [],
    order: [{ ref: scope.id, descending: false, nullsFirst: false }],
    limit: ids.length,
    offset: 0,
    cursor: undefined,
    volatile: false,
  });
  const request = ofIds(parseRequest(''), ids);
  const statement = bind(prepare(printed, false), {
    request: request.values,
    words: [],
    cursor: [],
    access: context.access,
    inputs: {},
  });
  const body = (await queryable.query<{ body: string }>(statement)).rows[0]?.body ?? '[]';
  noteRows(context, 'write', sensitivePlaces(output), request, body);
  return new Map(
    (JSON.parse(body) as readonly (Row & { readonly id: number })[]).map((row) => {
      const values = Object.fromEntries(scope.shown.map((field) => [field.column, readable(context, field, row)]));
      const named = Object.fromEntries(
        scope.shown.map((field) => [field.name, field.relation ? values[field.column] : row[field.column]]),
      );
      // A relation is a label already.
      const label = writeLabel(
        context.entity.label,
        named,
        scope.shown.filter((field) => !field.relation),
      );
      return [row.id, { label: label === '' ? `#${row.id}` : label, values, stored: row }];
    }),
  );
};
