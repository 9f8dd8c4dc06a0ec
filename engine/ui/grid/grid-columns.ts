/** The list's columns as the grid takes them, made once for a model. */
import type { ColDef } from 'ag-grid-community';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { columnText } from '../runtime/column-text.ts';
import type { FilterField } from '../runtime/filter-value.ts';
import { filterOfColumn } from '../runtime/filter-value.ts';
import type { Row } from '../store/api.ts';
import { sizes } from '../theme/tokens.ts';
import { ActionsCell } from './actions-cell.tsx';
import { ActionsHeader } from './actions-header.tsx';
import { ColumnHeader } from './column-header.tsx';
import { ValueCell } from './value-cell.tsx';

/** What header and cells find on their column. */
export interface ColumnContext {
  readonly column: GridColumn;
  readonly filter: FilterField | undefined;
}

/** Text takes what room there is; all else has the width of its content. */
const stretches = (column: GridColumn): boolean => column.cell === 'text' || column.cell === 'relation';

const columnOf = (
  model: ScreenModel,
  column: GridColumn,
  filters: ReadonlyMap<string, FilterField>,
  timeZone: string,
): ColDef<Row> => {
  const own = filterOfColumn(model, column);
  const context: ColumnContext = { column, filter: own && (filters.get(own.key) ?? own) };
  return {
    colId: column.key,
    headerName: column.title,
    // The server sorts; the header asks for it (ColumnHeader). The grid must not do it again by what is written.
    sortable: false,
    context,
    headerComponent: ColumnHeader,
    valueGetter: ({ data }) => (data === undefined ? '' : columnText(model, column, data, timeZone)),
    cellRenderer: ValueCell,
    cellClass: `fi-cell-${column.cell}`,
    headerClass: `fi-cell-${column.cell}`,
    minWidth: 56,
    // The header needs room for its title too.
    ...(stretches(column)
      ? { flex: Math.max(1, column.width), minWidth: Math.min(column.width, 150) }
      : { width: Math.max(column.width, column.title.length * 7 + 60) }),
  };
};

export const gridColumns = (
  model: ScreenModel,
  filters: ReadonlyMap<string, FilterField>,
  timeZone: string,
): ColDef<Row>[] => [
  ...model.columns.map((column) => columnOf(model, column, filters, timeZone)),
  // Where no column stretches, this one takes the rest, so that the options stay at the edge.
  ...(model.columns.some(stretches)
    ? []
    : [{ colId: '_rest', headerName: '', flex: 1, sortable: false, resizable: false, cellClass: 'fi-cell-rest' }]),
  {
    colId: '_actions',
    headerComponent: ActionsHeader,
    width: sizes.optionsColumn,
    pinned: 'right',
    lockPinned: true,
    sortable: false,
    resizable: false,
    suppressMovable: true,
    cellRenderer: ActionsCell,
    cellClass: 'fi-cell-actions',
    // Arrows, Enter and Escape move among the buttons of the cell; see ActionsCell.
    suppressKeyboardEvent: ({ event }) => event.target instanceof HTMLButtonElement || event.key === 'F2',
  },
];
