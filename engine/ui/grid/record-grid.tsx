import { useElementSize, useMergedRef } from '@mantine/hooks';
import type { GridApi, GridReadyEvent } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import type { Ref } from 'react';
import { useImperativeHandle, useMemo, useRef } from 'react';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { FocusedCell } from '../runtime/use-copy-table.ts';
import type { ExpandedRows } from '../runtime/use-expanded-rows.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { useTotals } from '../runtime/use-totals.ts';
import type { Row } from '../store/api.ts';
import { gridTheme } from '../theme/grid-theme.ts';
import { styleNonce } from '../theme/nonce.ts';
import { rowHeights, sizes } from '../theme/tokens.ts';
import { selectionWidth } from './column-widths.ts';
import { DetailCell } from './detail-cell.tsx';
import { gridRowId, isDetailRow, withDetails } from './detail-row.ts';
import { gridColumns } from './grid-columns.ts';
import type { GridContextValue } from './grid-context.ts';
import { GridContext } from './grid-context.ts';
import { registerGridModules } from './grid-modules.ts';
import { openOnDoubleClick } from './open-on-double-click.ts';
import { totalRow } from './total-cell.tsx';
import { useColumnEvents } from './use-column-events.ts';
import { useContentWidths } from './use-content-widths.ts';
import { useGridPlace } from './use-grid-place.ts';
import { useGridSelection } from './use-grid-selection.ts';
import { useInlineEdit } from './use-inline-edit.ts';
import './record-grid.css';

registerGridModules();

/** What the keyboard of the screen asks of the grid. */
export interface GridHandle {
  /** Moves to a row below (1) or above (-1) the present one. */
  readonly move: (step: 1 | -1) => void;
  readonly focusedRow: () => Row | undefined;
  readonly focusedCell: () => FocusedCell | undefined;
}

interface Props {
  readonly list: RegistryList;
  readonly actions: RecordActions;
  readonly expanded: ExpandedRows;
  readonly ref?: Ref<GridHandle>;
}

const selectionOptions = {
  mode: 'multiRow',
  checkboxes: true,
  headerCheckbox: true,
  enableClickSelection: false,
  isRowSelectable: ({ data }: { readonly data: Row | undefined }) => !isDetailRow(data),
  hideDisabledCheckboxes: true,
} as const;

/** Arrows go from cell to cell; Tab goes on to what follows the table, as in any other control. */
const leaveGrid = () => false;

const selectionColumn = {
  width: selectionWidth,
  minWidth: selectionWidth,
  resizable: false,
  pinned: 'left',
  lockPosition: 'left',
  suppressMovable: true,
  headerName: '',
} as const;

const handleOf = (api: () => GridApi<Row> | undefined): GridHandle => {
  const at = () => api()?.getFocusedCell()?.rowIndex;
  return {
    move: (step) => {
      const grid = api();
      // Enter in a cell of the record opens it; in the columns before, it chooses or expands.
      const column = grid?.getAllDisplayedColumns().find((one) => !/^(_|ag-)/.test(one.getColId()));
      if (!grid || !column) return;
      const present = at();
      let row = present === undefined ? 0 : Math.min(Math.max(present + step, 0), grid.getDisplayedRowCount() - 1);
      if (row < 0) return;
      while (isDetailRow(grid.getDisplayedRowAtIndex(row)?.data)) row += step;
      if (grid.getDisplayedRowAtIndex(row) === undefined) return;
      grid.ensureIndexVisible(row);
      grid.setFocusedCell(row, grid.getFocusedCell()?.column ?? column);
    },
    focusedRow: () => {
      const row = at();
      return row === undefined ? undefined : api()?.getDisplayedRowAtIndex(row)?.data;
    },
    focusedCell: () => {
      const cell = api()?.getFocusedCell();
      const row = cell && !cell.rowPinned ? api()?.getDisplayedRowAtIndex(cell.rowIndex)?.data : undefined;
      return cell && row ? { row, column: cell.column.getColId() } : undefined;
    },
  };
};

/** The table of a list: one page of rows, drawn and never sorted or filtered here. */
const RecordGrid = ({ list, actions, expanded, ref }: Props) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const api = useRef<GridApi<Row>>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const { columns: shown, arrangement, filters } = list;
  const { ref: sized, width } = useElementSize<HTMLDivElement>();
  const boxes = useMergedRef(box, sized);
  const measured = useContentWidths(model, shown, list.rows, timeZone);
  const columns = useMemo(
    () => gridColumns(model, shown, filters, { ...measured, width: width || undefined }, timeZone),
    [model, shown, filters, measured, width, timeZone],
  );
  const columnEvents = useColumnEvents(model, arrangement);
  const inline = useInlineEdit(model, list, api);
  const context = useMemo<GridContextValue>(
    () => ({ list, actions, expanded, inline }),
    [list, actions, expanded, inline],
  );
  useImperativeHandle(ref, () => handleOf(() => api.current), []);

  const rows = useMemo(() => withDetails(list.rows, expanded.has), [list.rows, expanded]);
  const summed = useTotals(model, list);
  // The grid keeps what it was given last until it is given something else: sums of other rows.
  const totals = useMemo(() => (summed === undefined ? [] : [totalRow(summed)]), [summed]);

  const selection = useGridSelection(list, api, box);
  const restorePlace = useGridPlace(list, api, box);
  const drawn = () => {
    selection.mark();
    restorePlace();
  };

  return (
    <GridContext value={context}>
      <div ref={boxes} className="fi-grid" data-density={arrangement.density} data-busy={list.fetching || undefined}>
        <AgGridReact<Row>
          theme={gridTheme}
          styleNonce={styleNonce}
          rowData={rows as Row[]}
          pinnedBottomRowData={totals}
          isFullWidthRow={({ rowNode }) => isDetailRow(rowNode.data)}
          fullWidthCellRenderer={DetailCell}
          columnDefs={columns}
          getRowId={({ data }) => gridRowId(data)}
          rowSelection={selectionOptions}
          selectionColumnDef={selectionColumn}
          headerHeight={sizes.gridHeader}
          rowHeight={rowHeights[arrangement.density]}
          suppressDragLeaveHidesColumns
          suppressNoRowsOverlay
          suppressCellFocus={false}
          tabToNextCell={leaveGrid}
          animateRows={false}
          rowBuffer={4}
          onGridReady={({ api: ready }: GridReadyEvent<Row>) => {
            api.current = ready;
            box.current?.querySelector('[role=grid]')?.setAttribute('aria-label', model.screen.title);
          }}
          {...columnEvents}
          onFirstDataRendered={drawn}
          onRowDataUpdated={drawn}
          onSelectionChanged={selection.changed}
          onCellDoubleClicked={openOnDoubleClick(model, actions.view ?? actions.edit)}
          localeText={{
            ariaRowToggleSelection: texts('grid.toggleRow'),
            ariaRowSelect: texts('grid.selectRow'),
            ariaRowDeselect: texts('grid.deselectRow'),
            ariaHeaderSelection: texts('grid.selectAll'),
            ariaColumnSelectAll: texts('grid.selectAll'),
            ariaChecked: texts('grid.checked'),
            ariaUnchecked: texts('grid.unchecked'),
            ariaIndeterminate: texts('grid.indeterminate'),
            ariaRowSelectAll: texts('grid.selectAll'),
          }}
        />
      </div>
    </GridContext>
  );
};

export default RecordGrid;
