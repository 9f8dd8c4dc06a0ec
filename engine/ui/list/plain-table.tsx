import { ActionIcon, Checkbox, Popover, VisuallyHidden } from '@mantine/core';
import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, ListFilter } from 'lucide-react';
import { Fragment, useState } from 'react';
import { recordLabel } from '../../contract/column-text.ts';
import type { GridColumn } from '../../contract/screen-model.ts';
import { columnTarget, explained } from '../runtime/explained.ts';
import { filterOfColumn } from '../runtime/filter-value.ts';
import { nextSort } from '../runtime/next-sort.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { ExpandedRows } from '../runtime/use-expanded-rows.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { Row } from '../store/api.ts';
import { ColumnFilter } from './column-filter.tsx';
import { ColumnValue } from './column-value.tsx';
import classes from './plain-table.module.css';
import { nameColumn } from './record-cards.tsx';
import { RecordMenu } from './record-menu.tsx';
import { RowDetail } from './row-detail.tsx';

interface Props {
  readonly list: RegistryList;
  readonly actions: RecordActions;
  readonly expanded: ExpandedRows;
}

const Filter = ({ list, column }: { readonly list: RegistryList; readonly column: GridColumn }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const [open, setOpen] = useState(false);
  const own = filterOfColumn(model, column);
  const filter = own && (list.filters.get(own.key) ?? own);
  if (filter === undefined) return null;
  const active = list.query.conditions.some(({ key }) => key === filter.key);
  return (
    <Popover opened={open} onChange={setOpen} position="bottom-start" width={312} trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon
          variant={active ? 'light' : 'subtle'}
          color={active ? 'accent' : 'gray'}
          size={24}
          aria-label={texts('filter.column', { title: column.title })}
          onClick={() => setOpen((shown) => !shown)}
        >
          <ListFilter size={13} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <ColumnFilter field={filter} list={list} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
};

const Head = ({ list, column }: { readonly list: RegistryList; readonly column: GridColumn }) => {
  const rank = list.sort.findIndex(({ by }) => by === column.orderBy);
  const order = list.sort[rank];
  const Arrow = order?.descending ? ArrowDown : ArrowUp;
  const { folder } = useScreenModel().screen;
  return (
    <th
      scope="col"
      data-cell={column.cell}
      aria-sort={order === undefined ? undefined : order.descending ? 'descending' : 'ascending'}
    >
      <span className={classes.head} {...explained(columnTarget(folder, column))}>
        {column.sortable ? (
          <button
            type="button"
            className={classes.sort}
            onClick={(event) => list.setSort((now) => nextSort(now, column.orderBy, event.shiftKey))}
          >
            {column.title}
            {order && <Arrow size={12} aria-hidden />}
            {order && list.sort.length > 1 && <span className={classes.rank}>{rank + 1}</span>}
          </button>
        ) : (
          column.title
        )}
        <Filter list={list} column={column} />
      </span>
    </th>
  );
};

const Line = ({ list, actions, expanded, row, name }: Props & { row: Row; name: GridColumn | undefined }) => {
  const model = useScreenModel();
  const texts = useTexts();
  const label = recordLabel(model, row);
  const open = expanded.has(row.id);
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    <>
      <tr data-selected={list.selection.has(row.id) || undefined}>
        <td>
          <Checkbox
            size="xs"
            checked={list.selection.has(row.id)}
            onChange={(event) => list.selection.choose([row.id], event.currentTarget.checked)}
            aria-label={texts('list.selectRow', { label })}
          />
        </td>
        {model.detail !== null && (
          <td>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={24}
              aria-expanded={open}
              aria-label={`${texts(open ? 'detail.hide' : 'detail.show')}: ${label}`}
              onClick={() => expanded.toggle(row.id)}
            >
              <Chevron size={15} />
            </ActionIcon>
          </td>
        )}
        {list.columns.map((column) => {
          const Cell = column.key === name?.key ? 'th' : 'td';
          return (
            <Cell key={column.key} data-cell={column.cell} {...(Cell === 'th' ? { scope: 'row' } : {})}>
              <ColumnValue column={column} row={row} onPeek={actions.peek} reachable />
            </Cell>
          );
        })}
        <td>
          <RecordMenu list={list} actions={actions} expanded={expanded} row={row} label={label} size={24} />
        </td>
      </tr>
      {open && (
        <tr>
          <td colSpan={list.columns.length + 3}>
            <RowDetail row={row} />
          </td>
        </tr>
      )}
    </>
  );
};

/** The list as a table of HTML and nothing more: what screen readers, magnifiers and braille lines know best. */
const PlainTable = (props: Props) => {
  const { list } = props;
  const model = useScreenModel();
  const texts = useTexts();
  const name = nameColumn({ entity: model.entity, columns: list.columns });
  const { page } = list.selection;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard.
    <section className={classes.frame} tabIndex={0} aria-label={texts('plain.title', { title: model.screen.title })}>
      <table className={classes.table}>
        <caption>
          <VisuallyHidden>{texts('plain.caption', { title: model.screen.title })}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Checkbox
                size="xs"
                checked={page === 'all'}
                indeterminate={page === 'some'}
                onChange={(event) =>
                  list.selection.choose(
                    list.rows.map(({ id }) => id),
                    event.currentTarget.checked,
                  )
                }
                aria-label={texts('grid.selectAll')}
              />
            </th>
            {model.detail !== null && (
              <th scope="col">
                <VisuallyHidden>{texts('detail.show')}</VisuallyHidden>
              </th>
            )}
            {list.columns.map((column) => (
              <Head key={column.key} list={list} column={column} />
            ))}
            <th scope="col">
              <VisuallyHidden>{texts('grid.actions')}</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {list.rows.map((row) => (
            <Fragment key={row.id}>
              <Line {...props} row={row} name={name} />
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  );
};

export default PlainTable;
