/**
 * A list put together by one of its columns. In: the screen, a column, the rows that the list is of. Out: what is asked of
 * the API, and of each group how it is called and what leads to its rows.
 */
import dayjs from 'dayjs';
import { valueAtPath } from '../../contract/column-text.ts';
import { fieldOf } from '../../contract/field-of.ts';
import type { GroupValues } from '../../contract/grouping.ts';
import { countKey, groupKey, groupQuestion, groupText } from '../../contract/grouping.ts';
import type { GridColumn, GroupColumn, ScreenModel } from '../../contract/screen-model.ts';
import type { FilterField, FilterValue } from './filter-value.ts';

/** Groups that are shown; whoever wants more narrows the list. */
export const mostGroups = 200;

const grouped: ReadonlySet<string> = new Set(['code', 'boolean', 'relation', 'date', 'month', 'year']);
/** Of what a relation leads to, which is no record of the list: there names repeat. */
const groupedBehind: ReadonlySet<string> = new Set(['code', 'boolean', 'text']);

const isGroupable = (model: ScreenModel, column: GridColumn): boolean => {
  const field = fieldOf(model, column.key);
  if (field === undefined || field.unique || column.covered === true || column.of === 'system') return false;
  return column.path.length === 1 ? grouped.has(field.type) : column.path.length === 2 && groupedBehind.has(field.type);
};

/** The columns that say something of many rows: those in sight first, of them the state before all. */
export const groupableColumns = (model: ScreenModel, shown: readonly GridColumn[]): readonly GridColumn[] => {
  const all = new Map([...shown, ...model.columns, ...model.moreColumns].map((column) => [column.key, column]));
  const isState = ({ key }: GridColumn): boolean => key === model.states?.key;
  return [...all.values()]
    .filter((column) => isGroupable(model, column))
    .toSorted((a, b) => Number(isState(b)) - Number(isState(a)));
};

/** Days are too many: they are put together by month. */
export const isByMonth = (model: ScreenModel, column: GridColumn): boolean =>
  fieldOf(model, column.key)?.type === 'date';

const isInTime = (model: ScreenModel, column: GridColumn): boolean =>
  ['date', 'month', 'year'].includes(fieldOf(model, column.key)?.type ?? '');

/** What the rows are put together by. */
const groupOf = (model: ScreenModel, column: GridColumn): GroupColumn =>
  isByMonth(model, column) ? { column, by: 'month' } : { column };

/** The one value of a group of this list. */
const groupedBy = (group: GroupValues): unknown => group[groupKey(0)] ?? null;

/** The search of the address: `chosen` are the conditions of the list. */
export const summarySearch = (model: ScreenModel, column: GridColumn, chosen: string): string => {
  const params = new URLSearchParams(chosen);
  params.set('select', groupQuestion(model, [groupOf(model, column)]).select);
  // Time goes by in its own order, the latest first.
  params.set('order', `${isInTime(model, column) ? groupKey(0) : countKey}.desc`);
  params.set('limit', String(mostGroups + 1));
  return params.toString();
};

/** How the group is called; empty where its rows have no value. */
export const summaryText = (model: ScreenModel, column: GridColumn, group: GroupValues, timeZone: string): string =>
  groupText(model, groupOf(model, column), groupedBy(group), timeZone);

/** The filter that leaves the rows of the group alone; undefined where the list has none that does. */
export const groupFilter = (
  model: ScreenModel,
  column: GridColumn,
  group: GroupValues,
  { match, optional, relation }: FilterField,
): FilterValue | undefined => {
  const found = groupedBy(group);
  if (found === null) return optional ? { match: 'empty' } : undefined;
  const value = String(relation === undefined ? found : valueAtPath(group, [groupKey(0), 'id']));
  if (isByMonth(model, column))
    return match === 'range'
      ? { match, from: `${value}-01`, to: dayjs(`${value}-01`).endOf('month').format('YYYY-MM-DD') }
      : undefined;
  switch (match) {
    case 'any':
      return { match, values: [value] };
    case 'range':
      return { match, from: value, to: value };
    default:
      return { match: 'equals', value };
  }
};
