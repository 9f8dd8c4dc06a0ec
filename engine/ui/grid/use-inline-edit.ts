/** Which cell of the list is being written in, and the way from one such cell to the next. */
import type { GridApi } from 'ag-grid-community';
import type { RefObject } from 'react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { Row } from '../store/api.ts';
import { api } from '../store/api.ts';
import { useAppDispatch } from '../store/hooks.ts';

interface Place {
  readonly id: number;
  /** `GridColumn.key`. */
  readonly key: string;
}

interface Leaving {
  readonly step?: 1 | -1;
  readonly row?: 1 | -1;
  readonly focus: boolean;
}

export interface InlineEdit {
  readonly at: Place | undefined;
  readonly start: (place: Place) => void;
  /**
   * Ends it. `step`: on to the next or the previous cell that can be written in; `focus`: back to the cell; `row`: to the
   * cell below or above, which is not opened.
   */
  readonly leave: (next: Leaving) => void;
  /** Something was written: sums and counts are read again when nobody writes any more. */
  readonly written: () => void;
}

/** The wire name of a column that is changed in the list; undefined for any other. */
export const inlineColumn = (model: ScreenModel, { path, key }: GridColumn): string | undefined => {
  if (path.length > 1) return undefined;
  const field = model.entity.fields.find(({ name }) => name === key);
  return field !== undefined && model.inline.includes(field.column) ? field.column : undefined;
};

/** The cell that lies `step` cells from a place, row by row; undefined beyond the first and the last. */
export const cellBeside = (
  ids: readonly number[],
  keys: readonly string[],
  { id, key }: Place,
  step: 1 | -1,
): Place | undefined => {
  const at = ids.indexOf(id) * keys.length + keys.indexOf(key) + step;
  const next = ids[Math.floor(at / keys.length)];
  const column = keys[((at % keys.length) + keys.length) % keys.length];
  return at < 0 || next === undefined || column === undefined ? undefined : { id: next, key: column };
};

export const useInlineEdit = (
  model: ScreenModel,
  list: RegistryList,
  grid: RefObject<GridApi<Row> | undefined>,
): InlineEdit => {
  const dispatch = useAppDispatch();
  const [at, setAt] = useState<Place>();
  const changed = useRef(false);
  const latest = useRef({ at, rows: list.rows, columns: list.columns });
  latest.current = { at, rows: list.rows, columns: list.columns };
  const { path } = model.screen;

  const refresh = useCallback(() => {
    if (!changed.current) return;
    changed.current = false;
    dispatch(api.util.invalidateTags([{ type: 'Rows', id: path }]));
  }, [dispatch, path]);
  useEffect(() => refresh, [refresh]);

  const focusCell = useCallback(
    ({ id, key }: Place) => {
      const row = grid.current?.getRowNode(String(id))?.rowIndex;
      if (typeof row !== 'number') return;
      grid.current?.ensureIndexVisible(row);
      grid.current?.ensureColumnVisible(key);
      grid.current?.setFocusedCell(row, key);
    },
    [grid],
  );

  const leave = useCallback<InlineEdit['leave']>(
    ({ step, row, focus }) => {
      const { at: present, rows, columns } = latest.current;
      if (present === undefined) return;
      const shown = new Set(grid.current?.getAllDisplayedColumns().map((column) => column.getColId()));
      const order = grid.current?.getAllDisplayedColumns().map((column) => column.getColId()) ?? [];
      const keys = columns
        .filter((column) => shown.has(column.key) && inlineColumn(model, column) !== undefined)
        .map(({ key }) => key)
        .toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
      const ids = rows.map(({ id }) => id);
      const next = step === undefined ? undefined : cellBeside(ids, keys, present, step);
      setAt(next);
      if (next !== undefined) return focusCell(next);
      refresh();
      if (!focus) return;
      focusCell({ id: ids[ids.indexOf(present.id) + (row ?? 0)] ?? present.id, key: present.key });
    },
    [grid, model, focusCell, refresh],
  );

  return useMemo(
    () => ({
      at,
      start: setAt,
      leave,
      written: () => {
        changed.current = true;
      },
    }),
    [at, leave],
  );
};
