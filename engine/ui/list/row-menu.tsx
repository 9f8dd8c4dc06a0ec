import { Menu } from '@mantine/core';
import { Copy, CopyPlus, EllipsisVertical } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useEffect, useRef, useState } from 'react';
import { columnText, recordLabel } from '../../contract/column-text.ts';
import { tabLine } from '../../contract/table-text.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import { escapeCloses } from '../runtime/escape-closes.ts';
import { actionsOf } from '../runtime/fitting.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { showAlert } from '../runtime/show-alert.tsx';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { useRecordActions } from '../runtime/use-record-actions.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { TransitionItems } from '../states/transition-items.tsx';
import type { Row } from '../store/api.ts';
import { ActionItem } from './action-item.tsx';
import { RowButton } from './row-button.tsx';

interface Props {
  readonly row: Row;
  readonly list: Pick<RegistryList, 'columns' | 'rows'>;
}

/** What the menu of a row holds: the declared actions, and the row as text for a spreadsheet. */
export const RowMenuItems = ({ row: drawn, list }: Props) => {
  // The grid draws a cell anew only where its text changes: the row as it is now is the list's.
  const row = list.rows.find(({ id }) => id === drawn.id) ?? drawn;
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const actions = useRecordActions(model);
  const offered = actionsOf(model, row, momentIn(timeZone));
  const copy = async () => {
    const cells = list.columns.map((column) => columnText(model, column, row, timeZone));
    try {
      await navigator.clipboard.writeText(tabLine(cells));
      showAlert({ type: 'success', value: texts('row.copied') });
    } catch {
      showAlert({ type: 'error', value: texts('row.notCopied') });
    }
  };
  return (
    <>
      {model.record === undefined && <TransitionItems row={row} />}
      {offered.map((action) => (
        <ActionItem key={action.name} action={action} row={row} />
      ))}
      {offered.length > 0 && <Menu.Divider />}
      {actions.copy && (
        <Menu.Item leftSection={<CopyPlus size={16} />} onClick={() => actions.copy?.(row)}>
          {texts('row.duplicate')}
        </Menu.Item>
      )}
      <Menu.Item leftSection={<Copy size={16} />} onClick={() => void copy()}>
        {texts('row.copy')}
      </Menu.Item>
      {/* Last: what comes a moment later pushes nothing away. */}
      {model.record !== undefined && <TransitionItems row={row} />}
    </>
  );
};

/** The button with its menu, open at once: it stands where the button without one stood, and takes its focus. */
const OpenedRowMenu = ({ row, ...rest }: Props) => {
  const target = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    target.current?.focus();
    setOpened(true);
  }, []);
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <RowMenuButton
          row={row}
          ref={target}
          aria-expanded={opened}
          onClick={() => setOpened((shown) => !shown)}
          {...escapeCloses(opened, () => setOpened(false))}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <RowMenuItems row={row} {...rest} />
      </Menu.Dropdown>
    </Menu>
  );
};

const RowMenuButton = ({ row, ...rest }: { readonly row: Row } & Omit<ComponentProps<typeof RowButton>, 'icon'>) => {
  const model = useScreenModel();
  const texts = useTexts();
  return (
    <RowButton
      icon={EllipsisVertical}
      title={texts('row.more')}
      aria-label={texts('row.moreOf', { label: recordLabel(model, row) })}
      aria-haspopup="menu"
      data-row-menu
      {...rest}
    />
  );
};

/** The last button of a row. The menu itself is made when it is first wanted: a list has many rows. */
export const RowMenu = (props: Props) => {
  const [wanted, setWanted] = useState(false);
  return wanted ? (
    <OpenedRowMenu {...props} />
  ) : (
    <RowMenuButton row={props.row} aria-expanded={false} onClick={() => setWanted(true)} />
  );
};
