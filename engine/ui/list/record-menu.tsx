import { ActionIcon, Menu } from '@mantine/core';
import { ChevronDown, ChevronUp, EllipsisVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import { escapeCloses } from '../runtime/escape-closes.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { ExpandedRows } from '../runtime/use-expanded-rows.ts';
import type { RecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import type { Row } from '../store/api.ts';
import classes from './record-menu.module.css';
import { rowActions } from './row-actions.tsx';
import { RowMenuItems } from './row-menu.tsx';

interface Props {
  readonly list: RegistryList;
  readonly actions: RecordActions;
  readonly expanded: ExpandedRows;
  readonly row: Row;
  /** How the record is called. */
  readonly label: string;
  readonly size: number;
}

/** Everything that can be done to a row behind one button. The menu is made when it is first wanted. */
export const RecordMenu = ({ list, actions, expanded, row, label, size }: Props) => {
  const model = useScreenModel();
  const texts = useTexts();
  const [opened, setOpened] = useState(false);
  const [wanted, setWanted] = useState(false);
  const target = useRef<HTMLButtonElement>(null);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <ActionIcon
          ref={target}
          variant="subtle"
          color="gray"
          size={size}
          aria-label={texts('row.menu', { label })}
          aria-haspopup="menu"
          aria-expanded={opened}
          onClick={() => {
            setWanted(true);
            setOpened((shown) => !shown);
          }}
          {...escapeCloses(opened, () => setOpened(false))}
        >
          <EllipsisVertical size={size < 30 ? 15 : 18} />
        </ActionIcon>
      </Menu.Target>
      {wanted && (
        <Menu.Dropdown>
          {model.detail !== null && (
            <Menu.Item
              leftSection={expanded.has(row.id) ? <ChevronUp size={16} /> : <ChevronDown size={16} />}
              onClick={() => expanded.toggle(row.id)}
            >
              {texts(expanded.has(row.id) ? 'detail.hide' : 'detail.show')}
            </Menu.Item>
          )}
          {rowActions(actions).map(({ key, icon: Icon, run }) => {
            const reason = actions.refusal(key, row);
            return (
              <Menu.Item
                key={key}
                leftSection={<Icon size={16} />}
                // Arrows pass by what is disabled to the menu itself.
                {...(reason !== undefined && {
                  'aria-disabled': true,
                  title: reason,
                  className: classes.refused ?? '',
                })}
                onClick={() => {
                  // The item goes with its menu: what opens now gives the focus back to the button.
                  target.current?.focus();
                  run(row);
                }}
              >
                {texts(`row.${key}`)}
                {/* The title says it to who hears the menu. */}
                {reason !== undefined && (
                  <span className={classes.reason} aria-hidden>
                    {reason}
                  </span>
                )}
              </Menu.Item>
            );
          })}
          <RowMenuItems row={row} list={list} />
        </Menu.Dropdown>
      )}
    </Menu>
  );
};
