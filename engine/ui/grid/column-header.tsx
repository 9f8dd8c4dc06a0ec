import { ActionIcon, Popover } from '@mantine/core';
import type { CustomHeaderProps } from 'ag-grid-react';
import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ColumnFilter } from '../list/column-filter.tsx';
import { columnTarget, explained } from '../runtime/explained.ts';
import { nextSort } from '../runtime/next-sort.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { Row } from '../store/api.ts';
import type { ColumnContext } from './grid-columns.ts';
import { useGridContext } from './grid-context.ts';

/** Title, direction of the sort with its rank where there are several, and the filter of the column. */
export const ColumnHeader = ({ column, displayName, eGridHeader }: CustomHeaderProps<Row>) => {
  const texts = useTexts();
  const { list } = useGridContext();
  const [open, setOpen] = useState(false);
  const { filter, column: shown } = column.getColDef().context as ColumnContext;
  const { orderBy: by, sortable } = shown;
  const { folder } = useScreenModel().screen;
  const rank = list.sort.findIndex((candidate) => candidate.by === by);
  const order = list.sort[rank];
  const direction = order === undefined ? 'none' : order.descending ? 'descending' : 'ascending';
  const filtered = filter !== undefined && list.query.conditions.some((condition) => condition.key === filter.key);

  const sort = (keepOthers: boolean) => {
    if (!sortable) return;
    list.setSort((now) => nextSort(now, by, keepOthers));
  };

  useEffect(() => {
    if (sortable) eGridHeader.setAttribute('aria-sort', direction);
  }, [eGridHeader, sortable, direction]);

  // The header cell has the focus, not its buttons: Enter sorts, F2 opens the filter.
  const keys = useRef<(event: KeyboardEvent) => void>(undefined);
  keys.current = (event) => {
    if (event.target !== eGridHeader) return;
    if (event.key === 'Enter') sort(event.shiftKey);
    else if (event.key === 'F2' && filter) setOpen(true);
  };
  useEffect(() => {
    const listener = (event: KeyboardEvent) => keys.current?.(event);
    eGridHeader.addEventListener('keydown', listener);
    return () => eGridHeader.removeEventListener('keydown', listener);
  }, [eGridHeader]);

  const Arrow = order?.descending ? ArrowDown : ArrowUp;
  return (
    <div className="fi-header">
      <button
        type="button"
        className="fi-header-title"
        tabIndex={-1}
        disabled={!sortable}
        title={displayName}
        onClick={(event) => sort(event.shiftKey)}
      >
        <span {...explained(columnTarget(folder, shown))}>{displayName}</span>
        {order && <Arrow size={12} aria-hidden />}
        {order && list.sort.length > 1 && <span className="fi-header-rank">{rank + 1}</span>}
      </button>
      {filter && (
        <Popover opened={open} onChange={setOpen} position="bottom-start" width={312} trapFocus returnFocus>
          <Popover.Target>
            <ActionIcon
              className="fi-header-filter"
              data-active={filtered || open || undefined}
              variant="subtle"
              color="gray"
              size={20}
              tabIndex={-1}
              aria-label={texts('filter.column', { title: displayName })}
              onClick={() => setOpen((shown) => !shown)}
            >
              <ListFilter size={13} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown>
            <ColumnFilter field={filter} list={list} onDone={() => setOpen(false)} />
          </Popover.Dropdown>
        </Popover>
      )}
    </div>
  );
};
