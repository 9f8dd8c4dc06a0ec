import type { CustomCellRendererProps } from 'ag-grid-react';
import { ColumnValue } from '../list/column-value.tsx';
import type { Row } from '../store/api.ts';
import type { ColumnContext } from './grid-columns.ts';
import { useGridContext } from './grid-context.ts';

export const ValueCell = ({ data, colDef }: CustomCellRendererProps<Row>) => {
  const { actions } = useGridContext();
  const { column } = colDef?.context as ColumnContext;
  return data === undefined ? null : <ColumnValue column={column} row={data} onPeek={actions.peek} />;
};
