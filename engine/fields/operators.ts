/**
 * The filter operators, a row each. PostgREST's, and `has`: contains, whatever the case and the accents. `quantified`:
 * takes several values as `eq(any).{a,b}` and `eq(all).{a,b}`.
 */
export const operators = {
  eq: { value: 'one', label: 'operator.eq', quantified: true },
  neq: { value: 'one', label: 'operator.neq', quantified: false },
  gt: { value: 'one', label: 'operator.gt', quantified: true },
  gte: { value: 'one', label: 'operator.gte', quantified: true },
  lt: { value: 'one', label: 'operator.lt', quantified: true },
  lte: { value: 'one', label: 'operator.lte', quantified: true },
  isdistinct: { value: 'one', label: 'operator.isdistinct', quantified: false },
  like: { value: 'pattern', label: 'operator.like', quantified: true },
  ilike: { value: 'pattern', label: 'operator.ilike', quantified: true },
  in: { value: 'list', label: 'operator.in', quantified: false },
  is: { value: 'keyword', label: 'operator.is', quantified: false },
  has: { value: 'text', label: 'operator.has', quantified: false },
  fts: { value: 'text', label: 'operator.fts', quantified: false },
  plfts: { value: 'text', label: 'operator.plfts', quantified: false },
  phfts: { value: 'text', label: 'operator.phfts', quantified: false },
  wfts: { value: 'text', label: 'operator.wfts', quantified: false },
} as const satisfies Record<
  string,
  { value: 'one' | 'list' | 'pattern' | 'keyword' | 'text'; label: string; quantified: boolean }
>;

export type OperatorName = keyof typeof operators;

/** What `is` compares with. */
export const keywords = ['null', 'not_null', 'true', 'false', 'unknown'] as const;
export type Keyword = (typeof keywords)[number];

/** Those of full text search: they know words by their stems, and take a configuration as `fts(simple).casa`. */
export const searchOperators = ['fts', 'plfts', 'phfts', 'wfts'] as const satisfies readonly OperatorName[];

/** Configurations of full text search. The first one is meant where none is named. */
export const searchConfigurations = ['portuguese', 'english', 'simple'] as const;
export type SearchConfiguration = (typeof searchConfigurations)[number];

const noRanges = 'não há colunas de intervalos';
const noLists = 'não há colunas de listas nem de intervalos';
const regular = 'expressões regulares podem ocupar o banco de dados sem limite';

/** PostgREST's operators that are not served: why, and what serves instead. */
export const refusedOperators: Readonly<Record<string, { readonly reason: string; readonly instead: string }>> = {
  match: { reason: regular, instead: 'like' },
  imatch: { reason: regular, instead: 'ilike ou has' },
  cs: { reason: noLists, instead: 'has ou in' },
  cd: { reason: noLists, instead: 'in' },
  ov: { reason: noLists, instead: 'in' },
  sl: { reason: noRanges, instead: 'lt' },
  sr: { reason: noRanges, instead: 'gt' },
  nxl: { reason: noRanges, instead: 'gte' },
  nxr: { reason: noRanges, instead: 'lte' },
  adj: { reason: noRanges, instead: 'eq' },
};
