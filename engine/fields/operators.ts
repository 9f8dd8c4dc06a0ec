/** The filter operators, a row each. PostgREST's, and `has`: contains, whatever the case and the accents. */
export const operators = {
  eq: { value: 'one', label: 'operator.eq' },
  neq: { value: 'one', label: 'operator.neq' },
  gt: { value: 'one', label: 'operator.gt' },
  gte: { value: 'one', label: 'operator.gte' },
  lt: { value: 'one', label: 'operator.lt' },
  lte: { value: 'one', label: 'operator.lte' },
  like: { value: 'pattern', label: 'operator.like' },
  ilike: { value: 'pattern', label: 'operator.ilike' },
  in: { value: 'list', label: 'operator.in' },
  is: { value: 'keyword', label: 'operator.is' },
  has: { value: 'text', label: 'operator.has' },
} as const satisfies Record<string, { value: 'one' | 'list' | 'pattern' | 'keyword' | 'text'; label: string }>;

export type OperatorName = keyof typeof operators;
