/** How this person has arranged a list: columns, density, page size, saved views. The list draws and asks by it. */
import { useCallback, useMemo, useRef } from 'react';
import type { Density, ListLayout } from '../../contract/list-layout.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { selectOf } from '../../contract/write-select.ts';
import { allColumns, arrangeColumns, isArranged, parseDensity, sameLayout } from './list-layout.ts';
import { noListSetting, parseListSetting } from './list-setting.ts';
import { useListViews } from './use-list-views.ts';
import { useSetting } from './use-setting.ts';
import { queryOf, writeViewQuery } from './view-address.ts';

/**
 * The columns to ask the server for: those shown, and the usual ones that name a record. What was asked for once stays, so
 * that a column put away, or back, does not read the page again.
 */
export const columnsAsked = (
  model: Pick<ScreenModel, 'columns' | 'moreColumns' | 'entity'>,
  held: readonly GridColumn[],
  shown: readonly GridColumn[],
): readonly GridColumn[] => {
  const names = new Set(model.entity.label.flatMap((part) => ('field' in part ? [part.field] : [])));
  const naming = model.columns.filter(({ path }) => path.length === 1 && names.has(path[0] ?? ''));
  const keys = new Set([...naming, ...shown].map(({ key }) => key));
  const covers = (columns: readonly GridColumn[]): boolean =>
    [...keys].every((key) => columns.some((column) => column.key === key));
  if (covers(held)) return held;
  // As the server wrote it, where that is enough: the address of the first page that others may have read ahead.
  if (held.length === 0 && covers(model.columns)) return model.columns;
  const before = new Set(held.map(({ key }) => key));
  return allColumns(model).filter(({ key }) => before.has(key) || keys.has(key));
};

const noColumns: readonly GridColumn[] = [];

export const useListArrangement = (model: ScreenModel) => {
  const setting = useSetting(`list:${model.screen.path}`, parseListSetting, noListSetting);
  const density = useSetting<Density>('density', parseDensity, 'normal');
  const views = useListViews(model, setting);
  const { active } = views;
  const { value: kept, set } = setting;

  const changed = kept.view !== undefined && kept.view.id === active?.id ? kept.view.layout : undefined;
  const layout = active === undefined ? kept.layout : (changed ?? active.content.layout);
  const columns = useMemo(() => arrangeColumns(model, layout), [model, layout]);

  const held = useRef({ model, columns: noColumns });
  if (held.current.model !== model) held.current = { model, columns: noColumns };
  if (!views.pending) held.current.columns = columnsAsked(model, held.current.columns, columns);
  const asked = held.current.columns;
  const select = useMemo(() => (asked === model.columns ? model.select : selectOf(model, asked)), [model, asked]);

  const setLayout = useCallback(
    (next: ListLayout) =>
      set((present) => {
        if (active === undefined) return { ...present, layout: next };
        const saved = sameLayout(model, next, active.content.layout);
        return { ...present, view: saved ? undefined : { id: active.id, layout: next } };
      }),
    [set, active, model],
  );

  return {
    columns,
    /** `select` of the rows. */
    select,
    layout,
    setLayout,
    /** Whether the columns are other than the screen has them. */
    arranged: isArranged(model, layout),
    density: layout.density ?? density.value,
    setDensity: (next: Density) => {
      density.set(next);
      setLayout({ ...layout, density: next });
    },
    pageSize: kept.pageSize ?? model.screen.pageSize,
    setPageSize: (size: number) =>
      set((present) => ({ ...present, pageSize: size === model.screen.pageSize ? undefined : size })),
    views,
    /** Whether filters, sort or columns are other than the view in force has them. */
    viewChanged:
      active !== undefined &&
      (views.query !== writeViewQuery(queryOf(active)) || !sameLayout(model, layout, active.content.layout)),
    pending: views.pending,
  };
};

export type ListArrangement = ReturnType<typeof useListArrangement>;
