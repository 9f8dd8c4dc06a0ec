/** A double click on a row opens its record, as Enter does. */
import type { CellDoubleClickedEvent } from 'ag-grid-community';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Row } from '../store/api.ts';
import { isDetailRow } from './detail-row.ts';
import type { ColumnContext } from './grid-columns.ts';
import { restColumn } from './grid-columns.ts';
import { inlineColumn } from './use-inline-edit.ts';

/** Cells of something else: the choice, the arrow, the buttons; and what is written in opens its own control. */
const isOwn = (model: ScreenModel, { colDef, event }: CellDoubleClickedEvent<Row>): boolean => {
  const column = (colDef.context as ColumnContext | undefined)?.column;
  const own = event?.target instanceof Element && event.target.closest('button, a, input') !== null;
  if (column === undefined) return own || colDef.colId !== restColumn;
  return own || inlineColumn(model, column) !== undefined;
};

export const openOnDoubleClick =
  (model: ScreenModel, open: ((row: Row) => void) | undefined) =>
  (clicked: CellDoubleClickedEvent<Row>): void => {
    const { data, event, node } = clicked;
    if (data === undefined || node.rowPinned || isDetailRow(data) || isOwn(model, clicked)) return;
    // With a key held the clicks choose rows.
    if (event instanceof MouseEvent && (event.shiftKey || event.ctrlKey || event.metaKey)) return;
    // Marking by a drag stays; the word that two clicks mark is not what they were for.
    getSelection()?.removeAllRanges();
    open?.(data);
  };
