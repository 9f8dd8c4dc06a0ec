/** The keyboard of a list: j/k, space, enter, e, /, n; h for history, Delete for the row, down from the quick search. */
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { Row } from '../store/api.ts';
import { keysElsewhere } from './keys-elsewhere.ts';
import type { RecordActions } from './use-record-actions.ts';

interface Target {
  readonly move: (step: 1 | -1) => void;
  readonly focusedRow: () => Row | undefined;
}

const inCell = (event: KeyboardEvent): boolean =>
  event.target === document.body || (event.target instanceof HTMLElement && event.target.role === 'gridcell');

export const useListKeys = (grid: RefObject<Target | null>, actions: RecordActions): void => {
  const latest = useRef(actions);
  latest.current = actions;
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
      const keys: Readonly<Record<string, () => void>> = {
        j: () => grid.current?.move(1),
        k: () => grid.current?.move(-1),
        e: () => onRow(now.edit),
        h: () => onRow(now.history),
        n: () => now.create?.(),
        '/': () => document.querySelector<HTMLInputElement>('input[data-quick-search]')?.focus(),
      };
      const inCellKeys: Readonly<Record<string, ((row: Row) => void) | undefined>> = {
        enter: now.view ?? now.edit,
        delete: now.remove,
      };
      const rowAction = inCell(event) ? inCellKeys[event.key.toLowerCase()] : undefined;
      const run = rowAction ? () => onRow(rowAction) : keys[event.key];
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [grid]);
};
