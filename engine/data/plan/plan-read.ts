/**
 * request + model + access -> plan. Names are resolved through `Scope`, so rights are not a check that could be
 * forgotten: what the user may not see cannot be named.
 */
import { isReference, reachOf } from '../../access/visible-entity.ts';
import type { EmbedOptions, FilterNode, OrderTerm, ReadRequest } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import { searchOperators } from '../../fields/operators.ts';
import type { RegistryScreen } from '../../model/screen-types.ts';
import type { Entity } from '../../model/types.ts';
import type { ListContext, PlanContext } from './context.ts';
import { Level, Place, Statement } from './level.ts';
import { closePlace, placeFilter } from './plan-conditions.ts';
import { offeredValues } from './plan-offered.ts';
import { planOrder, sortTerms } from './plan-order.ts';
import { inPlaces, planSearch } from './plan-search.ts';
import { openEmbeds, planOutput } from './plan-select.ts';
import type { TableRef } from './refs.ts';
import { Scope } from './refs.ts';
import { haveFixed, referenceConditions } from './row-scope.ts';
import type { Condition, CursorShape, Finds, ReadPlan } from './types.ts';

/** Whether the condition names one record by its id. */
export const namesOne = (node: FilterNode): node is Extract<FilterNode, { kind: 'compare' }> =>
  node.kind === 'compare' &&
  node.path.length === 1 &&
  node.path[0] === 'id' &&
  node.operator === 'eq' &&
  node.quantifier === undefined &&
  !node.negated;

/** Whether the filter does, so that the answer tells of no other and a write meets it or none. */
export const asksOne = (request: ReadRequest): boolean => request.filters.some(namesOne);

/** The pair that opens the list. */
const listRight = (entity: Entity, screen: RegistryScreen | undefined): { action: string; subject: string } =>
  screen?.permission ?? { action: 'list', subject: entity.subject };

/** Of several records who may list them meets all, others those alone that are theirs to name. */
const isNamedAlone = ({ access, entity, screen }: PlanContext, request: ReadRequest): boolean => {
  const { action, subject } = listRight(entity, screen);
  return !asksOne(request) && !access.can(action, subject);
};

/** Whether records are looked for by who picks one, or may do no more than name them: nothing of them is read. */
const areNamed = (context: PlanContext, request: ReadRequest): boolean =>
  request.offeredFor !== undefined ||
  isNamedAlone(context, request) ||
  reachOf(context.model, context.access, context.entity, context.screen) === 'reference';

/**
 * Refuses rows to whom the list is closed: its own pair opens them, without one `list` on the entity; `view` opens one
 * record, asked for by its id; a reference opens id, natural key and label to every signed-in user, or to the staff, and to
 * who may view its records, those that are anybody's to name, all of them at once. Raises ACCESS_DENIED.
 */
export const checkReach = ({ access, entity, screen }: PlanContext, request: ReadRequest): void => {
  const { action, subject } = listRight(entity, screen);
  if (access.can(action, subject) || isReference(access, entity)) return;
  if (access.can('view', entity.subject) && asksOne(request)) return;
  throw new Refusal('ACCESS_DENIED', { action, title: (screen ?? entity).title });
};

/** Largest page, of the resource and of an embed. */
export const maximumLimit = 1000;

const checkedLimit = <Limit extends number | undefined>(limit: Limit, maximum = maximumLimit): Limit => {
  const asked = limit ?? 0;
  if (asked > maximum) throw new Refusal('REQUEST_LIMIT_TOO_LARGE', { limit: asked, maximum });
  return limit;
};

/** Gives what the query says of an embed to it. Of a single record order and page say nothing, unless they leave it out. */
const placeOptions = (root: Place, options: EmbedOptions): void => {
  const name = options.path.join('.');
  const place = options.path.reduce((outside, relation) => {
    const embed = outside.find(relation);
    if (embed) return embed;
    outside.level.implicit(outside.scope, relation);
    throw new Refusal('REQUEST_EMBED_ABSENT', { relation });
  }, root);
  place.order = options.order;
  place.limit = checkedLimit(options.limit);
  place.offset = options.offset ?? 0;
  if (place.many) return;
  planOrder(place, place.order);
  if (place.limit === 0 || place.offset > 0)
    throw new Refusal('REQUEST_QUERY_INVALID', {
      parameter: `${name}.${place.limit === 0 ? 'limit' : 'offset'}`,
      problem: 'a relação traz um só registro',
    });
};

const plansAnew: ReadonlySet<string> = new Set(['has', 'like', 'ilike', ...searchOperators]);
const searchesText = (node: FilterNode): boolean =>
  node.kind === 'compare' ? plansAnew.has(node.operator) : node.items.some(searchesText);

/** Whether the stored search column of the table answers the condition, of those that a filter makes. */
const isSearched = (condition: Condition, table: TableRef): boolean =>
  condition.kind === 'compare' &&
  condition.ref.table === table &&
  condition.ref.stored !== undefined &&
  condition.operator === 'has' &&
  !condition.negated;

/** Where indexes find the rows; a history has none. */
const findsOf = ({ level, places }: OpenedRead, { table }: Scope): readonly Finds[] => {
  if (table.rows !== 'today') return [];
  const filtered = level.where.filter((one) => isSearched(one, table));
  if (places.length === 0 && filtered.length > 0) return [{ join: undefined, where: filtered }];
  return places.map(({ join, where }) => ({ join, where: [...filtered, ...where] }));
};

interface OpenedRead {
  readonly scope: Scope;
  readonly level: Level;
  readonly root: Place;
  readonly embedded: ReturnType<typeof openEmbeds>;
  /** Where the quick search looks for the words; empty where there are none. */
  readonly places: readonly Finds[];
}

/** The rows that a request is about: where they are, and what chooses among them. */
export const openRead = (context: PlanContext, request: ReadRequest, writes: boolean): OpenedRead => {
  const rows = request.moment === undefined ? 'today' : 'then';
  const met = !writes && areNamed(context, request) ? 'named' : 'seen';
  const scope = new Scope(context.model, context.access, context.entity, 't', context.screen, rows, met);
  const level = new Level(new Statement(context.access, writes), scope);
  const root = new Place(level);
  const embedded = openEmbeds(root, request.select);
  for (const options of request.embeds) placeOptions(root, options);
  for (const filter of request.filters) placeFilter(root, filter);
  closePlace(root);
  const places = planSearch(level, request.words);
  level.where.push(...inPlaces(scope, places));
  if (request.offeredFor !== undefined)
    level.where.push(...haveFixed(scope, offeredValues(context, request.offeredFor)));
  if (scope.reach === 'record' && isNamedAlone(context, request)) level.where.push(...referenceConditions(scope));
  return { scope, level, root, embedded, places };
};

interface Rows {
  readonly limit: number;
  readonly cursor: CursorShape | undefined;
  /** The order where none is asked for. */
  readonly sort: (scope: Scope) => readonly OrderTerm[];
  /** They are to be written. */
  readonly writes: boolean;
}

const planRows = (context: PlanContext, request: ReadRequest, { limit, cursor, sort, writes }: Rows): ReadPlan => {
  const opened = openRead(context, request, writes);
  const { scope, level, root, embedded } = opened;
  const order = planOrder(root, request.order.length > 0 ? request.order : sort(scope));
  const output = planOutput(root, request.select, embedded);
  return {
    root: scope.table,
    joins: level.joins,
    output,
    where: level.where,
    finds: findsOf(opened, scope),
    order,
    limit,
    offset: request.offset ?? 0,
    cursor,
    // How many rows there were at a moment, the planner knows of the moment itself.
    volatile:
      request.moment !== undefined ||
      request.words.length > 0 ||
      request.filters.some(searchesText) ||
      request.embeds.some((options) => options.offset !== undefined),
  };
};

/** Raises the REQUEST_* refusals of names, operators and limits. */
export const planRead = (context: ListContext, request: ReadRequest, cursor: CursorShape | undefined): ReadPlan =>
  planRows(context, request, {
    limit: checkedLimit(request.limit ?? context.screen.pageSize, context.mostRows),
    cursor,
    sort: (scope) => sortTerms(context.screen.sort, scope),
    writes: false,
  });

/**
 * The rows that a write picks, and what it says back of them: in the order asked for, else in that of their ids. Raises
 * the REQUEST_* refusals of names and operators.
 */
export const planWritten = (context: PlanContext, request: ReadRequest): ReadPlan =>
  planRows(context, request, { limit: 0, cursor: undefined, sort: () => [], writes: true });
