/** The list's columns as the grid takes them, made once for a model and for how the person has arranged it. */
import type { ColDef } from 'ag-grid-community';
import { columnText } from '../../contract/column-text.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import type { FilterField } from '../runtime/filter-value.ts';
import { filterOfColumn } from '../runtime/filter-value.ts';
import type { ArrangedColumn } from '../runtime/list-layout.ts';
import type { Row } from '../store/api.ts';
import { sizes } from '../theme/tokens.ts';
import { ActionsCell } from './actions-cell.tsx';
import { ActionsHeader } from './actions-header.tsx';
import { ColumnHeader } from './column-header.tsx';
import type { GridRoom, SharedRoom } from './column-widths.ts';
import { expandWidth, shareRoom, stretches, widthOf } from './column-widths.ts';
import { ExpandCell, ExpandHeader } from './expand-cell.tsx';
import { InlineCell } from './inline-cell.tsx';
import { inlineColumn } from './use-inline-edit.ts';
import { ValueCell } from './value-cell.tsx';

/** What header and cells find on their column. */
export interface ColumnContext {
  readonly column: GridColumn;
  readonly filter: FilterField | undefined;
  /** Whether it leaves out what is spare in labels. */
  readonly brief: boolean;
}

/** The empty column that takes what room is left. */
export const restColumn = '_rest';

/** Keys of a cell that is written in are its control's; Enter and F2 open it. */
const ownKeys = ({ event }: { readonly event: KeyboardEvent }): boolean =>
  event.key === 'Enter' ||
  event.key === 'F2' ||
  (event.target instanceof HTMLElement && event.target.role !== 'gridcell');

const columnOf = (
  model: ScreenModel,
  column: ArrangedColumn,
  filters: ReadonlyMap<string, FilterField>,
  room: SharedRoom,
  timeZone: string,
): ColDef<Row> => {
  const own = filterOfColumn(model, column);
  const context: ColumnContext = {
    column,
    filter: own && (filters.get(own.key) ?? own),
    brief: room.brief.has(column.key),
  };
  return {
    colId: column.key,
    headerName: column.title,
    // The server sorts; the header asks for it (ColumnHeader). The grid must not do it again by what is written.
    sortable: false,
    context,
    headerComponent: ColumnHeader,
    valueGetter: ({ data }) => (data === undefined ? '' : columnText(model, column, data, timeZone)),
    ...(inlineColumn(model, column) === undefined
      ? { cellRenderer: ValueCell }
      : { cellRenderer: InlineCell, suppressKeyboardEvent: ownKeys }),
    pinned: column.pinned ? 'left' : null,
    cellClass:
      inlineColumn(model, column) === undefined ? `fi-cell-${column.cell}` : `fi-cell-${column.cell} fi-inline`,
    headerClass: `fi-cell-${column.cell}`,
    ...widthOf(model, column, room),
  };
};

const expandColumn: ColDef<Row> = {
  colId: '_expand',
  headerComponent: ExpandHeader,
  width: expandWidth,
  minWidth: expandWidth,
  pinned: 'left',
  lockPosition: 'left',
  sortable: false,
  resizable: false,
  suppressMovable: true,
  cellRenderer: ExpandCell,
  cellClass: 'fi-cell-expand',
  suppressKeyboardEvent: ({ event }) => event.key === 'Enter' || event.key === 'F2',
};

export const gridColumns = (
  model: ScreenModel,
  columns: readonly ArrangedColumn[],
  filters: ReadonlyMap<string, FilterField>,
  room: GridRoom,
  timeZone: string,
): ColDef<Row>[] => {
  const shared = shareRoom(model, columns, room);
  return [
    ...(model.detail === null ? [] : [expandColumn]),
    ...columns.map((column) => columnOf(model, column, filters, shared, timeZone)),
    // Where no column stretches, this one takes the rest, so that the options stay at the edge.
    ...(columns.some((column) => stretches(model, column))
      ? []
      : [
          {
            colId: restColumn,
            headerName: '',
            flex: 1,
            sortable: false,
            resizable: false,
            suppressMovable: true,
            cellClass: 'fi-cell-rest',
          },
        ]),
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
};
