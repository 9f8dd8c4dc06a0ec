/** Everything a registry's list is: query, rows, pages, count, chips, selection. The views only draw it. */
import { use, useEffect, useMemo, useRef } from 'react';
import type { SortOrder } from '../../contract/list-query.ts';
import { emptyQuery, parseSort } from '../../contract/list-query.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { ApiFailure, Row } from '../store/api.ts';
import { useCountQuery, useRowsQuery } from '../store/api.ts';
import { AsOfContext } from './as-of.ts';
import { describeFilters } from './filter-chips.ts';
import type { FilterField, FilterValue } from './filter-value.ts';
import { filterFields, writeFilter } from './filter-value.ts';
import { advance, firstPage, furthestPage, lastPage, pageCount, toPage } from './list-pages.ts';
import { listQuestion, pageSearch } from './list-question.ts';
import { readJustNow } from './read-list-ahead.ts';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import { useExactCount } from './use-exact-count.ts';
import { useListAddress } from './use-list-address.ts';
import { useListArrangement } from './use-list-arrangement.ts';
import { useListPlace } from './use-list-place.ts';
import { useRowSelection } from './use-row-selection.ts';
import { useWaiting } from './use-waiting.ts';

const noRows: readonly Row[] = [];

export const useRegistryList = (model: ScreenModel) => {
  const { path } = model.screen;
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { query, unread, address, arrival, change } = useListAddress();
  const arrangement = useListArrangement(model);
  const { select, pending } = arrangement;

  const filters = useMemo(() => filterFields(model), [model]);
  const { chosen, order, limit, of } = listQuestion(model, {
    query,
    filters,
    pageSize: arrangement.pageSize,
    timeZone,
    asOf: use(AsOfContext),
  });
  const sort = useMemo<readonly SortOrder[]>(() => parseSort(order), [order]);

  const { list, place, setPages, leave } = useListPlace({ path, of, address, arrival });
  const { pages } = place;
  const search = useMemo(
    () => pageSearch({ chosen, order, limit }, select, pages),
    [chosen, select, order, limit, pages],
  );

  // What was read while the screen was on its way is not read again; whatever one turns to after that is.
  const opening = useRef(true);
  const reading = { refetchOnMountOrArgChange: opening.current ? readJustNow : true, skip: pending };
  const rowsQuery = useRowsQuery({ path, search }, reading);
  const countQuery = useCountQuery({ path, search: chosen }, reading);
  useEffect(() => {
    if (!pending) opening.current = false;
  }, [pending]);
  const exact = useExactCount(path, chosen, `${path}?${chosen} ${countQuery.fulfilledTimeStamp ?? ''}`);
  const counted =
    exact.count.state === 'counted' ? { total: exact.count.total, estimated: false } : countQuery.currentData;
  useWaiting(rowsQuery.isLoading);

  const rows = rowsQuery.data?.rows ?? noRows;
  const selection = useRowSelection({ path, filter: chosen, rows, count: counted ?? undefined });

  const chips = useMemo(
    () => describeFilters({ model, fields: filters, texts, timeZone }, query),
    [model, filters, texts, timeZone, query],
  );
  // A cursor outlives neither a change of rights nor the key of the installation: the page is then counted to.
  const stale = (rowsQuery.error as ApiFailure | undefined)?.body?.code === 'REQUEST_CURSOR_INVALID';
  useEffect(() => {
    if (stale) setPages(pages.index < furthestPage(limit) ? { index: pages.index, cursors: {} } : firstPage);
  }, [stale, pages, limit, setPages]);
  // The page that one was on may be there no more: its rows were deleted, or are found no longer.
  const emptied = pages.index > 0 && rowsQuery.currentData?.rows.length === 0 && !rowsQuery.isFetching;
  useEffect(() => {
    if (emptied) setPages(toPage(pages, pages.index - 1));
  }, [emptied, pages, setPages]);

  // While a page is read, or could not be, the rows of the last one are still there: the range tells of those.
  const shownPage = useRef(0);
  if (rowsQuery.currentData !== undefined) shownPage.current = pages.index;
  const last = counted == null || counted.estimated ? undefined : lastPage(counted.total, limit);
  const first = shownPage.current * limit + 1;
  const failed = rowsQuery.error !== undefined && rowsQuery.currentData === undefined;
  const { next } = rowsQuery.data ?? {};
  const advanceTo = failed ? rowsQuery.refetch : next === undefined ? undefined : () => setPages(advance(pages, next));

  return {
    query,
    filters,
    sort,
    chips,
    /** What the address asks for and no list reads, by name: nothing is filtered by it. */
    unread,
    forgetUnread: () => change((now) => now, true),
    rows,
    /** The columns that this person has chosen, in their order. */
    columns: arrangement.columns,
    arrangement,
    limit,
    selection,
    /** The part of the address that chooses rows, as the API reads it. */
    chosen,
    /** Old rows stay while new ones come. */
    fetching: rowsQuery.isFetching,
    loaded: rowsQuery.data !== undefined,
    error: rowsQuery.error as ApiFailure | undefined,
    retry: rowsQuery.refetch,
    count: counted ?? undefined,
    /** The exact number where only an estimate is known, for who asks. */
    exact,
    range: rows.length === 0 ? undefined : { first, last: first + rows.length - 1 },
    filtered: query.q !== '' || query.conditions.length > 0,
    // From the address as it is now: clicks come faster than drawings.
    setSort: (make: (current: readonly SortOrder[]) => readonly SortOrder[]) =>
      change((now) => ({ ...now, sort: make(now.sort.length > 0 ? now.sort : parseSort(model.order)) })),
    setLimit: (size: number) => {
      arrangement.setPageSize(size);
      change((now) => ({ ...now, limit: size === model.screen.pageSize ? undefined : size }));
    },
    setQuickSearch: (q: string) => change((now) => ({ ...now, q }), true),
    setFilters: (values: ReadonlyMap<FilterField, FilterValue>) =>
      change((now) => [...values].reduce((written, [field, value]) => writeFilter(written, field, value), now)),
    changeQuery: change,
    /** Those that a person may be without: the provider of the screen stays. */
    clearFilters: () =>
      change(({ conditions, sort: kept, limit: size }) => ({
        ...emptyQuery,
        conditions: conditions.filter(({ key }) => key === model.provider),
        sort: kept,
        limit: size,
      })),
    /** Which list this is, of all that the screen can show; where one was in it, and the way to say so on leaving. */
    list,
    place,
    leave,
    page: pages.index,
    pageCount: pageCount(counted?.total, limit),
    toPage: (index: number) => setPages(toPage(pages, index)),
    /** Undefined on the last page, and where the last one lies further than a page number goes. */
    lastPage: last === undefined || pages.index >= last ? undefined : () => setPages(toPage(pages, last)),
    nextPage: rowsQuery.isFetching ? undefined : advanceTo,
    previousPage: pages.index === 0 ? undefined : () => setPages(toPage(pages, pages.index - 1)),
    firstPage: pages.index === 0 ? undefined : () => setPages(toPage(pages, 0)),
  };
};

export type RegistryList = ReturnType<typeof useRegistryList>;
