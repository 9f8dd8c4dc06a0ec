/**
 * The chosen rows in the grid, which only shows them: its checks tell what was asked. Shift takes all rows from the last
 * one on, by click, by arrows and by space; Ctrl+A takes the page.
 */
import type { GridApi, IRowNode, SelectionChangedEvent } from 'ag-grid-community';
import type { RefObject } from 'react';
import { useCallback, useEffect, useRef } from 'react';
import type { Selection } from '../runtime/selection.ts';
import { choose, rowsBetween } from '../runtime/selection.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { Row } from '../store/api.ts';

interface Extension {
  /** The row from which Shift counts. */
  readonly anchor: number | undefined;
  /** The row that it reached. */
  readonly at: number;
  /** What was chosen before Shift, and what came of it: going back gives up only what Shift took. */
  readonly base: Selection;
  readonly result: Selection;
}

/** The record of a row; none of what is drawn between records. */
const idOf = (node: IRowNode<Row> | undefined, ids: readonly number[]): number | undefined => {
  const id = Number(node?.id);
  return ids.includes(id) ? id : undefined;
};

/** The row that an element of the grid lies in. */
const rowOf = (target: EventTarget | null): number | undefined => {
  const row = target instanceof Element ? target.closest('.ag-row')?.getAttribute('row-id') : null;
  return row === null || row === undefined ? undefined : Number(row);
};

const isCell = (target: EventTarget | null): boolean => target instanceof HTMLElement && target.role === 'gridcell';
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox');

export const useGridSelection = (
  list: RegistryList,
  api: RefObject<GridApi<Row> | undefined>,
  box: RefObject<HTMLElement | null>,
) => {
  const { rows, selection } = list;
  const extension = useRef<Extension>(undefined);

  const mark = useCallback(() => {
    const grid = api.current;
    if (!grid) return;
    const wrong = rows.flatMap(({ id }) => {
      const node = grid.getRowNode(String(id));
      return node !== undefined && node.isSelected() !== selection.has(id) ? [node] : [];
    });
    for (const newValue of [true, false])
      grid.setNodesSelected({
        nodes: wrong.filter(({ data }) => data !== undefined && selection.has(data.id) === newValue),
        newValue,
        source: 'api',
      });
  }, [api, rows, selection]);
  useEffect(mark, [mark]);

  const changed = ({ api: grid, source }: SelectionChangedEvent<Row>) => {
    if (source === 'rowDataChanged' || source === 'api') return;
    const checked = new Set(grid.getSelectedNodes().map(({ data }) => data?.id));
    const ids = rows.map(({ id }) => id);
    const left = ids.filter((id) => !checked.has(id));
    selection.set(
      choose(
        choose(selection.state, left, false),
        ids.filter((id) => checked.has(id)),
        true,
      ),
    );
  };

  const latest = useRef({ rows, selection });
  latest.current = { rows, selection };
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const ids = () => latest.current.rows.map(({ id }) => id);
    const anchorAt = (anchor: number) => {
      const { state } = latest.current.selection;
      extension.current = { anchor, at: anchor, base: state, result: state };
    };
    const extend = (to: number) => {
      const { state, set } = latest.current.selection;
      const before = extension.current;
      const base = before?.result === state ? before.base : state;
      const result = choose(base, rowsBetween(ids(), before?.anchor, to), true);
      extension.current = { anchor: before?.anchor ?? to, at: to, base, result };
      set(result);
    };
    const toggle = (id: number) => {
      latest.current.selection.choose([id], !latest.current.selection.has(id));
      anchorAt(id);
    };
    /** Goes on to the next record; rows of another kind between records are passed over. */
    const step = (by: 1 | -1) => {
      const grid = api.current;
      const cell = grid?.getFocusedCell();
      if (!grid || !cell || cell.rowPinned) return;
      const here = idOf(grid.getDisplayedRowAtIndex(cell.rowIndex), ids());
      let row = cell.rowIndex + by;
      while (grid.getDisplayedRowAtIndex(row) && idOf(grid.getDisplayedRowAtIndex(row), ids()) === undefined) row += by;
      const next = idOf(grid.getDisplayedRowAtIndex(row), ids());
      if (next === undefined) return;
      if (here !== undefined && extension.current?.at !== here) anchorAt(here);
      grid.ensureIndexVisible(row);
      grid.setFocusedCell(row, cell.column);
      extend(next);
    };
    const focused = (): number | undefined => {
      const cell = api.current?.getFocusedCell();
      return cell && !cell.rowPinned ? idOf(api.current?.getDisplayedRowAtIndex(cell.rowIndex), ids()) : undefined;
    };
    const keyOf = (event: KeyboardEvent): (() => void) | undefined => {
      if (!isCell(event.target) || event.ctrlKey || event.metaKey || event.altKey) return undefined;
      if (event.shiftKey && event.key === 'ArrowDown') return () => step(1);
      if (event.shiftKey && event.key === 'ArrowUp') return () => step(-1);
      const id = focused();
      if (event.key !== ' ' || id === undefined) return undefined;
      return () => (event.shiftKey ? extend(id) : toggle(id));
    };
    const pressed = (event: KeyboardEvent) => {
      const run = keyOf(event);
      if (!run) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    };
    /** The page's rows, wherever the focus is but in a text or in a dialog. */
    const pressedAnywhere = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'a' || takesText(event.target)) return;
      if (document.querySelector('[role="dialog"]') !== null) return;
      event.preventDefault();
      latest.current.selection.choose(ids(), true);
    };
    const clicked = (event: MouseEvent) => {
      const id = rowOf(event.target);
      if (id === undefined || !ids().includes(id)) return;
      if (event.target instanceof Element && event.target.closest('button, a')) return;
      if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return anchorAt(id);
      event.preventDefault();
      event.stopPropagation();
      if (event.shiftKey) extend(id);
      else toggle(id);
    };
    /** Shift with a click would mark text. */
    const pressing = (event: MouseEvent) => {
      if (event.shiftKey && rowOf(event.target) !== undefined) event.preventDefault();
    };
    element.addEventListener('keydown', pressed, true);
    element.addEventListener('click', clicked, true);
    element.addEventListener('mousedown', pressing, true);
    document.addEventListener('keydown', pressedAnywhere);
    return () => {
      element.removeEventListener('keydown', pressed, true);
      element.removeEventListener('click', clicked, true);
      element.removeEventListener('mousedown', pressing, true);
      document.removeEventListener('keydown', pressedAnywhere);
    };
  }, [api, box]);

  return { mark, changed };
};
