/**
 * How the columns of a list are arranged. In: the columns that the screen has for this person, and what the person chose.
 * Out: the columns as they stand, those that are pinned first. What was chosen of a column that is no more is passed over.
 */
import type { Density, ListLayout } from '../../contract/list-layout.ts';
import { columnWidths, densities } from '../../contract/list-layout.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';

type Columns = Pick<ScreenModel, 'columns' | 'moreColumns'>;

export interface ArrangedColumn extends GridColumn {
  /** Pixels that the person gave it; undefined: as much as the screen and its values ask for. */
  readonly ownWidth: number | undefined;
  readonly pinned: boolean;
}

export const allColumns = ({ columns, moreColumns }: Columns): readonly GridColumn[] => [...columns, ...moreColumns];

const shownKeys = (columns: Columns, { shown }: ListLayout): readonly string[] => {
  const known = new Set(allColumns(columns).map(({ key }) => key));
  const kept = [...new Set(shown ?? [])].filter((key) => known.has(key));
  // A list of nothing helps nobody: where all that was chosen is gone, the screen's own columns are back.
  return kept.length > 0 ? kept : columns.columns.map(({ key }) => key);
};

/** The columns to draw, left to right. */
export const arrangeColumns = (columns: Columns, layout: ListLayout): readonly ArrangedColumn[] => {
  const byKey = new Map(allColumns(columns).map((column) => [column.key, column]));
  const arranged = shownKeys(columns, layout).flatMap((key): ArrangedColumn[] => {
    const column = byKey.get(key);
    const pinned = layout.pinned?.includes(key) ?? false;
    return column ? [{ ...column, ownWidth: layout.widths?.[key], pinned }] : [];
  });
  return [...arranged.filter(({ pinned }) => pinned), ...arranged.filter(({ pinned }) => !pinned)];
};

const orderOf = (columns: Columns, layout: ListLayout): readonly string[] =>
  arrangeColumns(columns, layout).map(({ key }) => key);

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((key, index) => key === b[index]);

/** The layout with these columns shown; that of the screen itself is no choice and is not written down. */
export const withShown = (columns: Columns, layout: ListLayout, shown: readonly string[]): ListLayout => {
  const { shown: _before, ...rest } = layout;
  const usual = orderOf(columns, rest);
  return same(usual, shown) ? rest : { ...rest, shown: [...shown] };
};

/** A column shown, at the end, or shown no more; the last one stays. */
export const withColumn = (columns: Columns, layout: ListLayout, key: string, on: boolean): ListLayout => {
  const order = orderOf(columns, layout);
  if (on) return order.includes(key) ? layout : withShown(columns, layout, [...order, key]);
  return order.length === 1
    ? layout
    : withShown(
        columns,
        withPinned(layout, key, false),
        order.filter((one) => one !== key),
      );
};

/** Whether a column can go a step to the left (-1) or right (1): those that are pinned stay among themselves. */
export const canMove = (columns: Columns, layout: ListLayout, key: string, step: -1 | 1): boolean => {
  const arranged = arrangeColumns(columns, layout);
  const at = arranged.findIndex((column) => column.key === key);
  return at >= 0 && arranged[at + step]?.pinned === arranged[at]?.pinned;
};

export const withMove = (columns: Columns, layout: ListLayout, key: string, step: -1 | 1): ListLayout => {
  if (!canMove(columns, layout, key, step)) return layout;
  const order = orderOf(columns, layout);
  const at = order.indexOf(key);
  const rest = order.filter((one) => one !== key);
  return withShown(columns, layout, rest.toSpliced(at + step, 0, key));
};

export const withPinned = (layout: ListLayout, key: string, on: boolean): ListLayout => {
  const { pinned: before = [], ...rest } = layout;
  const pinned = on ? [...before.filter((one) => one !== key), key] : before.filter((one) => one !== key);
  return pinned.length === 0 ? rest : { ...rest, pinned };
};

export const withWidth = (layout: ListLayout, key: string, width: number): ListLayout => ({
  ...layout,
  widths: {
    ...layout.widths,
    [key]: Math.round(Math.min(Math.max(width, columnWidths.minimum), columnWidths.maximum)),
  },
});

/** Whether two layouts look alike on this screen. */
export const sameLayout = (columns: Columns, a: ListLayout, b: ListLayout): boolean => {
  const looks = (layout: ListLayout): string =>
    JSON.stringify([
      layout.density ?? null,
      arrangeColumns(columns, layout).map(({ key, ownWidth, pinned }) => [key, ownWidth ?? null, pinned]),
    ]);
  return looks(a) === looks(b);
};

/** Whether the columns are other than the screen has them. */
export const isArranged = (columns: Columns, { density: _density, ...layout }: ListLayout): boolean =>
  !sameLayout(columns, layout, {});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsIn = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;

const widthsIn = (value: unknown): Record<string, number> | undefined =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter(
          (entry): entry is [string, number] =>
            typeof entry[1] === 'number' && entry[1] >= columnWidths.minimum && entry[1] <= columnWidths.maximum,
        ),
      )
    : undefined;

export const parseDensity = (value: unknown): Density | undefined => densities.find((name) => name === value);

/** What is understood of a layout that was kept, maybe by another version of the product. */
export const parseLayout = (value: unknown): ListLayout => {
  if (!isObject(value)) return {};
  const [shown, pinned, widths] = [textsIn(value['shown']), textsIn(value['pinned']), widthsIn(value['widths'])];
  const density = parseDensity(value['density']);
  return {
    ...(shown === undefined ? {} : { shown }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(widths === undefined ? {} : { widths }),
    ...(density === undefined ? {} : { density }),
  };
};
