import { Menu } from '@mantine/core';
import { useNavigate } from 'react-router';
import type { ListAction } from '../../contract/screen-model.ts';
import { ScreenIcon } from '../controls/screen-icon.tsx';
import { explained } from '../runtime/explained.ts';
import { linkAddress, openAddress, openOptions } from '../runtime/list-action.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useRowChange } from '../runtime/use-row-change.tsx';
import type { Row } from '../store/api.ts';

/** A declared action in the menu of a row, or of its record. */
export const ActionItem = ({ action, row }: { readonly action: ListAction; readonly row: Row }) => {
  const navigate = useNavigate();
  const change = useRowChange();
  const { effect, icon } = action;
  const leftSection = <ScreenIcon name={icon} />;
  const { folder, path } = useScreenModel().screen;
  const title = <span {...explained(`${folder}#actions.${action.name}`)}>{action.title}</span>;
  if (effect.kind === 'link')
    return (
      <Menu.Item
        component="a"
        href={linkAddress(effect, row)}
        target="_blank"
        rel="noopener noreferrer"
        leftSection={leftSection}
      >
        {title}
      </Menu.Item>
    );
  const run =
    effect.kind === 'open'
      ? () => navigate(openAddress(effect, row, { path, id: row.id, action: action.name }), openOptions(effect))
      : () => change(action, effect, row);
  return (
    <Menu.Item leftSection={leftSection} onClick={() => void run()}>
      {title}
    </Menu.Item>
  );
};
