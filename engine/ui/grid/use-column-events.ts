import type { ColumnMovedEvent, ColumnPinnedEvent, ColumnResizedEvent, GridApi } from 'ag-grid-community';
import { useMemo, useRef } from 'react';
import type { ListLayout } from '../../contract/list-layout.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { arrangeColumns, withShown, withWidth } from '../runtime/list-layout.ts';
import type { ListArrangement } from '../runtime/use-list-arrangement.ts';
import type { Row } from '../store/api.ts';

/** The layout as the grid has its columns: order and pinning. */
const layoutOf = (model: ScreenModel, layout: ListLayout, api: GridApi<Row>): ListLayout => {
  const known = new Set(arrangeColumns(model, layout).map(({ key }) => key));
  const columns = api.getAllDisplayedColumns().filter((column) => known.has(column.getColId()));
  const pinned = columns.filter((column) => column.getPinned() === 'left').map((column) => column.getColId());
  const { pinned: _before, ...rest } = layout;
  return withShown(
    model,
    pinned.length === 0 ? rest : { ...rest, pinned },
    columns.map((column) => column.getColId()),
  );
};

/** Keeps what the person does to the columns in their header: by mouse, or by Alt and Shift with arrows. */
export const useColumnEvents = (model: ScreenModel, arrangement: ListArrangement) => {
  const latest = useRef({ model, arrangement });
  latest.current = { model, arrangement };
  return useMemo(() => {
    const keepOrder = (api: GridApi<Row>) => {
      const { model: screen, arrangement: present } = latest.current;
      present.setLayout(layoutOf(screen, present.layout, api));
    };
    return {
      onColumnMoved: ({ api, finished, source }: ColumnMovedEvent<Row>) => {
        if (finished && source === 'uiColumnMoved') keepOrder(api);
      },
      onColumnPinned: ({ api, source }: ColumnPinnedEvent<Row>) => {
        if (source === 'uiColumnDragged' || source === 'uiColumnMoved') keepOrder(api);
      },
      onColumnResized: ({ columns, finished, source }: ColumnResizedEvent<Row>) => {
        if (!finished || source !== 'uiColumnResized') return;
        const { arrangement: present } = latest.current;
        const known = new Set(present.columns.map(({ key }) => key));
        present.setLayout(
          (columns ?? [])
            .filter((column) => known.has(column.getColId()))
            .reduce((layout, column) => withWidth(layout, column.getColId(), column.getActualWidth()), present.layout),
        );
      },
    };
  }, []);
};
