import type { CustomCellRendererProps } from 'ag-grid-react';
import { useEffect, useRef } from 'react';
import { later } from '../runtime/later.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import type { Row } from '../store/api.ts';
import type { ColumnContext } from './grid-columns.ts';
import { useGridContext } from './grid-context.ts';
import { ValueCell } from './value-cell.tsx';

const InlineEditor = later(() => import('./inline-editor.tsx'));

/** A value that is changed in its cell: Enter, F2 or a double click opens its control. */
export const InlineCell = (props: CustomCellRendererProps<Row>) => {
  const { data, colDef, node, eGridCell } = props;
  const model = useScreenModel();
  const { inline, list } = useGridContext();
  const column = (colDef?.context as ColumnContext | undefined)?.column;
  const field = model.entity.fields.find(({ name }) => name === column?.key);
  const id = node.rowPinned ? undefined : data?.id;
  const open = id !== undefined && inline.at?.id === id && inline.at.key === column?.key;

  const start = useRef<() => void>(undefined);
  start.current =
    open || id === undefined || column === undefined ? undefined : () => inline.start({ id, key: column.key });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.target !== eGridCell || (event.key !== 'Enter' && event.key !== 'F2') || !start.current) return;
      event.preventDefault();
      event.stopPropagation();
      start.current();
    };
    const doubled = () => start.current?.();
    eGridCell.addEventListener('keydown', pressed);
    eGridCell.addEventListener('dblclick', doubled);
    return () => {
      eGridCell.removeEventListener('keydown', pressed);
      eGridCell.removeEventListener('dblclick', doubled);
    };
  }, [eGridCell]);

  // The grid draws a cell anew only where its text changes: the row as it is now is the list's.
  const row = list.rows.find((one) => one.id === id);
  if (!open || row === undefined || column === undefined || field === undefined) return <ValueCell {...props} />;
  return <InlineEditor row={row} column={column} field={field} waiting={<ValueCell {...props} />} />;
};
