/**
 * The keyboard of a list: j/k, space, enter, e, /, n; h for history, b to change the chosen rows, Delete for them or for
 * the row, down from the quick search.
 */
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { Row } from '../store/api.ts';
import { keysElsewhere } from './keys-elsewhere.ts';
import type { BatchDialogs } from './use-batch-dialogs.ts';
import type { FocusedCell } from './use-copy-table.ts';
import type { RecordActions } from './use-record-actions.ts';

interface Target {
  readonly move: (step: 1 | -1) => void;
  readonly focusedRow: () => Row | undefined;
  readonly focusedCell: () => FocusedCell | undefined;
}

const onCell = ({ target }: KeyboardEvent): boolean => target instanceof HTMLElement && target.role === 'gridcell';
const onPage = ({ target }: KeyboardEvent): boolean =>
  target === document.body || (target instanceof HTMLElement && target.matches('main'));
const inRows = (event: KeyboardEvent): boolean => onPage(event) || onCell(event);

export const useListKeys = (
  grid: RefObject<Target | null>,
  actions: RecordActions,
  opener: BatchDialogs['opener'],
): void => {
  const latest = useRef({ ...actions, opener });
  latest.current = { ...actions, opener };
  useEffect(() => {
    const onRow = (run: ((row: Row) => void) | undefined) => {
      const row = grid.current?.focusedRow();
      if (row) run?.(row);
    };
    const listener = (event: KeyboardEvent) => {
      const searching = event.target instanceof HTMLElement && event.target.matches('input[data-quick-search]');
      if (searching && event.key === 'ArrowDown' && !event.defaultPrevented) {
        event.preventDefault();
        grid.current?.move(1);
        return;
      }
      if (keysElsewhere(event)) return;
      const now = latest.current;
      const change = now.opener('update');
      const removeChosen = now.opener('delete');
      const keys: Readonly<Record<string, (() => void) | undefined>> = {
        j: () => grid.current?.move(1),
        k: () => grid.current?.move(-1),
        e: () => onRow(now.edit),
        h: () => onRow(now.history),
        n: () => now.create?.(),
        b: change && (() => change(onCell(event) ? grid.current?.focusedCell()?.column : undefined)),
        Delete: removeChosen && (() => removeChosen()),
        '/': () => document.querySelector<HTMLInputElement>('input[data-quick-search]')?.focus(),
      };
      const rowKeys: Readonly<Record<string, ((row: Row) => void) | undefined>> = {
        Enter: now.view ?? now.edit,
        Delete: now.remove,
      };
      const rowAction = inRows(event) ? rowKeys[event.key] : undefined;
      const run = keys[event.key] ?? (rowAction && (() => onRow(rowAction)));
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [grid]);
};
