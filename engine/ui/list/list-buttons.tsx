import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from 'react-router';
import type { ListAction } from '../../contract/screen-model.ts';
import { ScreenIcon } from '../controls/screen-icon.tsx';
import { explained } from '../runtime/explained.ts';
import { later } from '../runtime/later.tsx';
import { linkAddress, openAddress, openOptions } from '../runtime/list-action.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './list-toolbar.module.css';

const BatchChangeDialog = later(() => import('../batch/batch-change-dialog.tsx'));

const look = { variant: 'default', size: 'compact-md', className: classes.batch ?? '' } as const;

interface Props {
  readonly action: ListAction;
  readonly list: RegistryList;
}

const useAsked = ({ name }: ListAction) => explained(`${useScreenModel().screen.folder}#buttons.${name}`);

/** Sets the declared values on the chosen rows: waits for the first of them, like the batch buttons. */
const ChangeButton = ({ action, list }: Props) => {
  const asked = useAsked(action);
  const texts = useTexts();
  const [opened, { open, close }] = useDisclosure(false);
  const { empty, size } = list.selection;
  return (
    <>
      <Button
        {...look}
        disabled={empty}
        title={action.title}
        leftSection={<ScreenIcon name={action.icon} size={15} />}
        onClick={open}
      >
        <span className={classes.word} {...asked}>
          {action.title}
        </span>
        {!empty && <span className={classes.number}>{size === undefined ? texts('list.all') : formatCount(size)}</span>}
      </Button>
      {opened && <BatchChangeDialog action={action} list={list} onClose={close} />}
    </>
  );
};

const ListButton = ({ action, list }: Props) => {
  const navigate = useNavigate();
  const asked = useAsked(action);
  const { effect, icon, title } = action;
  const leftSection = <ScreenIcon name={icon} size={15} />;
  const word = (
    <span className={classes.word} {...asked}>
      {title}
    </span>
  );
  if (effect.kind === 'change') return <ChangeButton action={action} list={list} />;
  if (effect.kind === 'link')
    return (
      <Button
        {...look}
        component="a"
        href={linkAddress(effect, undefined)}
        target="_blank"
        rel="noopener noreferrer"
        title={title}
        leftSection={leftSection}
      >
        {word}
      </Button>
    );
  return (
    <Button
      {...look}
      title={title}
      leftSection={leftSection}
      onClick={() => void navigate(openAddress(effect, undefined), openOptions(effect))}
    >
      {word}
    </Button>
  );
};

/** The buttons that the screen declares. */
export const ListButtons = ({ list }: { readonly list: RegistryList }) =>
  useScreenModel().buttons.map((action) => <ListButton key={action.name} action={action} list={list} />);
