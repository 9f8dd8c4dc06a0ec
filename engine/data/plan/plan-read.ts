/**
 * request + model + access -> plan. Names are resolved through `Scope`, so rights are not a check that could be
 * forgotten: what the user may not see cannot be named.
 */
import type { Access } from '../../access/access.ts';
import type { FilterNode, OrderTerm, ReadRequest, SelectItem } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { OperatorName } from '../../fields/operators.ts';
import type { Model, RegistryScreen, SortKey } from '../../model/types.ts';
import type { ColumnRef } from './refs.ts';
import { Scope } from './refs.ts';
import { scopeConditions } from './row-scope.ts';
import type { Condition, CursorShape, Join, OrderKey, Output, ReadPlan } from './types.ts';

export interface PlanContext {
  readonly model: Model;
  readonly access: Access;
  readonly screen: RegistryScreen;
}

/** Whether the request asks for one record by its id, so that its answer tells of no other. */
const asksOne = (request: ReadRequest): boolean =>
  request.filters.some(
    (node) =>
      node.kind === 'compare' &&
      !node.negated &&
      node.operator === 'eq' &&
      node.path.length === 1 &&
      node.path[0] === 'id',
  );

/**
 * Refuses rows to whom the route is closed: its own pair opens them; `view` opens one record, asked for by its id; a
 * reference opens id, natural key and label to every signed-in user. Raises ACCESS_DENIED.
 */
export const checkReach = (context: PlanContext, request: ReadRequest): void => {
  const { access, screen, model } = context;
  const entity = model.entities[screen.entity];
  if (access.can(screen.permission.action, screen.permission.subject) || entity?.reference) return;
  if (entity && access.can('view', entity.subject) && asksOne(request)) return;
  throw new Refusal('ACCESS_DENIED', { action: screen.permission.action, title: screen.title });
};

/** Largest page. */
export const maximumLimit = 1000;

const systemOperators: readonly OperatorName[] = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'in', 'is'];

/** One statement under construction: the root's scope and the joins that names have asked for. */
class Statement {
  readonly root: Scope;
  readonly joins: {
    key: ColumnRef;
    scope: Scope;
    where: Condition[];
    inner: boolean;
    /** Whether the answer shows the target. */
    embedded: boolean;
    path: string;
  }[] = [];

  private readonly access: Access;

  constructor(context: PlanContext) {
    this.access = context.access;
    const entity = context.model.entities[context.screen.entity];
    if (!entity) throw new Error(`screen ${context.screen.path} shows no entity`);
    this.root = new Scope(context.model, context.access, entity, 't', context.screen);
  }

  /** The scope behind a chain of to-one relations, joined once. */
  join(relations: readonly string[]): Scope {
    let scope = this.root;
    let path = '';
    for (const relation of relations) {
      const { key, target } = scope.relation(relation, `j${this.joins.length + 1}`);
      path += `/${key.column}`;
      let join = this.joins.find((one) => one.path === path);
      if (!join) {
        join = { key, scope: target, where: scopeConditions(this.access, target), inner: false, embedded: false, path };
        this.joins.push(join);
      }
      scope = join.scope;
    }
    return scope;
  }

  joinOf(scope: Scope) {
    return this.joins.find((one) => one.scope === scope);
  }

  column(path: readonly string[]): ColumnRef {
    return this.join(path.slice(0, -1)).column(path.at(-1) ?? '');
  }
}

/** An alias becomes a key of the answer, printed as an identifier: only what needs no thought is let through. */
const outputKey = (name: string): string => {
  if (/^[A-Za-z_][A-Za-z0-9_]{0,59}$/.test(name)) return name;
  throw new Refusal('REQUEST_QUERY_INVALID', { parameter: 'select', problem: `'${name}' não serve de nome` });
};

const planSelect = (
  statement: Statement,
  scope: Scope,
  relations: readonly string[],
  items: readonly SelectItem[],
): Output[] =>
  items.flatMap((item): Output[] => {
    if (item.kind === 'all') return scope.names.map((name) => ({ kind: 'column', key: name, ref: scope.column(name) }));
    if (item.kind === 'column')
      return [{ kind: 'column', key: outputKey(item.alias ?? item.name), ref: scope.column(item.name) }];
    const path = [...relations, item.relation];
    const target = statement.join(path);
    const join = statement.joinOf(target);
    if (join) join.embedded = true;
    if (join && item.inner) join.inner = true;
    return [
      {
        kind: 'embed',
        key: outputKey(item.alias ?? item.relation),
        target: target.table,
        id: target.id,
        items: planSelect(statement, target, path, item.items),
      },
    ];
  });

const planComparison = (ref: ColumnRef, node: Extract<FilterNode, { kind: 'compare' }>): Condition => {
  const type = ref.field && fieldTypes[ref.field.type];
  const truth = node.keyword !== undefined && node.keyword !== 'null' && node.keyword !== 'not_null';
  if (!(type?.operators ?? systemOperators).includes(node.operator) || (truth && ref.castType !== 'boolean')) {
    throw new Refusal('REQUEST_OPERATOR_UNSUITED', {
      operator: truth ? `${node.operator}.${node.keyword}` : node.operator,
      column: ref.column,
      type: type?.expected ?? 'um valor do sistema',
    });
  }
  return node.operator === 'is'
    ? { kind: 'is', ref, keyword: node.keyword ?? 'null', negated: node.negated }
    : {
        kind: 'compare',
        ref,
        operator: node.operator,
        negated: node.negated,
        value: { kind: 'request', slot: node.slot },
      };
};

const planFilter = (statement: Statement, node: FilterNode): Condition =>
  node.kind === 'compare'
    ? planComparison(statement.column(node.path), node)
    : { kind: node.kind, negated: node.negated, items: node.items.map((item) => planFilter(statement, item)) };

/**
 * A condition on an embedded relation empties the embed, as in PostgREST; with `!inner` the rows go too. Where there is
 * no embed to empty it chooses rows (PostgREST refuses it), and in a write always: what is written is what was named.
 */
const planFilters = (statement: Statement, nodes: readonly FilterNode[], writes: boolean): Condition[] =>
  nodes.flatMap((node) => {
    const condition = planFilter(statement, node);
    if (node.kind !== 'compare' || node.path.length === 1) return [condition];
    const join = statement.joinOf(statement.join(node.path.slice(0, -1)));
    if (!join?.embedded || writes) return [condition];
    join.where.push(condition);
    return [];
  });

const planWords = (scope: Scope, words: readonly string[]): Condition[] => {
  if (words.length === 0) return [];
  const refs = scope.table.entity.search.flatMap((name) => {
    const field = scope.fields.find((one) => one.name === name);
    return field ? [scope.column(field.column)] : [];
  });
  if (refs.length === 0) {
    throw new Refusal('REQUEST_COLUMN_UNKNOWN', { column: 'q', entity: scope.table.entity.title });
  }
  const whole = refs.length === scope.table.entity.search.length;
  return words.map(
    (_word, index): Condition => ({
      kind: 'word',
      // Where a searched field is kept from the user, the stored column narrows but does not decide.
      refs: whole ? [] : refs,
      stored: scope.searchColumn,
      value: { kind: 'word', index },
    }),
  );
};

const defaultOrder = (sort: readonly SortKey[], statement: Statement): OrderTerm[] =>
  sort.flatMap((key) => {
    const entity = statement.root.table.entity;
    const first = entity.fields.find((field) => field.name === key.path[0]);
    const name = first?.column ?? key.path[0] ?? '';
    // A default sort by what the user may not see falls away; the id still orders. No index covers one behind a relation.
    return key.path.length > 1 || !statement.root.find(name)
      ? []
      : [{ path: [name], descending: key.descending, nullsFirst: undefined }];
  });

const planOrder = (statement: Statement, terms: readonly OrderTerm[]): OrderKey[] => {
  const keys = terms.map((term): OrderKey => {
    const ref = statement.column(term.path);
    const joined = term.path.length > 1;
    return {
      ref: joined ? { ...ref, nullable: true } : ref,
      descending: term.descending,
      // PostgreSQL's own default, said aloud: nulls are larger than any value.
      nullsFirst: term.nullsFirst ?? term.descending,
    };
  });
  const unique = keys.findIndex((key) => key.ref.table === statement.root.table && key.ref.column === 'id');
  if (unique >= 0) return keys.slice(0, unique + 1);
  const last = keys.at(-1);
  const descending = last?.descending ?? false;
  return [...keys, { ref: statement.root.id, descending, nullsFirst: descending }];
};

/** Raises the REQUEST_* refusals of names, operators and limits. `writes`: the rows picked are to be written. */
export const planRead = (
  context: PlanContext,
  request: ReadRequest,
  cursor: CursorShape | undefined,
  writes = false,
): ReadPlan => {
  const limit = request.limit ?? context.screen.pageSize;
  if (limit > maximumLimit) throw new Refusal('REQUEST_LIMIT_TOO_LARGE', { limit, maximum: maximumLimit });
  const statement = new Statement(context);
  const output = planSelect(statement, statement.root, [], request.select);
  const where = [
    ...scopeConditions(context.access, statement.root),
    ...planFilters(statement, request.filters, writes),
    ...planWords(statement.root, request.words),
  ];
  const terms = request.order.length > 0 ? request.order : defaultOrder(context.screen.sort, statement);
  const order = planOrder(statement, terms);
  return {
    root: statement.root.table,
    joins: statement.joins.map(
      (join): Join => ({ key: join.key, target: join.scope.table, targetId: join.scope.id, where: join.where }),
    ),
    output,
    where: [
      ...where,
      ...statement.joins
        .filter((join) => join.inner)
        .map((join): Condition => ({ kind: 'is', ref: join.scope.id, keyword: 'null', negated: true })),
    ],
    order,
    limit,
    offset: request.offset ?? 0,
    cursor,
    volatile: request.words.length > 0 || request.filters.some(searchesText),
  };
};

const searchesText = (node: FilterNode): boolean =>
  node.kind === 'compare' ? ['has', 'like', 'ilike'].includes(node.operator) : node.items.some(searchesText);
