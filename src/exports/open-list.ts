/**
 * A list or a report that is written to a file, with the rights that its reader has at that moment: through the same plan as
 * every list, by keyset, so that no portion costs more than the first; groups, which are reckoned anew, by pages. In: the
 * question of a list. Out: its columns, and portions of rows.
 */
import type { Access } from '../../engine/access/access.ts';
import { reachKey } from '../../engine/access/access.ts';
import { narrowToProvider } from '../../engine/api/chosen-provider.ts';
import { findScreen } from '../../engine/api/find-screen.ts';
import type { Runtime } from '../../engine/api/runtime.ts';
import { asksAggregates } from '../../engine/contract/aggregate.ts';
import type { AskedWord } from '../../engine/contract/asked-words.ts';
import { buildScreenModel } from '../../engine/contract/build-screen-model.ts';
import { providerHeader } from '../../engine/contract/chosen-provider.ts';
import { resolvePeriods } from '../../engine/contract/date-periods.ts';
import type { ListAsked } from '../../engine/contract/export.ts';
import { writesGroups } from '../../engine/contract/export.ts';
import { fieldOf } from '../../engine/contract/field-of.ts';
import { parseListQuery, unreadParameters, writeFilters, writeSort } from '../../engine/contract/list-query.ts';
import { groupsSearch, reportLevels } from '../../engine/contract/report.ts';
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
import { nameAsked } from './name-asked.ts';
import type { GroupPage } from './open-groups.ts';
import { groupsOfPage, readGroups } from './open-groups.ts';
import type { ListRow } from './row-writer.ts';

export interface Portion {
  readonly rows: readonly ListRow[];
  /** Opens the next one; undefined: there is none. */
  readonly next: string | undefined;
  /** Of all portions, where it is known. */
  readonly total?: number;
}

export interface OpenList {
  readonly model: ScreenModel;
  /** Of its rows; none where it is written by its groups. */
  readonly columns: readonly GridColumn[];
  /** Equal where the rights and the own records are: what was read under another one does not go on. */
  readonly key: string;
  /** What of sensitive values was read since `reads` was emptied. */
  readonly takeReads: () => SensitiveReads;
  /** The next rows; of a report of groups alone those of all its levels. */
  readonly read: (cursor: string | undefined) => Promise<Portion>;
  /** undefined: it is known when they are read. */
  readonly count: () => Promise<Count | undefined>;
  /** The groups of the first `depth` levels, from the one numbered `offset` on. `cap`: of rows, at most. */
  readonly groups: (depth: number, offset?: number, cap?: number) => Promise<GroupPage>;
  /** What it was asked for, in the words of the screens. */
  readonly asked: () => Promise<readonly AskedWord[]>;
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
const chosenBy = (search: string): URLSearchParams => {
  const params = new URLSearchParams(search);
  for (const name of ['select', 'limit', 'offset', 'cursor', 'columns', 'on_conflict', 'transition'])
    params.delete(name);
  return params;
};

const requestOf = (
  search: string,
  select: string,
  cursor: string | undefined,
  limit: number = maximumLimit,
): ReadRequest => {
  const params = chosenBy(search);
  params.set('select', select);
  params.set('limit', String(limit));
  if (cursor !== undefined) params.set('cursor', cursor);
  return parseRequest(params.toString());
};

/** The groups of the first levels, in pages. */
const groupRequest = (model: ScreenModel, search: string, depth: number, offset: number): ReadRequest => {
  const chosen = chosenBy(search);
  chosen.delete('order');
  const params = groupsSearch(model, chosen.toString(), depth);
  params.set('limit', String(groupsOfPage));
  params.set('offset', String(offset));
  return parseRequest(params.toString());
};

/** Of a report: whatever it is sorted by, its levels come first. */
const inOrder = (model: ScreenModel, search: string): string => {
  const params = new URLSearchParams(search);
  const asked = params.get('order') ?? '';
  if (model.report === undefined) return search;
  const terms = asked === '' ? [model.order] : [...model.report.groups.flatMap(({ sorts = [] }) => sorts), asked];
  params.set('order', terms.join());
  return params.toString();
};

/** Raises REQUEST_COLUMN_UNKNOWN, and REQUEST_BODY_INVALID where there are none, or some of a report of groups alone. */
const columnsOf = (model: ScreenModel, keys: readonly string[]): readonly GridColumn[] => {
  if (writesGroups(model) !== (keys.length === 0))
    throw new Refusal('REQUEST_BODY_INVALID', { problem: keys.length === 0 ? noColumn : noChoice });
  const known = new Map([...model.moreColumns, ...model.columns].map((column) => [column.key, column]));
  return keys.map((key) => {
    const column = known.get(key);
    if (column === undefined) throw new Refusal('REQUEST_COLUMN_UNKNOWN', { column: key, entity: model.entity.title });
    return column;
  });
};
const noColumn = "'columns' deve ter ao menos uma coluna";
const noChoice = "um relatório só de grupos tem colunas próprias: 'columns' deve ser []";

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
  const columns = columnsOf(model, asked.columns);
  const grouped = writesGroups(model);
  const search = inOrder(model, asked.search);
  const levels = reportLevels(model).map(({ column }) => column);
  const select = selectOf(model, [...columns, ...levels]);
  const first = await resolveMoment(database, context(), requestOf(search, select, undefined), runtime.timeZone);
  const { moment } = first;
  const then = moment === undefined ? {} : { moment };
  const readSome = async (depth: number, offset = 0, cap?: number): Promise<GroupPage> => {
    const request = { ...groupRequest(model, asked.search, depth, offset), ...then };
    const reading = { ...context(), mostRows: groupsOfPage };
    return fromKept(reading, readGroups(database, reading, request, cap));
  };
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
      if (grouped) {
        const from = Number(cursor ?? 0);
        const { groups, total } = await readSome(levels.length, from);
        const next = from + groups.length;
        return { rows: groups, next: groups.length > 0 && next < total ? String(next) : undefined, total };
      }
      const request = { ...requestOf(search, select, cursor, size), ...then };
      const reading = { ...context(), mostRows: size };
      const began = performance.now();
      const page = await fromKept(reading, readRows(database, current.plans, secrets.cursor, reading, request));
      const took = performance.now() - began;
      if (took > tooLong || page.body.length >= heavyPortion) size = maximumLimit;
      else if (took > slowPortion && took < growing) size = Math.min(size * 4, largestPortion);
      return { rows: JSON.parse(page.body) as readonly ListRow[], next: page.next };
    },
    count: async () => (grouped ? undefined : fromKept(context(), countRows(database, context(), first, 'exact'))),
    groups: readSome,
    asked: () => nameAsked(runtime, narrowed, model, first),
  };
};

/** Of one list: what its rows were read with decides whether a file of it may go on. */
export const keyOf = ({ key, columns, model: { report, totals } }: OpenList): string => {
  const levels = report?.groups.map(({ column, by }) => [column.title, by]) ?? [];
  return JSON.stringify([key, columns.map(({ title }) => title), levels, report && totals?.columns]);
};
