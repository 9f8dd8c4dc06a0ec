import type { CustomCellRendererProps } from 'ag-grid-react';
import { ColumnValue } from '../list/column-value.tsx';
import type { Row } from '../store/api.ts';
import type { ColumnContext } from './grid-columns.ts';
import { useGridContext } from './grid-context.ts';

export const ValueCell = ({ data, colDef }: CustomCellRendererProps<Row>) => {
  const { actions } = useGridContext();
  if (data === undefined || colDef === undefined) return null;
  const { column } = colDef.context as ColumnContext;
  return <ColumnValue column={column} row={data} onPeek={actions.peek} />;
};
