/** Everything that the screen of a report is: what is asked, whether it is being asked, and what came. */
import { use, useEffect, useMemo, useRef, useState } from 'react';
import { resolvePeriods } from '../../contract/date-periods.ts';
import { parseSort } from '../../contract/list-query.ts';
import { countOf, groupsSearch, reportLevels } from '../../contract/report.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { selectOf } from '../../contract/write-select.ts';
import type { ApiFailure } from '../store/api.ts';
import type { ReportAnswer, ReportQuestion } from '../store/report-api.ts';
import { useReportQuery } from '../store/report-api.ts';
import { AsOfContext } from './as-of.ts';
import { describeFilters } from './filter-chips.ts';
import type { FilterField, FilterValue } from './filter-value.ts';
import { filterFields, writeFilter } from './filter-value.ts';
import { listQuestion } from './list-question.ts';
import { asksNothing, lacks, withBeginnings } from './report-parameters.ts';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import { useListAddress } from './use-list-address.ts';

/** What the rows of the report show: what they are put together by stands over them, but for the day of a month. */
export const reportColumns = (model: ScreenModel): readonly GridColumn[] => {
  const whole = new Set(reportLevels(model).flatMap(({ column, by }) => (by === undefined ? [column.key] : [])));
  return model.columns.filter(({ key }) => !whole.has(key));
};

/** The columns of a file of the rows, where nothing stands over them. */
export const fileColumns = (model: ScreenModel): readonly GridColumn[] => {
  const shown = reportColumns(model);
  const over = reportLevels(model).map(({ column }) => column);
  return [...over.filter(({ key }) => !shown.some((column) => column.key === key)), ...shown];
};

/** The questions for one drawing of the report. `chosen`: the part of the address that chooses rows. */
export const reportQuestion = (model: ScreenModel, chosen: string): ReportQuestion => {
  const levels = reportLevels(model);
  const rows = new URLSearchParams(chosen);
  rows.set('select', selectOf(model, [...reportColumns(model), ...levels.map(({ column }) => column)]));
  if (model.order !== '') rows.set('order', model.order);
  return {
    path: model.screen.path,
    groups: Array.from({ length: levels.length + 1 }, (_, depth) => groupsSearch(model, chosen, depth).toString()),
    rows: model.report?.rows === true ? rows.toString() : undefined,
  };
};

/** How many rows, or of groups alone how many of them, are in an answer, and how many there are. */
export const extentOf = (
  model: ScreenModel,
  { groups, groupCount, rows }: ReportAnswer,
): { readonly shown: number; readonly all: number } => {
  if (model.report?.rows !== true)
    return { shown: Math.min(groups.slice(1).at(-1)?.length ?? 0, groupCount), all: groupCount };
  const [whole] = groups[0] ?? [];
  // One that was included meanwhile is among the rows, and in no count yet.
  return { shown: rows.length, all: Math.max(whole === undefined ? 0 : countOf(whole), rows.length) };
};

export const useReport = (model: ScreenModel) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const asOf = use(AsOfContext);
  const { query, change } = useListAddress();
  const filters = useMemo(() => filterFields(model), [model]);
  const incomplete = lacks(model, query);
  const [opened, setOpened] = useState(() => incomplete || asksNothing(model, query));
  /** A report has been made, to which one can go back. */
  const [made, setMade] = useState(!opened);
  const asking = opened || incomplete;

  /** What was asked when the address was last looked at, or written from here; undefined: it has not been looked at. */
  const known = useRef<string>(undefined);
  useEffect(() => {
    const asked = JSON.stringify(query);
    // A field that is emptied afterwards stays empty.
    if (known.current === asked) return;
    const first = known.current === undefined;
    known.current = asked;
    const nothing = asksNothing(model, query);
    const asks = nothing || lacks(model, query);
    if (!first) {
      // A link led here, or the way back.
      setOpened(asks);
      if (!asks) setMade(true);
    }
    if (!asks) return;
    const next = withBeginnings(model, query);
    known.current = JSON.stringify(next);
    change(() => next, true);
  }, [change, model, query]);

  const { chosen } = listQuestion(model, { query, filters, pageSize: 0, timeZone, asOf });
  const question = useMemo(() => reportQuestion(model, chosen), [model, chosen]);
  const { currentData, error, isFetching, fulfilledTimeStamp, refetch } = useReportQuery(question, {
    // While it is asked for anew, the one that was made stays at hand.
    skip: incomplete || !made,
    refetchOnMountOrArgChange: true,
  });
  const chips = useMemo(() => {
    // On paper a period is its days.
    const days = resolvePeriods(query, () => false, timeZone);
    return describeFilters({ model, fields: filters, texts, timeZone }, days);
  }, [model, filters, texts, timeZone, query]);

  const all = currentData?.groups[0]?.[0];
  return {
    query,
    chips,
    chosen,
    sort: useMemo(() => (model.report?.rows === true ? parseSort(model.order) : []), [model]),
    asking,
    incomplete,
    /** The one that is asked for, once it is there. */
    answer: isFetching ? undefined : currentData,
    /** Rows of the report, also of those that are not shown. */
    count: all === undefined ? undefined : countOf(all),
    at: fulfilledTimeStamp,
    error: isFetching ? undefined : (error as ApiFailure | undefined),
    retry: () => void refetch(),
    setFilters: (values: ReadonlyMap<FilterField, FilterValue>): void => {
      const next = [...values].reduce((written, [field, value]) => writeFilter(written, field, value), query);
      // The same report once more is read anew, and no further step of the history.
      const same = JSON.stringify(next) === JSON.stringify(query);
      known.current = JSON.stringify(next);
      change(() => next, same);
      if (same && made) void refetch();
      setMade(true);
      setOpened(false);
    },
    /** The form alone is emptied: what is asked changes when the report is made. */
    clearFilters: (): void => undefined,
    ask: () => setOpened(true),
    /** Back to the report that was made; undefined: there is none. */
    back: made && !incomplete ? () => setOpened(false) : undefined,
  };
};

export type Report = ReturnType<typeof useReport>;
