/** Brings the grid back to where its list was left, once its rows are there, and notes where it is left again. */
import type { GridApi } from 'ag-grid-community';
import type { RefObject } from 'react';
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { Row } from '../store/api.ts';

/** What scrolls; the grid has no call to scroll it by pixels. */
const viewportOf = (box: HTMLElement | null): Element | null | undefined => box?.querySelector('.ag-grid-viewport');

export const useGridPlace = (
  { list, place, page, leave, rows }: RegistryList,
  api: RefObject<GridApi<Row> | undefined>,
  box: RefObject<HTMLElement | null>,
): (() => void) => {
  const shown = `${list}#${page}`;
  const restored = useRef('');
  const returned = useNavigationType() === 'POP';
  const latest = useRef({ shown, place, rows, returned });
  latest.current = { shown, place, rows, returned };

  const restore = useCallback(() => {
    const grid = api.current;
    const { current } = latest;
    if (!grid || current.rows.length === 0 || restored.current === current.shown) return;
    restored.current = current.shown;
    const { top, cell } = current.place;
    const seen = () => viewportOf(box.current)?.scrollTo(0, top);
    seen();
    if (cell === undefined) return;
    const focus = () => {
      const row = grid.isDestroyed() ? undefined : grid.getRowNode(String(cell.id));
      // Who came by the menu goes on there, and who has begun to type does too.
      const { activeElement } = document;
      const idle = activeElement === null || activeElement === document.body;
      if (row?.rowIndex == null || !(idle || (current.returned && !(activeElement instanceof HTMLInputElement))))
        return;
      grid.setFocusedCell(row.rowIndex, cell.column);
      // The focus brings its row wholly into sight, which it may have been only in part.
      seen();
      requestAnimationFrame(seen);
    };
    // Before its first frame the grid does not know how high it is, and would scroll for every row.
    requestAnimationFrame(() => requestAnimationFrame(focus));
  }, [api, box]);

  useLayoutEffect(() => {
    const note = () => {
      const grid = api.current;
      if (!grid || grid.isDestroyed() || !restored.current.startsWith(`${list}#`)) return;
      const focused = grid.getFocusedCell();
      const row = focused && !focused.rowPinned ? grid.getDisplayedRowAtIndex(focused.rowIndex)?.data : undefined;
      leave({
        top: Math.round(viewportOf(box.current)?.scrollTop ?? 0),
        cell: focused && row ? { id: row.id, column: focused.column.getColId() } : undefined,
      });
    };
    addEventListener('pagehide', note);
    return () => {
      removeEventListener('pagehide', note);
      note();
    };
  }, [api, box, list, leave]);

  useEffect(restore, [restore]);
  return restore;
};
