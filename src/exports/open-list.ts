/**
 * A list that is written to a file, with the rights that its reader has at that moment: through the same plan as every list, by
 * keyset, so that no portion costs more than the first. In: the question of a list. Out: its columns, and portions of rows.
 */
import type { Access } from '../../engine/access/access.ts';
import { reachKey } from '../../engine/access/access.ts';
import { narrowToProvider } from '../../engine/api/chosen-provider.ts';
import { findScreen } from '../../engine/api/find-screen.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { asksAggregates } from '../../engine/contract/aggregate.ts';
import { buildScreenModel } from '../../engine/contract/build-screen-model.ts';
import { providerHeader } from '../../engine/contract/chosen-provider.ts';
import { resolvePeriods } from '../../engine/contract/date-periods.ts';
import type { ListAsked } from '../../engine/contract/export.ts';
import { fieldOf } from '../../engine/contract/field-of.ts';
import { parseListQuery, unreadParameters, writeFilters, writeSort } from '../../engine/contract/list-query.ts';
import type { ReadRequest } from '../../engine/contract/request.ts';
import { parseRequest } from '../../engine/contract/request.ts';
import type { GridColumn, ScreenModel } from '../../engine/contract/screen-model.ts';
import { selectOf } from '../../engine/contract/write-select.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { fromKept, resolveMoment } from '../../engine/data/as-of.ts';
import type { Count } from '../../engine/data/count-rows.ts';
import { countRows } from '../../engine/data/count-rows.ts';
import { listContext } from '../../engine/data/plan/context.ts';
import { checkReach, maximumLimit } from '../../engine/data/plan/plan-read.ts';
import { readRows } from '../../engine/data/read-rows.ts';
import { SensitiveReads } from '../../engine/data/sensitive-reads.ts';
import type { ListRow } from './row-writer.ts';

export interface Portion {
  readonly rows: readonly ListRow[];
  /** Opens the next one; undefined: there is none. */
  readonly next: string | undefined;
}

export interface OpenList {
  readonly model: ScreenModel;
  readonly columns: readonly GridColumn[];
  /** Equal where the rights and the own records are: what was read under another one does not go on. */
  readonly key: string;
  /** What of sensitive values was read since `reads` was emptied. */
  readonly takeReads: () => SensitiveReads;
  readonly read: (cursor: string | undefined) => Promise<Portion>;
  readonly count: () => Promise<Count>;
}

/** Rows of a portion, at most: what is held of a file at a time. */
const largestPortion = 10_000;

/**
 * Milliseconds. A portion that takes longer was looked for among all rows, sorted as no index has them or of the past: the
 * next one is larger, for it is looked for anew.
 */
const slowPortion = 1000;
/** Where the rows themselves take the time, four times as many stay within what one statement has (30 s). */
const growing = 5000;
/** Longer than that no portion should take: the next one is small again. */
const tooLong = 10_000;

/** Bytes of text. A portion of more took long for its size: a larger one would be held in memory and look no less. */
const heavyPortion = 2_000_000;

/** Only what chooses and sorts is the asker's: columns and portions are said here. */
const requestOf = (
  search: string,
  select: string,
  cursor: string | undefined,
  limit: number = maximumLimit,
): ReadRequest => {
  const params = new URLSearchParams(search);
  for (const name of ['select', 'limit', 'offset', 'cursor', 'columns', 'on_conflict', 'transition'])
    params.delete(name);
  params.set('select', select);
  params.set('limit', String(limit));
  if (cursor !== undefined) params.set('cursor', cursor);
  return parseRequest(params.toString());
};

/** The screen of a list as the asker may see it. Raises ROUTE_UNKNOWN, ACCESS_DENIED. */
const openScreen = async (runtime: Runtime, access: Access, asked: ListAsked) => {
  const { current } = runtime;
  const headers = asked.provider === undefined ? {} : { [providerHeader]: String(asked.provider) };
  const narrowed = await narrowToProvider(runtime, { headers }, access);
  const screen = findScreen(current, narrowed, asked.path);
  const context = (reads: SensitiveReads = new SensitiveReads()) =>
    listContext(current.model, narrowed, screen, runtime.timeZone, reads);
  // Before anything is told of the screen.
  checkReach(context(), requestOf('', 'id', undefined));
  return { narrowed, context, model: buildScreenModel(current.model, narrowed, screen, () => '') };
};

/**
 * What is asked for on a day (YYYY-MM-DD) of a list that is kept as its address says it: periods that move with the calendar
 * are its days. Raises ROUTE_UNKNOWN, ACCESS_DENIED, REQUEST_PARAMETER_UNSUPPORTED of what no address of a list says.
 */
export const listOfDay = async (runtime: Runtime, access: Access, kept: ListAsked, day: string): Promise<ListAsked> => {
  const { model } = await openScreen(runtime, access, kept);
  const params = new URLSearchParams(kept.search);
  const [unread] = unreadParameters(params);
  if (unread !== undefined) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: unread });
  const query = parseListQuery(params);
  const isMoment = (key: string): boolean => fieldOf(model, key)?.type === 'date-time';
  const search = writeFilters(resolvePeriods(query, isMoment, runtime.timeZone, day));
  if (query.sort.length > 0) search.set('order', writeSort(query.sort));
  return { ...kept, search: search.toString() };
};

/** Raises ROUTE_UNKNOWN, ACCESS_DENIED, REQUEST_*. What is asked for as of a moment is read as it was then. */
export const openList = async (runtime: Runtime, access: Access, asked: ListAsked): Promise<OpenList> => {
  const { database, current, secrets } = runtime;
  const { narrowed, context: contextOf, model } = await openScreen(runtime, access, asked);
  let reads = new SensitiveReads();
  const context = () => contextOf(reads);
  const known = new Map([...model.moreColumns, ...model.columns].map((column) => [column.key, column]));
  const columns = asked.columns.map((key) => {
    const column = known.get(key);
    if (column === undefined) throw new Refusal('REQUEST_COLUMN_UNKNOWN', { column: key, entity: model.entity.title });
    return column;
  });
  const select = selectOf(model, columns);
  const first = await resolveMoment(database, context(), requestOf(asked.search, select, undefined), runtime.timeZone);
  if (asksAggregates(first.select)) throw new Refusal('REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'select' });
  let size = maximumLimit;
  return {
    model,
    columns,
    key: reachKey(narrowed),
    takeReads: () => {
      const taken = reads;
      reads = new SensitiveReads();
      return taken;
    },
    read: async (cursor) => {
      const { moment } = first;
      const request = { ...requestOf(asked.search, select, cursor, size), ...(moment === undefined ? {} : { moment }) };
      const reading = { ...context(), mostRows: size };
      const began = performance.now();
      const page = await fromKept(reading, readRows(database, current.plans, secrets.cursor, reading, request));
      const took = performance.now() - began;
      if (took > tooLong || page.body.length >= heavyPortion) size = maximumLimit;
      else if (took > slowPortion && took < growing) size = Math.min(size * 4, largestPortion);
      return { rows: JSON.parse(page.body) as readonly ListRow[], next: page.next };
    },
    count: () => fromKept(context(), countRows(database, context(), first, 'exact')),
  };
};

/** Of one list: what its rows were read with decides whether a file of it may go on. */
export const keyOf = ({ key, columns }: OpenList): string => JSON.stringify([key, columns.map(({ title }) => title)]);
