/** The keyboard of a list: j/k, space, enter, e, /, n, ?; and h for history, Delete for the row. */
import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';
import type { Row } from '../store/api.ts';
import type { RecordActions } from './use-record-actions.ts';

interface Target {
  readonly move: (step: 1 | -1) => void;
  readonly focusedRow: () => Row | undefined;
}

/** Keys belong to what has the focus wherever it takes text, and to a dialog while one is open. */
const belongsElsewhere = (event: KeyboardEvent): boolean => {
  const { target } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"]') !== null) return true;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && target.type === 'checkbox')
  );
};

const inCell = (event: KeyboardEvent): boolean =>
  event.target === document.body || (event.target instanceof HTMLElement && event.target.role === 'gridcell');

export const useListKeys = (grid: RefObject<Target | null>, actions: RecordActions, showHelp: () => void): void => {
  const latest = useRef({ actions, showHelp });
  latest.current = { actions, showHelp };
  useEffect(() => {
    const onRow = (run: ((row: Row) => void) | undefined) => {
      const row = grid.current?.focusedRow();
      if (row) run?.(row);
    };
    const listener = (event: KeyboardEvent) => {
      if (belongsElsewhere(event)) return;
      const now = latest.current;
      const keys: Readonly<Record<string, () => void>> = {
        j: () => grid.current?.move(1),
        k: () => grid.current?.move(-1),
        e: () => onRow(now.actions.edit),
        h: () => onRow(now.actions.history),
        n: () => now.actions.create?.(),
        '/': () => document.querySelector<HTMLInputElement>('input[data-quick-search]')?.focus(),
        '?': now.showHelp,
      };
      const inCellKeys: Readonly<Record<string, ((row: Row) => void) | undefined>> = {
        enter: now.actions.view ?? now.actions.edit,
        delete: now.actions.remove,
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
