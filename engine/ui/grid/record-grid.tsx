import type { GridApi, GridReadyEvent, SelectionChangedEvent } from 'ag-grid-community';
import { AgGridReact } from 'ag-grid-react';
import type { Ref } from 'react';
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { Row } from '../store/api.ts';
import { gridTheme } from '../theme/grid-theme.ts';
import { styleNonce } from '../theme/nonce.ts';
import { sizes } from '../theme/tokens.ts';
import { gridColumns } from './grid-columns.ts';
import type { GridContextValue } from './grid-context.ts';
import { GridContext } from './grid-context.ts';
import { registerGridModules } from './grid-modules.ts';
import './record-grid.css';

registerGridModules();

/** What the keyboard of the screen asks of the grid. */
export interface GridHandle {
  /** Moves to a row below (1) or above (-1) the present one. */
  readonly move: (step: 1 | -1) => void;
  readonly focusedRow: () => Row | undefined;
}

interface Props {
  readonly list: RegistryList;
  readonly actions: RecordActions;
  readonly ref?: Ref<GridHandle>;
}

const selectionOptions = {
  mode: 'multiRow',
  checkboxes: true,
  headerCheckbox: true,
  enableClickSelection: false,
} as const;

const handleOf = (api: () => GridApi<Row> | undefined): GridHandle => {
  const at = () => api()?.getFocusedCell()?.rowIndex;
  return {
    move: (step) => {
      const grid = api();
      const column = grid?.getAllDisplayedColumns()[1];
      if (!grid || !column) return;
      const present = at();
      const row = present === undefined ? 0 : Math.min(Math.max(present + step, 0), grid.getDisplayedRowCount() - 1);
      if (row < 0) return;
      grid.ensureIndexVisible(row);
      grid.setFocusedCell(row, grid.getFocusedCell()?.column ?? column);
    },
    focusedRow: () => {
      const row = at();
      return row === undefined ? undefined : api()?.getDisplayedRowAtIndex(row)?.data;
    },
  };
};

/** The table of a list: one page of rows, drawn and never sorted or filtered here. */
const RecordGrid = ({ list, actions, ref }: Props) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const api = useRef<GridApi<Row>>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => gridColumns(model, list.filters, timeZone), [model, list.filters, timeZone]);
  const context = useMemo<GridContextValue>(() => ({ list, actions }), [list, actions]);
  useImperativeHandle(ref, () => handleOf(() => api.current), []);

  const { selection, setSelection } = list;
  useEffect(() => {
    if (selection.length === 0) api.current?.deselectAll();
  }, [selection]);

  return (
    <GridContext value={context}>
      <div ref={box} className="fi-grid" data-busy={list.fetching || undefined}>
        <AgGridReact<Row>
          theme={gridTheme}
          styleNonce={styleNonce}
          rowData={list.rows as Row[]}
          columnDefs={columns}
          getRowId={({ data }) => String(data.id)}
          rowSelection={selectionOptions}
          selectionColumnDef={{ width: 38, minWidth: 38, resizable: false, pinned: 'left', headerName: '' }}
          headerHeight={sizes.gridHeader}
          rowHeight={sizes.gridRow}
          suppressMovableColumns
          suppressDragLeaveHidesColumns
          suppressNoRowsOverlay
          suppressCellFocus={false}
          animateRows={false}
          onGridReady={({ api: ready }: GridReadyEvent<Row>) => {
            api.current = ready;
            box.current?.querySelector('[role=grid]')?.setAttribute('aria-label', model.screen.title);
          }}
          onSelectionChanged={({ api: grid, source }: SelectionChangedEvent<Row>) => {
            if (source === 'rowDataChanged') return;
            setSelection(new Set(grid.getSelectedRows().map((row) => row.id)));
          }}
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
