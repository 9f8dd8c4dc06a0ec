/**
 * All rows that a list finds, as a file: read page by page and written as they come, so that neither the server nor this
 * page ever holds more than some of them as objects.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { columnText } from '../../contract/column-text.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import { csvBegin, csvLine } from '../../contract/table-text.ts';
import { dayInZone } from '../../core/day-in-zone.ts';
import type { ApiFailure, Row } from '../store/api.ts';
import { readPart } from '../store/export-api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { writeSort } from './list-query.ts';
import { useScreenModel } from './screen-context.ts';
import { storeCsv } from './store-csv.ts';
import { useTimeZone } from './time-zone.ts';
import type { RegistryList } from './use-registry-list.ts';

/** Rows that a spreadsheet opens, its line of titles apart. */
export const csvLimit = 1_048_575;
const pageSize = 1000;

export type CsvState =
  | { readonly state: 'waiting' }
  | { readonly state: 'reading'; readonly rows: number }
  /** `more`: there are rows beyond the limit. */
  | { readonly state: 'written'; readonly rows: number; readonly more: boolean }
  | { readonly state: 'failed'; readonly failure: ApiFailure };

type List = Pick<RegistryList, 'chosen' | 'sort' | 'columns' | 'arrangement'>;

const searchOf = ({ chosen, sort, arrangement }: List, cursor: string | undefined): string => {
  const search = new URLSearchParams(chosen);
  search.set('select', arrangement.select);
  search.set('order', writeSort(sort));
  search.set('limit', String(pageSize));
  if (cursor !== undefined) search.set('cursor', cursor);
  return search.toString();
};

export const useCsvFile = (list: List) => {
  const model = useScreenModel();
  const timeZone = useTimeZone();
  const dispatch = useAppDispatch();
  const [state, setState] = useState<CsvState>({ state: 'waiting' });
  const running = useRef<{ stopped: boolean; abort: (() => void) | undefined }>(undefined);
  const stop = useCallback(() => {
    if (running.current === undefined) return;
    running.current.stopped = true;
    running.current.abort?.();
    running.current = undefined;
  }, []);
  useEffect(() => stop, [stop]);

  const { path } = model.screen;
  const name = `${path.split('/').at(-1)}-${dayInZone(timeZone)}.csv`;

  const start = async (): Promise<void> => {
    const run = { stopped: false, abort: undefined as (() => void) | undefined };
    running.current = run;
    const columns: readonly GridColumn[] = list.columns;
    const line = (row: Row): string => csvLine(columns.map((column) => columnText(model, column, row, timeZone)));
    const parts = [new Blob([csvBegin, csvLine(columns.map(({ title }) => title))])];
    let rows = 0;
    let cursor: string | undefined;
    setState({ state: 'reading', rows });
    do {
      const call = dispatch(readPart.initiate({ path, search: searchOf(list, cursor) }, { track: false }));
      run.abort = () => call.abort();
      const { data, error } = await call;
      if (run.stopped) return;
      if (data === undefined) return setState({ state: 'failed', failure: error as ApiFailure });
      const taken = data.rows.slice(0, csvLimit - rows);
      // As a file of the browser, which may lay it aside; as text it would fill the memory of the page.
      parts.push(new Blob([taken.map(line).join('')]));
      rows += taken.length;
      cursor = data.next;
      setState({ state: 'reading', rows });
    } while (cursor !== undefined && rows < csvLimit);
    running.current = undefined;
    storeCsv(name, parts);
    setState({ state: 'written', rows, more: cursor !== undefined });
  };

  return { state, name, start: () => void start(), stop };
};
