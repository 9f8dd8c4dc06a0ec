import type { CustomCellRendererProps } from 'ag-grid-react';
import { ColumnValue } from '../list/column-value.tsx';
import type { Row } from '../store/api.ts';
import type { ColumnContext } from './grid-columns.ts';
import { useGridContext } from './grid-context.ts';
import { TotalCell } from './total-cell.tsx';

export const ValueCell = ({ data, colDef, node }: CustomCellRendererProps<Row>) => {
  const { actions, list } = useGridContext();
  if (data === undefined || colDef === undefined) return null;
  const { column, brief } = colDef.context as ColumnContext;
  if (node.rowPinned) return <TotalCell column={column} row={data} />;
  // Rows in the order of a code show it. The columns stay as they are: who sorts by keyboard is on a header.
  const ordered = list.sort.some(({ by }) => by === column.orderBy);
  return <ColumnValue column={column} row={data} onPeek={actions.peek} brief={brief && !ordered} />;
};
