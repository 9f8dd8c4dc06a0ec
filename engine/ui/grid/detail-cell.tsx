import type { CustomCellRendererProps } from 'ag-grid-react';
import { useEffect, useRef } from 'react';
import { RowDetail } from '../list/row-detail.tsx';
import type { Row } from '../store/api.ts';

const inside = 'a[href], button:not([disabled])';

/**
 * The detail under its row, as high as what it holds. The row has the focus and the arrows; Enter or F2 goes in, Tab walks,
 * Escape comes out.
 */
export const DetailCell = ({ data, node, api }: CustomCellRendererProps<Row>) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    // A row of a table holds cells: this one has one.
    element.role = 'gridcell';
    const observer = new ResizeObserver(() => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      if (height === 0 || height === node.rowHeight) return;
      node.setRowHeight(height);
      api.onRowHeightChanged();
    });
    observer.observe(element);
    const row = element.closest<HTMLElement>('.ag-row');
    const pressed = (event: KeyboardEvent) => {
      const within = element.contains(event.target as Node);
      if (!within && (event.key === 'Enter' || event.key === 'F2')) element.querySelector<HTMLElement>(inside)?.focus();
      else if (within && event.key === 'Escape') row?.focus();
      // Inside, the grid takes no key: it would move its own focus.
      else if (!within) return;
      else {
        event.stopPropagation();
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    };
    row?.addEventListener('keydown', pressed, true);
    return () => {
      observer.disconnect();
      row?.removeEventListener('keydown', pressed, true);
    };
  }, [node, api]);
  return data === undefined ? null : (
    <div ref={box} className="fi-detail">
      <RowDetail row={data} />
    </div>
  );
};
