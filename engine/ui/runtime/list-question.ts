/**
 * What a list asks the server for. In: its address, and how the person has arranged it. Out: the part that chooses rows,
 * which their count shares, and the question for one page of them.
 */

import { resolvePeriods } from '../../contract/date-periods.ts';
import type { ListQuery } from '../../contract/list-query.ts';
import { writeFilters, writeSort } from '../../contract/list-query.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { FilterField } from './filter-value.ts';
import type { ListPages } from './list-pages.ts';
import { pageParameters } from './list-pages.ts';

export interface ListShown {
  readonly query: ListQuery;
  readonly filters: ReadonlyMap<string, FilterField>;
  /** Rows of a page where the address names no number. */
  readonly pageSize: number;
  readonly timeZone: string;
  /** The moment that the list is of; undefined: now. */
  readonly asOf?: string | undefined;
}

export interface ListQuestion {
  readonly chosen: string;
  readonly order: string;
  readonly limit: number;
  /** Filters, order and page size: which list this is of all that the screen can show. */
  readonly of: string;
}

export const listQuestion = (
  model: Pick<ScreenModel, 'order'>,
  { query, filters, pageSize, timeZone, asOf }: ListShown,
): ListQuestion => {
  const order = query.sort.length > 0 ? writeSort(query.sort) : model.order;
  const limit = query.limit ?? pageSize;
  const parameters = writeFilters(resolvePeriods(query, (key) => filters.get(key)?.type === 'date-time', timeZone));
  if (asOf !== undefined) parameters.set('as_of', asOf);
  const chosen = parameters.toString();
  return { chosen, order, limit, of: `${chosen}|${order}|${limit}` };
};

/** The query of one page of the rows. */
export const pageSearch = (
  { chosen, order, limit }: Omit<ListQuestion, 'of'>,
  select: string,
  pages: ListPages,
): string => {
  const params = new URLSearchParams(chosen);
  params.set('select', select);
  params.set('order', order);
  params.set('limit', String(limit));
  for (const [name, value] of Object.entries(pageParameters(pages, limit))) params.set(name, value);
  return params.toString();
};
