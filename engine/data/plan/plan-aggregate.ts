import type { AggregateItem } from '../../contract/aggregate.ts';
import { aggregateText } from '../../contract/aggregate.ts';
import type { ReadRequest, SelectItem } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import type { ListContext } from './context.ts';
import { openRead } from './plan-read.ts';
import { outputKey } from './plan-select.ts';
import type { Scope } from './refs.ts';
import type { Aggregate, AggregatePlan } from './types.ts';

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

/** One that is there to be filtered by. */
const isEmptyEmbed = (item: SelectItem): boolean => item.kind === 'embed' && item.items.length === 0;

const refuseParts = (request: ReadRequest): void => {
  for (const item of request.select)
    if (item.kind !== 'aggregate' && !isEmptyEmbed(item))
      throw new Refusal('REQUEST_AGGREGATE_GROUP', {
        item: item.kind === 'all' ? '*' : item.kind === 'column' ? item.name : item.relation,
      });
  const parameters = [
    ...(request.order.length > 0 ? ['order'] : []),
    ...(request.cursor === undefined ? [] : ['cursor']),
    ...(request.offset === undefined || request.offset === 0 ? [] : ['offset']),
  ];
  const [parameter] = parameters;
  if (parameter !== undefined)
    throw new Refusal('REQUEST_QUERY_INVALID', { parameter, problem: 'a resposta com agregações é uma linha só' });
};

/** Raises the REQUEST_* refusals of names and aggregates. What the user may not see has no ref, so no sum tells of it. */
export const planAggregate = (context: ListContext, request: ReadRequest): AggregatePlan => {
  refuseParts(request);
  const { scope, level } = openRead(context, request, false);
  const items = request.select.flatMap((item) => (item.kind === 'aggregate' ? [planItem(scope, item)] : []));
  const keys = items.map(({ key }) => key);
  const repeated = keys.find((key, index) => keys.indexOf(key) < index);
  if (repeated !== undefined)
    throw new Refusal('REQUEST_QUERY_INVALID', {
      parameter: 'select',
      problem: `há dois resultados com o nome '${repeated}'; dê outro nome a um deles, como total:valor.sum()`,
    });
  return { root: scope.table, joins: level.joins, where: level.where, items };
};
