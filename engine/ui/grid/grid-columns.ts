/** The list's columns as the grid takes them, made once for a model and for how the person has arranged it. */
import type { ColDef } from 'ag-grid-community';
import { columnText } from '../../contract/column-text.ts';
import { fieldOf } from '../../contract/field-of.ts';
import { columnWidths } from '../../contract/list-layout.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { fieldTypes } from '../../fields/index.ts';
import type { FilterField } from '../runtime/filter-value.ts';
import { filterOfColumn, optionsOf } from '../runtime/filter-value.ts';
import type { ArrangedColumn } from '../runtime/list-layout.ts';
import type { Row } from '../store/api.ts';
import { sizes } from '../theme/tokens.ts';
import { ActionsCell } from './actions-cell.tsx';
import { ActionsHeader } from './actions-header.tsx';
import { ColumnHeader } from './column-header.tsx';
import { ExpandCell, ExpandHeader } from './expand-cell.tsx';
import { InlineCell } from './inline-cell.tsx';
import { inlineColumn } from './use-inline-edit.ts';
import { ValueCell } from './value-cell.tsx';

/** What header and cells find on their column. */
export interface ColumnContext {
  readonly column: GridColumn;
  readonly filter: FilterField | undefined;
}

/** The empty column that takes what room is left. */
export const restColumn = '_rest';

/** A code whose labels need more than this is read like a text, and given up to the other where there is little room. */
const longCode = 200;
const leastLongCode = 150;
const leastText = 120;
/** A number or a name that needs no more than this is cut for no other column. */
const shortText = 160;

/** What the title of the header needs, with its arrow; its filter lies over the end of it while somebody is there. */
const headerWidth = ({ title }: GridColumn): number => title.length * 7 + 36;

/** What the labels of a code need, whatever width the screen asks for. */
const labelWidth = (model: ScreenModel, column: GridColumn): number => {
  const field = fieldOf(model, column.key);
  return field === undefined ? column.width : fieldTypes[field.type].width(field, optionsOf(model, field));
};

/** Text takes what room there is, unless the person has given it some; what is pinned leaves the room to the others. */
const stretches = (model: ScreenModel, column: ArrangedColumn): boolean =>
  column.ownWidth === undefined &&
  !column.pinned &&
  (column.cell === 'text' ||
    column.cell === 'relation' ||
    (column.cell === 'code' && labelWidth(model, column) > longCode));

const leastOf = ({ cell, width }: ArrangedColumn): number => {
  if (cell === 'code') return leastLongCode;
  return width <= shortText ? width : leastText;
};

/**
 * Short codes give way where there is little room, until their longest label fits, and take no more than they need; all
 * else has a width of its own.
 */
const widthOf = (
  model: ScreenModel,
  column: ArrangedColumn,
): Pick<ColDef<Row>, 'flex' | 'width' | 'minWidth' | 'maxWidth'> => {
  if (column.ownWidth !== undefined) return { flex: 0, width: column.ownWidth, minWidth: columnWidths.minimum };
  if (column.pinned)
    return { flex: 0, width: Math.max(column.width, headerWidth(column)), minWidth: columnWidths.minimum };
  if (stretches(model, column))
    return {
      flex: Math.max(1, column.width),
      minWidth: leastOf(column),
    };
  const width = Math.max(column.width, headerWidth(column));
  if (column.cell !== 'code') return { width, minWidth: 56 };
  const label = labelWidth(model, column);
  return { flex: width, minWidth: Math.max(label, Math.min(width, 110)), maxWidth: Math.max(width, label) };
};

/** Keys of a cell that is written in are its control's; Enter and F2 open it. */
const ownKeys = ({ event }: { readonly event: KeyboardEvent }): boolean =>
  event.key === 'Enter' ||
  event.key === 'F2' ||
  (event.target instanceof HTMLElement && event.target.role !== 'gridcell');

const columnOf = (
  model: ScreenModel,
  column: ArrangedColumn,
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
    ...(inlineColumn(model, column) === undefined
      ? { cellRenderer: ValueCell }
      : { cellRenderer: InlineCell, suppressKeyboardEvent: ownKeys }),
    pinned: column.pinned ? 'left' : null,
    cellClass:
      inlineColumn(model, column) === undefined ? `fi-cell-${column.cell}` : `fi-cell-${column.cell} fi-inline`,
    headerClass: `fi-cell-${column.cell}`,
    ...widthOf(model, column),
  };
};

const expandColumn: ColDef<Row> = {
  colId: '_expand',
  headerComponent: ExpandHeader,
  width: 34,
  minWidth: 34,
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
  timeZone: string,
): ColDef<Row>[] => [
  ...(model.detail === null ? [] : [expandColumn]),
  ...columns.map((column) => columnOf(model, column, filters, timeZone)),
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
