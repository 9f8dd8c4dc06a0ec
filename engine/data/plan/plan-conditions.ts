/** Filters of a request -> conditions of the plan, each at the rows that it speaks of. */
import type { FilterNode } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { OperatorName } from '../../fields/operators.ts';
import type { Place } from './level.ts';
import type { ColumnRef, Scope } from './refs.ts';
import type { Condition } from './types.ts';

type Comparison = Extract<FilterNode, { kind: 'compare' }>;
type Group = Exclude<FilterNode, Comparison>;

const systemOperators: readonly OperatorName[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'in', 'is'];

const planComparison = (ref: ColumnRef, node: Comparison): Condition => {
  const type = ref.field && fieldTypes[ref.field.type];
  const truth = node.keyword !== undefined && node.keyword !== 'null' && node.keyword !== 'not_null';
  if (!(type?.operators ?? systemOperators).includes(node.operator) || (truth && ref.castType !== 'boolean')) {
    throw new Refusal('REQUEST_OPERATOR_UNSUITED', {
      operator: truth ? `${node.operator}.${node.keyword}` : node.operator,
      column: ref.column,
      type: type?.expected ?? 'um valor do sistema',
    });
  }
  if (node.operator === 'is') return { kind: 'is', ref, keyword: node.keyword ?? 'null', negated: node.negated };
  const { operator, negated, quantifier, configuration } = node;
  return {
    kind: 'compare',
    ref,
    operator,
    negated,
    value: { kind: 'request', slot: node.slot },
    quantifier,
    configuration,
  };
};

/** Rows to be written are not chosen by those of an embed to many. Raises REQUEST_FILTER_MANY. */
const refuseMany = (embed: Place, relation: string): void => {
  if (embed.many && embed.level.statement.writes)
    throw new Refusal('REQUEST_FILTER_MANY', { relation, place: 'em uma gravação' });
};

/** Whether an embed has rows, from the place around it. Raises REQUEST_FILTER_MANY. */
const presence = (outside: Place, embed: Place, negated: boolean, name: string): Condition => {
  refuseMany(embed, name);
  // In a join's own condition the tables joined after it have no name.
  if (embed.join && (!outside.join || outside.level.statement.writes))
    return { kind: 'is', ref: embed.scope.id, keyword: 'null', negated: !negated };
  const { rows } = embed;
  return { kind: 'exists', ref: rows.outer, rows, negated };
};

const planPresence = (outside: Place, embed: Place, node: Comparison, name: string): Condition => {
  if (node.keyword !== 'null' && node.keyword !== 'not_null')
    throw new Refusal('REQUEST_EMBED_OPERATOR', { relation: name });
  return presence(outside, embed, (node.keyword === 'null') !== node.negated, name);
};

/** The scope behind relations to one, embedded or not. */
const walk = (place: Place, relations: readonly string[]): Scope => {
  let at: Place | undefined = place;
  let { scope } = place;
  for (const relation of relations) {
    const embed: Place | undefined = at?.find(relation);
    if (embed?.many) throw new Refusal('REQUEST_FILTER_MANY', { relation, place: 'em um grupo' });
    at = embed;
    scope = embed?.scope ?? place.level.implicit(scope, relation);
  }
  return scope;
};

const planGroup = (place: Place, { kind, negated, items }: Group): Condition => ({
  kind,
  negated,
  items: items.map((item) => (item.kind === 'compare' ? planCompare(place, item, item.path) : planGroup(place, item))),
});

/** `path`: from the place on. */
const planCompare = (place: Place, node: Comparison, path: readonly string[]): Condition => {
  const name = path.at(-1) ?? '';
  if (path.length > 1) return planComparison(walk(place, path.slice(0, -1)).column(name), node);
  const embed = place.scope.find(name) ? undefined : place.find(name);
  return embed ? planPresence(place, embed, node, name) : planComparison(place.scope.column(name), node);
};

/** Whether all that a condition at an embed speaks of is the embed itself. */
const isFlat = (node: FilterNode): boolean =>
  node.kind === 'compare' ? node.path.length === 1 : node.items.every(isFlat);

/**
 * Gives each filter to the rows that it speaks of. A condition on an embedded relation empties the embed, as in
 * PostgREST; with `!inner` the rows go too. Where there is no embed to empty it chooses rows (PostgREST refuses it).
 */
export const placeFilter = (root: Place, node: FilterNode): void => {
  const path = node.kind === 'compare' ? node.path.slice(0, -1) : (node.at ?? []);
  let place = root;
  for (const [index, name] of path.entries()) {
    const embed = place.find(name);
    if (!embed) {
      if (node.kind === 'compare') place.filters.push({ node, path: node.path.slice(index) });
      else {
        place.level.implicit(place.scope, name);
        throw new Refusal('REQUEST_EMBED_ABSENT', { relation: name });
      }
      return;
    }
    refuseMany(embed, name);
    place = embed;
  }
  if (node.kind === 'compare') {
    place.filters.push({ node, path: node.path.slice(-1) });
    return;
  }
  if (place.join && !node.items.every(isFlat))
    throw new Refusal('REQUEST_QUERY_INVALID', {
      parameter: `${path.join('.')}.${node.kind}`,
      problem: 'um grupo dentro de uma relação só compara campos dela',
    });
  place.filters.push({ node });
};

/** Turns the filters of a place and of all below it into conditions. */
export const closePlace = (place: Place): void => {
  for (const { place: embed } of place.embeds) closePlace(embed);
  for (const { place: embed, inner, alias, names } of place.embeds)
    if (inner) place.add(presence(place, embed, false, alias ?? names[0] ?? ''));
  for (const filter of place.filters) {
    if (!('path' in filter)) place.add(planGroup(place, filter.node));
    // What is joined after an embed cannot be named in the embed's own condition.
    else if (filter.path.length > 1) place.level.where.push(planCompare(place, filter.node, filter.path));
    else place.add(planCompare(place, filter.node, filter.path));
  }
};
