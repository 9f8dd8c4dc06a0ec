import { aggregateText } from '../../contract/aggregate.ts';
import type { SelectItem } from '../../contract/request.ts';
import { embeddedRows } from '../../contract/request-limits.ts';
import { Refusal } from '../../core/errors.ts';
import { planCast } from './casts.ts';
import type { Place } from './level.ts';
import { planOrder, sortTerms } from './plan-order.ts';
import type { Scope } from './refs.ts';
import type { OrderKey, Output } from './types.ts';

type Embed = Extract<SelectItem, { kind: 'embed' }>;

/** The key of the answer, printed as an identifier: a name of the model, or an alias that needs no thought. */
export const outputKey = (name: string, alias: string | undefined): string => {
  if (alias === undefined) return name;
  if (/^[A-Za-z_][A-Za-z0-9_]{0,59}$/.test(alias)) return alias;
  throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'select', problem: `'${alias}' não serve de nome` });
};

/** Opens a place for every embed of `select`. Raises REQUEST_EMBED_UNKNOWN, REQUEST_EMBED_AMBIGUOUS. */
export const openEmbeds = (place: Place, items: readonly SelectItem[]): ReadonlyMap<Embed, Place> => {
  const opened = new Map<Embed, Place>();
  const open = (outside: Place, inside: readonly SelectItem[]): void => {
    for (const item of inside) {
      if (item.kind !== 'embed') continue;
      const embed = outside.embed(item.relation, item.hint, item.alias, item.inner);
      opened.set(item, embed);
      open(embed, item.items);
    }
  };
  open(place, items);
  return opened;
};

const manyOrder = (place: Place): readonly OrderKey[] => {
  if (place.order.length > 0 || !place.many) return planOrder(place, place.order);
  const { order } = place.many;
  return 'column' in order
    ? [{ ref: order, descending: false, nullsFirst: false }]
    : planOrder(place, sortTerms(order, place.scope));
};

/** The name under which `relacao(count)` gives the number of rows; undefined where rows are asked for. */
const countedAs = (place: Place, items: readonly SelectItem[]): string | undefined => {
  const columns = items.filter((item) => item.kind === 'column');
  const counts = columns.find(({ name }) => name === 'count');
  if (counts === undefined || place.scope.names.includes('count')) return undefined;
  if (items.length > 1) throw new Refusal('REQUEST_AGGREGATE', { item: 'count' });
  return outputKey(counts.name, counts.alias);
};

const planMany = (place: Place, item: Embed, key: string, opened: ReadonlyMap<Embed, Place>): Output => {
  if (item.spread) throw new Refusal('REQUEST_SPREAD_MANY', { relation: item.relation });
  const counted = countedAs(place, item.items);
  if (counted !== undefined) return { kind: 'count', key, rows: place.rows, item: counted };
  const order = manyOrder(place);
  const items = planOutput(place, item.items, opened);
  // Last, for order and items may have joined more.
  return {
    kind: 'many',
    key,
    rows: place.rows,
    items,
    order,
    limit: place.limit ?? embeddedRows,
    offset: place.offset,
  };
};

const planEmbed = (item: Embed, opened: ReadonlyMap<Embed, Place>): readonly Output[] => {
  const place = opened.get(item);
  if (!place) throw new Error(`no place for ${item.relation}`);
  // Nothing is asked of it: it is there to be filtered by.
  if (item.items.length === 0) return [];
  const key = outputKey(item.relation, item.alias);
  if (place.many) return [planMany(place, item, key, opened)];
  const items = planOutput(place, item.items, opened);
  return item.spread ? items : [{ kind: 'embed', key, target: place.scope.table, id: place.scope.id, items }];
};

/** A column as the caller reads it. Raises REQUEST_COLUMN_UNKNOWN, REQUEST_CAST_REFUSED. */
export const planColumn = (scope: Scope, name: string, key: string, cast?: string): Output => {
  const ref = scope.output(name);
  if (!('cover' in ref))
    return { kind: 'column', key, ref, cast: cast === undefined ? undefined : planCast(ref, cast) };
  if (cast !== undefined && cast !== 'text')
    throw new Refusal('REQUEST_CAST_REFUSED', { cast, column: name, casts: ['text'] });
  return { kind: 'covered', key, ref };
};

/** What the answer holds, in the order of `select`. Raises the REQUEST_* refusals of names and casts. */
export const planOutput = (
  place: Place,
  items: readonly SelectItem[],
  opened: ReadonlyMap<Embed, Place>,
): readonly Output[] =>
  items.flatMap((item): readonly Output[] => {
    const { scope } = place;
    if (item.kind === 'all') return scope.names.map((name) => planColumn(scope, name, name));
    if (item.kind === 'embed') return planEmbed(item, opened);
    if (item.kind === 'aggregate') throw new Refusal('REQUEST_AGGREGATE', { item: aggregateText(item) });
    return [planColumn(scope, item.name, outputKey(item.name, item.alias), item.cast)];
  });
