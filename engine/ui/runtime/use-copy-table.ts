/** Rows and cells for the clipboard: the chosen rows of the page, else all of it; by Ctrl+C without a choice one cell. */
import { useEffect, useRef } from 'react';
import { columnText } from '../../contract/column-text.ts';
import { htmlTable, tabText } from '../../contract/table-text.ts';
import { neutraliseCell } from '../../files/formula-cell.ts';
import type { Row } from '../store/api.ts';
import { useScreenModel } from './screen-context.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import type { RegistryList } from './use-registry-list.ts';

/** The cell of the list that has the focus. */
export interface FocusedCell {
  readonly row: Row;
  /** Key of its column. */
  readonly column: string;
}

/** As text, and as a table for programs that take one. */
export const writeClipboard = async (text: string, html: string | undefined): Promise<void> => {
  if (html === undefined || typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(text);
  const item = (type: string, content: string) => new Blob([content], { type });
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/plain': item('text/plain', text), 'text/html': item('text/html', html) }),
  ]);
};

export const useCopyTable = (list: RegistryList, focused: () => FocusedCell | undefined) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();

  const copy = async (text: string, html: string | undefined, done: string): Promise<void> => {
    try {
      await writeClipboard(text, html);
      showAlert({ type: 'success', value: done });
    } catch {
      showAlert({ type: 'error', value: texts('copy.failed') });
    }
  };
  const copyRows = (): void => {
    const { onPage, size } = list.selection;
    const chosen = onPage.length === 0 ? list.rows : list.rows.filter(({ id }) => onPage.includes(id));
    const table = [
      list.columns.map(({ title }) => title),
      ...chosen.map((row) => list.columns.map((column) => columnText(model, column, row, timeZone))),
    ];
    const done = texts.count('copy.rows', chosen.length);
    const elsewhere = onPage.length > 0 && size !== onPage.length;
    void copy(tabText(table), htmlTable(table), elsewhere ? `${done} ${texts('copy.elsewhere')}` : done);
  };
  const copyCell = ({ row, column: key }: FocusedCell): void => {
    const column = list.columns.find((one) => one.key === key);
    const text = column === undefined ? '' : columnText(model, column, row, timeZone);
    if (text !== '') void copy(neutraliseCell(text), undefined, texts('copy.cell'));
  };

  const latest = useRef({ copyRows, copyCell, focused, chosen: list.selection.onPage.length > 0 });
  latest.current = { copyRows, copyCell, focused, chosen: list.selection.onPage.length > 0 };
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'c')
        return;
      // Marked text is what the person wants then, and a dialog has its own.
      if (getSelection()?.isCollapsed === false || document.querySelector('[role="dialog"]') !== null) return;
      const { target } = event;
      if (target instanceof HTMLElement && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) {
        if (!(target instanceof HTMLInputElement && target.type === 'checkbox')) return;
      }
      const now = latest.current;
      const cell = now.focused();
      if (now.chosen) now.copyRows();
      else if (cell !== undefined && document.activeElement?.closest('.ag-cell')) now.copyCell(cell);
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);

  return copyRows;
};
