/** Aggregate functions of `select`: `valor.sum()`, `count()`. */
import type { SelectItem } from './request.ts';

export const aggregateFunctions = ['sum', 'avg', 'min', 'max', 'count'] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];
export type AggregateItem = Extract<SelectItem, { kind: 'aggregate' }>;

export const isAggregateFunction = (name: string): name is AggregateFunction =>
  aggregateFunctions.some((one) => one === name);

/** As the request writes it. */
export const aggregateText = ({ name, of }: AggregateItem): string =>
  name === undefined ? `${of}()` : `${name}.${of}()`;

/** Whether the answer is one row about all rows that the filter picks, or one of each group of them. */
export const asksAggregates = (select: readonly SelectItem[]): boolean =>
  select.some((item) => item.kind === 'aggregate');
