/**
 * What rows are put together by: columns of the screen, of a date also its month or its year. The API answers a group with
 * the value of each under `g0`, `g1`, ..., and with what is reckoned of its rows.
 */
import { columnText, valueAtPath } from './column-text.ts';
import { fieldOf } from './field-of.ts';
import type { GroupColumn, ScreenModel } from './screen-model.ts';
import { writeSelect } from './write-select.ts';

type Values = Readonly<Record<string, unknown>>;

/** A group as the API answers. */
export type GroupValues = Values;

/** Name of the number of rows in an answer. */
export const countKey = 'n';
/** Name of the value of a group. */
export const groupKey = (index: number): string => `g${index}`;

/** Of what lies behind a relation its own value alone: with the relation around it there would be a group of each record there. */
const selectOne = ({ column, by }: GroupColumn, index: number): string => {
  const name = groupKey(index);
  const { key, path, needs } = column;
  if (by !== undefined) return `${name}:${key}::${by}`;
  const wanted = needs.length === 0 ? [path] : needs;
  if (path.length === 1) return `${name}:${writeSelect(wanted)}`;
  return `...${path[0]}(${name}:${writeSelect(wanted.map((inside) => inside.slice(1)))})`;
};

const sides = (descending: boolean): string => (descending ? 'desc' : 'asc');

/** What a group is sorted by: of a record its label, and its id where two are called the same. */
const orderOne = (model: ScreenModel, { column, named }: GroupColumn, index: number, descending: boolean): string => {
  const name = groupKey(index);
  if (fieldOf(model, column.key)?.type !== 'relation') return `${name}.${sides(descending)}`;
  const label = named ?? column.needs[0]?.at(-1) ?? 'id';
  return `${name}(${label}).${sides(descending)},${name}(id).asc`;
};

/** `select` and `order` of the groups by these columns, outermost first, with the number and the sums of their rows. */
export const groupQuestion = (
  model: ScreenModel,
  groups: readonly GroupColumn[],
  descending: (group: GroupColumn) => boolean = () => false,
): { readonly select: string; readonly order: string } => {
  const sums = model.totals?.columns.map((name) => `${name}:${name}.sum()`) ?? [];
  return {
    select: [...groups.map(selectOne), `${countKey}:count()`, ...sums].join(),
    order: groups.map((group, index) => orderOne(model, group, index, descending(group))).join(),
  };
};

/** A value where a row has it. */
const placed = (path: readonly string[], value: unknown): Values =>
  path.reduceRight<unknown>((inside, key) => ({ [key]: inside }), value) as Values;

/** How the group is called; empty where its rows have no value. `value`: as the API answers it. */
export const groupText = (
  model: ScreenModel,
  { column, by }: GroupColumn,
  value: unknown,
  timeZone: string,
): string => {
  if (value === null || value === undefined) return '';
  if (by === undefined) return columnText(model, column, placed(column.path, value), timeZone);
  const [year, month] = String(value).split('-');
  return by === 'year' ? (year ?? '') : `${month}/${year}`;
};

/** The value of a row by which its group has it. */
export const groupValue = ({ column, by }: GroupColumn, row: Values): unknown => {
  const value = valueAtPath(row, column.path);
  return value === null || by === undefined ? value : String(value).slice(0, by === 'month' ? 7 : 4);
};

/** Tells the values of groups apart: a record by its id. */
export const groupIdentity = (value: unknown): string =>
  JSON.stringify(typeof value === 'object' && value !== null && 'id' in value ? value.id : (value ?? null));
