import { ActionIcon, Menu } from '@mantine/core';
import { EllipsisVertical } from 'lucide-react';
import { useState } from 'react';
import { recordLabel } from '../../contract/column-text.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import { ActionItem } from '../list/action-item.tsx';
import { escapeCloses } from '../runtime/escape-closes.ts';
import { actionsOf } from '../runtime/fitting.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import type { Row } from '../store/api.ts';

/** The declared actions of a row over its record too: who decides there need not go back to the list. */
export const RecordActionsMenu = ({ row }: { readonly row: Row }) => {
  const model = useScreenModel();
  const texts = useTexts();
  const timeZone = useTimeZone();
  const [opened, setOpened] = useState(false);
  const offered = actionsOf(model, row, momentIn(timeZone));
  if (offered.length === 0) return null;
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-end" withinPortal returnFocus>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          title={texts('row.more')}
          aria-label={texts('row.moreOf', { label: recordLabel(model, row) })}
          aria-haspopup="menu"
          aria-expanded={opened}
          {...escapeCloses(opened, () => setOpened(false))}
        >
          <EllipsisVertical size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((action) => (
          <ActionItem key={action.name} action={action} row={row} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
