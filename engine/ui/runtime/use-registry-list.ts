/** Everything a registry's list is: query, rows, pages, count, chips, selection. The views only draw it. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { ApiFailure, Row } from '../store/api.ts';
import { useCountQuery, useRowsQuery } from '../store/api.ts';
import type { CursorStack } from './cursor-stack.ts';
import { advance, currentCursor, firstPage, goBack, pageIndex } from './cursor-stack.ts';
import { describeFilters } from './filter-chips.ts';
import type { FilterField, FilterValue } from './filter-value.ts';
import { filterFields, writeFilter } from './filter-value.ts';
import type { SortOrder } from './list-query.ts';
import { emptyQuery, parseSort, writeFilters, writeSort } from './list-query.ts';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import { useListAddress } from './use-list-address.ts';
import { useWaiting } from './use-waiting.ts';

const noRows: readonly Row[] = [];
const noIds: ReadonlySet<number> = new Set();

/** A value that holds only for one key: with another key it is the initial one again. */
const useKeyed = <T>(key: string, initial: T) => {
  const [state, setState] = useState({ key, value: initial });
  const value = state.key === key ? state.value : initial;
  const set = useCallback((next: T) => setState({ key, value: next }), [key]);
  return [value, set] as const;
};

export const useRegistryList = (model: ScreenModel) => {
  const { path } = model.screen;
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { query, change } = useListAddress();

  const filters = useMemo(() => filterFields(model), [model]);
  const order = query.sort.length > 0 ? writeSort(query.sort) : model.order;
  const sort = useMemo<readonly SortOrder[]>(() => parseSort(order), [order]);
  const limit = query.limit ?? model.screen.pageSize;
  const chosen = writeFilters(query).toString();

  const listKey = `${chosen}|${order}|${limit}`;
  const [pages, setPages] = useKeyed<CursorStack>(listKey, firstPage);
  const cursor = currentCursor(pages);
  const search = useMemo(() => {
    const params = new URLSearchParams(chosen);
    params.set('select', model.select);
    params.set('order', order);
    params.set('limit', String(limit));
    if (cursor !== undefined) params.set('cursor', cursor);
    return params.toString();
  }, [chosen, model.select, order, limit, cursor]);

  const rowsQuery = useRowsQuery({ path, search }, { refetchOnMountOrArgChange: true });
  const countQuery = useCountQuery({ path, search: chosen }, { refetchOnMountOrArgChange: true });
  useWaiting(rowsQuery.isLoading);

  const rows = rowsQuery.data?.rows ?? noRows;
  const [selection, setSelection] = useKeyed<ReadonlySet<number>>(`${listKey}|${cursor ?? ''}`, noIds);
  const present = useMemo(() => rows.filter((row) => selection.has(row.id)).map((row) => row.id), [rows, selection]);

  const chips = useMemo(
    () => describeFilters({ model, fields: filters, texts, timeZone }, query),
    [model, filters, texts, timeZone, query],
  );
  // A cursor outlives neither a change of rights nor the key of the installation: then from the first page again.
  const stale = (rowsQuery.error as ApiFailure | undefined)?.body?.code === 'REQUEST_CURSOR_INVALID';
  useEffect(() => {
    if (stale) setPages(firstPage);
  }, [stale, setPages]);

  // While a page is read, or could not be, the rows of the last one are still there: the range tells of those.
  const shownPage = useRef(0);
  if (rowsQuery.currentData !== undefined) shownPage.current = pageIndex(pages);
  const first = shownPage.current * limit + 1;
  const failed = rowsQuery.error !== undefined && rowsQuery.currentData === undefined;
  const { next } = rowsQuery.data ?? {};
  const advanceTo = failed ? rowsQuery.refetch : next === undefined ? undefined : () => setPages(advance(pages, next));

  return {
    query,
    filters,
    sort,
    chips,
    rows,
    limit,
    /** Ids of the selected rows that are still there. */
    selection: present,
    setSelection,
    /** Old rows stay while new ones come. */
    fetching: rowsQuery.isFetching,
    loaded: rowsQuery.data !== undefined,
    error: rowsQuery.error as ApiFailure | undefined,
    retry: rowsQuery.refetch,
    count: countQuery.currentData ?? undefined,
    range: rows.length === 0 ? undefined : { first, last: first + rows.length - 1 },
    filtered: query.q !== '' || query.conditions.length > 0,
    setSort: (orders: readonly SortOrder[]) => change({ ...query, sort: orders }),
    setLimit: (size: number) => change({ ...query, limit: size === model.screen.pageSize ? undefined : size }),
    setQuickSearch: (q: string) => change({ ...query, q }, true),
    setFilters: (values: ReadonlyMap<FilterField, FilterValue>) => {
      let written = query;
      for (const [field, value] of values) written = writeFilter(written, field, value);
      change(written);
    },
    replaceQuery: change,
    clearFilters: () => change({ ...emptyQuery, sort: query.sort, limit: query.limit }),
    nextPage: rowsQuery.isFetching ? undefined : advanceTo,
    previousPage: pageIndex(pages) === 0 ? undefined : () => setPages(goBack(pages)),
    firstPage: pageIndex(pages) === 0 ? undefined : () => setPages(firstPage),
  };
};

export type RegistryList = ReturnType<typeof useRegistryList>;
