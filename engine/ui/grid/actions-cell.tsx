import type { CustomCellRendererProps } from 'ag-grid-react';
import { useEffect } from 'react';
import { RowActionButtons } from '../list/row-actions.tsx';
import { RowMenu } from '../list/row-menu.tsx';
import type { Row } from '../store/api.ts';
import { useGridContext } from './grid-context.ts';

/** Enters the buttons from the cell by F2, walks by arrows, leaves by Escape. */
const walk = (cell: HTMLElement) => (event: KeyboardEvent) => {
  const buttons = [...cell.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) {
    if (event.key === 'F2') buttons[0]?.focus();
    return;
  }
  if (event.key === 'ArrowRight') buttons[Math.min(at + 1, buttons.length - 1)]?.focus();
  else if (event.key === 'ArrowLeft') buttons[Math.max(at - 1, 0)]?.focus();
  else if (event.key === 'Escape') cell.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
};

export const ActionsCell = ({ data, eGridCell, node }: CustomCellRendererProps<Row>) => {
  const { list, actions } = useGridContext();
  useEffect(() => {
    const listener = walk(eGridCell);
    eGridCell.addEventListener('keydown', listener);
    return () => eGridCell.removeEventListener('keydown', listener);
  }, [eGridCell]);
  return data === undefined || node.rowPinned ? null : (
    <div className="fi-actions">
      <RowActionButtons actions={actions} row={data} />
      <RowMenu row={data} list={list} />
    </div>
  );
};
