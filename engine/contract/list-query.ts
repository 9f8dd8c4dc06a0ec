/**
 * What a list shows, as its address says it, in the dialect of the API: `?nome=has.são&data=gte.2026-01-01&order=nome.desc
 * &limit=100&q=belo`. Law: `parseListQuery(writeListQuery(query))` equals `query`. Parameters that begin with `_` belong
 * to the screen (which drawer is open) and pass through untouched.
 */

import type { OperatorName } from '../fields/operators.ts';
import { operators } from '../fields/operators.ts';
import { writeValue } from './write-value.ts';

/** One filter of the address. `values` has one text, except for a list. */
export interface Condition {
  /** Wire key: `nome`, `cidade_id`, `cidade.uf`. */
  readonly key: string;
  readonly operator: OperatorName;
  readonly values: readonly string[];
}

export interface SortOrder {
  /** `GridColumn.orderBy`: `nome`, or `cidade(nome)` for a field behind a relation. */
  readonly by: string;
  readonly descending: boolean;
}

export interface ListQuery {
  readonly q: string;
  readonly conditions: readonly Condition[];
  /** Empty: the default order of the screen. */
  readonly sort: readonly SortOrder[];
  /** undefined: the default page size of the screen. */
  readonly limit: number | undefined;
}

export const emptyQuery: ListQuery = { q: '', conditions: [], sort: [], limit: undefined };

const ownParameters: ReadonlySet<string> = new Set(['q', 'order', 'limit', 'select', 'cursor', 'offset']);

const splitList = (text: string): string[] => {
  const values: string[] = [];
  const inside = text.replace(/^\(/, '').replace(/\)$/, '');
  const member = /"((?:[^"\\]|\\.)*)"|([^,]+)/gs;
  for (const match of inside.matchAll(member))
    values.push(match[1] === undefined ? (match[2] ?? '') : match[1].replace(/\\(.)/gs, '$1'));
  return values;
};

const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name);

const parseCondition = (key: string, text: string): Condition | undefined => {
  const at = text.indexOf('.');
  const operator = text.slice(0, at);
  if (at < 0 || !isOperator(operator)) return undefined;
  const rest = text.slice(at + 1);
  return { key, operator, values: operators[operator].value === 'list' ? splitList(rest) : [rest] };
};

const writeCondition = ({ operator, values }: Condition): string =>
  operators[operator].value === 'list'
    ? `${operator}.(${values.map(writeValue).join(',')})`
    : `${operator}.${values[0] ?? ''}`;

export const writeSort = (sort: readonly SortOrder[]): string =>
  sort.map(({ by, descending }) => `${by}.${descending ? 'desc' : 'asc'}`).join(',');

export const parseSort = (text: string): SortOrder[] =>
  [...text.matchAll(/([\w.]+\([\w.]+\)|\w+)(?:\.(asc|desc))?/g)].map(([, by = '', direction]) => ({
    by,
    descending: direction === 'desc',
  }));

export const parseListQuery = (params: URLSearchParams): ListQuery => {
  const limit = Number(params.get('limit') ?? Number.NaN);
  return {
    q: params.get('q') ?? '',
    conditions: [...params]
      .filter(([key]) => !ownParameters.has(key) && !key.startsWith('_'))
      .flatMap(([key, text]) => parseCondition(key, text) ?? []),
    sort: parseSort(params.get('order') ?? ''),
    limit: Number.isInteger(limit) && limit > 0 ? limit : undefined,
  };
};

/** The parameters of an address that no list reads; the screen's own, which begin with `_`, are none of it. */
export const unreadParameters = (params: URLSearchParams): readonly string[] => [
  ...new Set(
    [...params].flatMap(([key, text]) =>
      ownParameters.has(key) || key.startsWith('_') || parseCondition(key, text) !== undefined ? [] : [key],
    ),
  ),
];

/** The address of a query; `kept` gives the `_` parameters to carry over. */
export const writeListQuery = (query: ListQuery, kept: URLSearchParams = new URLSearchParams()): URLSearchParams => {
  const params = new URLSearchParams();
  if (query.q !== '') params.set('q', query.q);
  for (const condition of query.conditions) params.append(condition.key, writeCondition(condition));
  if (query.sort.length > 0) params.set('order', writeSort(query.sort));
  if (query.limit !== undefined) params.set('limit', String(query.limit));
  for (const [key, value] of kept) if (key.startsWith('_')) params.append(key, value);
  return params;
};

/** A condition as a member of `and=(...)`. */
const writeMember = ({ key, operator, values }: Condition): string =>
  operators[operator].value === 'list'
    ? `${key}.${operator}.(${values.map(writeValue).join(',')})`
    : `${key}.${operator}.${writeValue(values[0] ?? '')}`;

/**
 * The part of a query that chooses rows, as the API reads it: what count and rows share. In PostgREST's dialect a
 * parameter `cidade.uf` only empties the embedded relation; inside `and=(...)` it chooses rows, which is what a list means.
 */
export const writeFilters = (query: ListQuery): URLSearchParams => {
  const behind = query.conditions.filter(({ key }) => key.includes('.'));
  const conditions = query.conditions.filter(({ key }) => !key.includes('.'));
  const params = writeListQuery({ ...query, conditions, sort: [], limit: undefined });
  if (behind.length > 0) params.append('and', `(${behind.map(writeMember).join(',')})`);
  return params;
};
