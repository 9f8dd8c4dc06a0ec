import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { columnText, recordLabel, valueAtPath } from '../runtime/column-text.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { Row } from '../store/api.ts';
import { ColumnValue } from './column-value.tsx';
import classes from './record-cards.module.css';
import { rowActions } from './row-actions.tsx';

interface Props {
  readonly list: RegistryList;
  readonly actions: RecordActions;
}

/** Details under the name; the rest is one touch away. */
const detailCount = 5;

/** The column that names the record: a text of its label, else the first text; the others follow in their order. */
export const nameColumn = ({ entity, columns }: ScreenModel): GridColumn | undefined => {
  const texts = columns.filter((column) => column.cell === 'text');
  const named = entity.label.flatMap((part) =>
    'field' in part ? (texts.find((column) => column.key === part.field) ?? []) : [],
  );
  return named[0] ?? texts[0] ?? columns[0];
};

const isEmpty = (value: unknown): boolean => value === null || value === '' || value === false;

const Card = ({ list, actions, row }: Props & { readonly row: Row }) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const selected = list.selection.includes(row.id);
  const title = nameColumn(model);
  const rest = model.columns
    .filter((column) => column !== title && !isEmpty(valueAtPath(row, column.path)))
    .slice(0, detailCount);
  const name = title === undefined ? recordLabel(model, row) : columnText(model, title, row, timeZone);
  const toggle = () => {
    const next = new Set<number>(list.selection);
    if (!next.delete(row.id)) next.add(row.id);
    list.setSelection(next);
  };
  return (
    <li className={classes.card} data-selected={selected || undefined}>
      <Checkbox
        size="sm"
        checked={selected}
        onChange={toggle}
        aria-label={texts('list.selectRow', { label: name })}
        className={classes.check}
      />
      <button type="button" className={classes.body} onClick={() => (actions.view ?? actions.edit)?.(row)}>
        <span className={classes.name}>{name}</span>
        <span className={classes.details}>
          {rest.map((column) => (
            <span key={column.key} className={classes.detail}>
              <span className={classes.term}>{column.title}</span>
              <ColumnValue column={column} row={row} />
            </span>
          ))}
        </span>
      </button>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size={40} aria-label={texts('row.menu', { label: name })}>
            <EllipsisVertical size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {rowActions(actions).map(({ key, icon: Icon, run }) => (
            <Menu.Item key={key} leftSection={<Icon size={16} />} onClick={() => run(row)}>
              {texts(`row.${key}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </li>
  );
};

/** The list on a phone: a card of two lines for each record, its actions behind one button. */
export const RecordCards = (props: Props) => {
  const model = useScreenModel();
  return (
    <ul className={classes.cards} aria-label={model.screen.title}>
      {props.list.rows.map((row) => (
        <Card key={row.id} {...props} row={row} />
      ))}
    </ul>
  );
};
