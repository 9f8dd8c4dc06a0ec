import type { AggregateItem } from '../../contract/aggregate.ts';
import { aggregateText } from '../../contract/aggregate.ts';
import type { OrderTerm, ReadRequest, SelectItem } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import { planCast } from './casts.ts';
import type { ListContext } from './context.ts';
import type { Place } from './level.ts';
import { openRead } from './plan-read.ts';
import { outputKey } from './plan-select.ts';
import type { ColumnRef, Scope } from './refs.ts';
import type { Aggregate, AggregatePlan, DayPart, Group, GroupCast, GroupOrder } from './types.ts';

/**
 * By the SQL type of the column: what may be done with it beside counting. What is a bigint is an id, of the record, of
 * another or of a user: its sum says nothing.
 */
const suited = {
  sum: ['integer', 'numeric'],
  avg: ['integer', 'numeric'],
  min: ['integer', 'bigint', 'numeric', 'text', 'date', 'time', 'timestamptz'],
  max: ['integer', 'bigint', 'numeric', 'text', 'date', 'time', 'timestamptz'],
} as const satisfies Record<string, readonly string[]>;

const planItem = (scope: Scope, item: AggregateItem): Aggregate => {
  const key = outputKey(item.of, item.alias);
  if (item.cast !== undefined && item.cast !== 'text')
    throw new Refusal('REQUEST_CAST_REFUSED', { cast: item.cast, column: aggregateText(item), casts: ['text'] });
  const asText = item.cast === 'text';
  if (item.name === undefined) {
    if (item.of !== 'count') throw new Refusal('REQUEST_AGGREGATE', { item: aggregateText(item) });
    return { key, of: 'count', ref: undefined, asText };
  }
  const ref = scope.column(item.name);
  const { of } = item;
  if (of === 'count') return { key, of, ref, asText };
  const types: readonly string[] = suited[of];
  if (!types.includes(ref.castType))
    throw new Refusal('REQUEST_AGGREGATE_UNSUITED', { item: aggregateText(item), column: item.name });
  return { key, of, ref, asText };
};

/** Groups of one answer to a request; of more there are pages. */
export const maximumGroups = 1000;

type Opened = ReturnType<typeof openRead>['embedded'];

const isDayPart = (cast: string): cast is DayPart => cast === 'month' || cast === 'year';

/** Raises REQUEST_CAST_REFUSED. */
const planGroupCast = (ref: ColumnRef, cast: string | undefined): GroupCast | undefined => {
  if (cast === undefined) return undefined;
  return isDayPart(cast) && ref.castType === 'date' ? cast : planCast(ref, cast);
};

const planGroup = (place: Place, item: SelectItem, opened: Opened): readonly Group[] => {
  if (item.kind === 'all') throw new Refusal('REQUEST_AGGREGATE_GROUP', { item: '*' });
  if (item.kind === 'aggregate') {
    if (place.join === undefined) return [];
    throw new Refusal('REQUEST_AGGREGATE', { item: aggregateText(item) });
  }
  if (item.kind === 'column') {
    const ref = place.scope.column(item.name);
    return [{ kind: 'column', key: outputKey(item.name, item.alias), ref, cast: planGroupCast(ref, item.cast) }];
  }
  // It is there to be filtered by.
  if (item.items.length === 0) return [];
  const behind = opened.get(item);
  if (behind?.join === undefined) throw new Refusal('REQUEST_AGGREGATE_GROUP', { item: item.relation });
  const items = item.items.flatMap((one) => planGroup(behind, one, opened));
  return item.spread
    ? items
    : [{ kind: 'embed', key: outputKey(item.relation, item.alias), id: behind.scope.id, items }];
};

/** The columns that the groups rest on, in their order: of an embed its id, and then its own. */
export const groupedColumns = (
  groups: readonly Group[],
): readonly Pick<Extract<Group, { kind: 'column' }>, 'ref' | 'cast'>[] =>
  groups.flatMap((group) =>
    group.kind === 'column' ? [group] : [{ ref: group.id, cast: undefined }, ...groupedColumns(group.items)],
  );

/** The place among the columns of what the path names, by the names of the answer. */
const placeOfPath = (groups: readonly Group[], path: readonly string[]): number | undefined => {
  const [name, ...rest] = path;
  let at = 0;
  for (const group of groups) {
    const isNamed = group.key === name || (group.kind === 'column' && group.ref.column === name);
    if (group.kind === 'column') {
      if (isNamed && rest.length === 0) return at;
      at += 1;
    } else {
      const inside = isNamed ? placeOfPath(group.items, rest) : undefined;
      if (inside !== undefined) return at + 1 + inside;
      at += 1 + groupedColumns(group.items).length;
    }
  }
  return undefined;
};

const planGroupOrder = (
  terms: readonly OrderTerm[],
  items: readonly Aggregate[],
  groups: readonly Group[],
): readonly GroupOrder[] => {
  const named = terms.map(({ path, descending, nullsFirst }): GroupOrder => {
    const aggregate = path.length === 1 ? items.findIndex(({ key }) => key === path[0]) : -1;
    const column = placeOfPath(groups, path);
    const sides = { descending, nullsFirst: nullsFirst ?? descending };
    if (aggregate >= 0) return { by: { aggregate }, ...sides };
    if (column !== undefined) return { by: { column }, ...sides };
    throw new Refusal('REQUEST_QUERY_INVALID', {
      parameter: 'order',
      problem: `grupos se ordenam pelo que está em 'select', e '${path.join('.')}' não está`,
    });
  });
  const taken = new Set(named.flatMap(({ by }) => ('column' in by ? [by.column] : [])));
  // Two answers to the same question are the same.
  const rest = groupedColumns(groups).flatMap((_, column): GroupOrder[] =>
    taken.has(column) ? [] : [{ by: { column }, descending: false, nullsFirst: false }],
  );
  return [...named, ...rest];
};

/** Of one row there is no order and no page; groups have both, but no cursor, for they are worked out anew. */
const refuseParts = (request: ReadRequest, isOne: boolean): void => {
  const parameters = [
    ...(request.order.length > 0 && isOne ? ['order'] : []),
    ...(request.cursor === undefined ? [] : ['cursor']),
    ...(request.offset === undefined || request.offset === 0 || !isOne ? [] : ['offset']),
  ];
  const [parameter] = parameters;
  if (parameter === undefined) return;
  const problem = isOne ? 'a resposta com agregações é uma linha só' : 'grupos vêm em páginas por offset';
  throw new Refusal('REQUEST_QUERY_INVALID', { parameter, problem });
};

/**
 * One row about all rows that the filter picks, or one for each group of them, which the columns beside the aggregates say.
 * Raises the REQUEST_* refusals of names and aggregates. What the user may not see, or reads covered, has no ref: no sum
 * tells of it, and no group.
 */
export const planAggregate = (context: ListContext, request: ReadRequest): AggregatePlan => {
  const { scope, level, root, embedded } = openRead(context, request, false);
  const groups = request.select.flatMap((item) => planGroup(root, item, embedded));
  refuseParts(request, groups.length === 0);
  const items = request.select.flatMap((item) => (item.kind === 'aggregate' ? [planItem(scope, item)] : []));
  const keys = [...groups, ...items].map(({ key }) => key);
  const repeated = keys.find((key, index) => keys.indexOf(key) < index);
  if (repeated !== undefined)
    throw new Refusal('REQUEST_QUERY_INVALID', {
      parameter: 'select',
      problem: `há dois resultados com o nome '${repeated}'; dê outro nome a um deles, como total:valor.sum()`,
    });
  return {
    root: scope.table,
    joins: level.joins,
    where: level.where,
    items,
    groups,
    order: planGroupOrder(request.order, items, groups),
    limit: Math.min(request.limit ?? maximumGroups, context.mostRows ?? maximumGroups),
    offset: request.offset ?? 0,
  };
};
