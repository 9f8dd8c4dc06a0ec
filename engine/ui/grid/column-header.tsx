import { ActionIcon, Popover } from '@mantine/core';
import type { CustomHeaderProps } from 'ag-grid-react';
import { ArrowDown, ArrowUp, ListFilter } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useState } from 'react';
import { ColumnFilter } from '../list/column-filter.tsx';
import { useTexts } from '../runtime/texts.ts';
import type { Row } from '../store/api.ts';
import type { ColumnContext } from './grid-columns.ts';
import { useGridContext } from './grid-context.ts';

/** Title, direction of the sort with its rank where there are several, and the filter of the column. */
export const ColumnHeader = ({ column, displayName, enableSorting }: CustomHeaderProps<Row>) => {
  const texts = useTexts();
  const { list } = useGridContext();
  const [open, setOpen] = useState(false);
  const { filter } = column.getColDef().context as ColumnContext;
  const key = column.getColId();
  const rank = list.sort.findIndex((order) => order.key === key);
  const order = list.sort[rank];
  const filtered = filter !== undefined && list.query.conditions.some((condition) => condition.key === filter.key);

  const sort = (event: MouseEvent) => {
    const next = { key, descending: order !== undefined && !order.descending };
    const others = event.shiftKey ? list.sort : [];
    list.setSort(
      others.some((other) => other.key === key)
        ? others.map((other) => (other.key === key ? next : other))
        : [...others, next],
    );
  };

  const Arrow = order?.descending ? ArrowDown : ArrowUp;
  return (
    <div className="fi-header">
      <button
        type="button"
        className="fi-header-title"
        tabIndex={-1}
        disabled={!enableSorting}
        title={displayName}
        onClick={sort}
      >
        <span>{displayName}</span>
        {order && <Arrow size={12} aria-hidden />}
        {order && list.sort.length > 1 && <span className="fi-header-rank">{rank + 1}</span>}
      </button>
      {filter && (
        <Popover opened={open} onChange={setOpen} position="bottom-end" width={272} trapFocus returnFocus>
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
