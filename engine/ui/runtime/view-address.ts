/** The view of a list in its address: `?_view=12` beside the query, which may have been changed since. */

import type { ListQuery } from '../../contract/list-query.ts';
import { emptyQuery, parseListQuery, writeListQuery } from '../../contract/list-query.ts';
import type { SavedView } from '../../contract/saved-view.ts';

const parameter = '_view';

export const viewIdIn = (params: URLSearchParams): number | undefined => {
  const id = Number(params.get(parameter) ?? Number.NaN);
  return Number.isInteger(id) && id > 0 ? id : undefined;
};

export const queryOf = ({ content }: SavedView): ListQuery => parseListQuery(new URLSearchParams(content.query));

/** What a view keeps of a query. */
export const writeViewQuery = (query: ListQuery): string => writeListQuery(query).toString();

/** Whether the address says nothing of what the list shows. */
export const saysNothing = (params: URLSearchParams): boolean =>
  viewIdIn(params) === undefined && writeViewQuery(parseListQuery(params)) === writeViewQuery(emptyQuery);

/** The address of a view, or of the list without one; what else the screen has open stays. */
export const addressOf = (view: SavedView | undefined, kept: URLSearchParams): URLSearchParams => {
  const params = writeListQuery(view === undefined ? emptyQuery : queryOf(view), kept);
  params.delete(parameter);
  if (view !== undefined) params.set(parameter, String(view.id));
  return params;
};

/** What of an address says what the list shows; which drawer is open over it does not. */
export const listAddress = (params: URLSearchParams): string => {
  const own = writeListQuery(parseListQuery(params));
  const view = viewIdIn(params);
  if (view !== undefined) own.set(parameter, String(view));
  return own.toString();
};
