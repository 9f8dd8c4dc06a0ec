import { VisuallyHidden } from '@mantine/core';
import type { CustomCellRendererProps } from 'ag-grid-react';
import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { recordLabel } from '../../contract/column-text.ts';
import { RowButton } from '../list/row-button.tsx';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { Row } from '../store/api.ts';
import { useGridContext } from './grid-context.ts';

/** Opens and closes the detail of a row; the cell does it by Enter. */
export const ExpandCell = ({ data, eGridCell }: CustomCellRendererProps<Row>) => {
  const model = useScreenModel();
  const texts = useTexts();
  const { expanded } = useGridContext();
  const toggle = useRef<() => void>(undefined);
  toggle.current = () => data && expanded.toggle(data.id);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== 'F2') return;
      event.preventDefault();
      event.stopPropagation();
      toggle.current?.();
    };
    eGridCell.addEventListener('keydown', pressed);
    return () => eGridCell.removeEventListener('keydown', pressed);
  }, [eGridCell]);
  if (data === undefined || data.id < 0) return null;
  const open = expanded.has(data.id);
  return (
    <RowButton
      icon={ChevronRight}
      aria-expanded={open}
      aria-label={texts(open ? 'detail.close' : 'detail.open', { label: recordLabel(model, data) })}
      onClick={() => expanded.toggle(data.id)}
    />
  );
};

export const ExpandHeader = () => <VisuallyHidden>{useTexts()('detail.column')}</VisuallyHidden>;
