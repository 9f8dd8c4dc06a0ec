import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import { CopyPlus, PencilLine, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { lazy, Suspense } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './list-toolbar.module.css';

interface DialogProps {
  readonly list: RegistryList;
  readonly onClose: () => void;
}

interface BatchKind {
  /** Key of its name and of what it does to so many. */
  readonly text: 'list.batchAdd' | 'list.batchUpdate' | 'list.batchDelete';
  readonly icon: LucideIcon;
  readonly open: (model: ScreenModel) => boolean;
  readonly Dialog: ComponentType<DialogProps>;
}

/** In the order of the toolbar. */
const kinds: readonly BatchKind[] = [
  {
    text: 'list.batchAdd',
    icon: CopyPlus,
    open: ({ rights }) => rights.insert,
    Dialog: lazy(() => import('../batch/batch-add-dialog.tsx')),
  },
  {
    text: 'list.batchUpdate',
    icon: PencilLine,
    open: ({ rights, batch }) => rights.update && batch.length > 0,
    Dialog: lazy(() => import('../batch/batch-update-dialog.tsx')),
  },
  {
    text: 'list.batchDelete',
    icon: Trash2,
    open: ({ rights }) => rights.delete,
    Dialog: lazy(() => import('../batch/batch-delete-dialog.tsx')),
  },
];

const BatchButton = ({ kind: { text, icon: Icon, Dialog }, list }: { kind: BatchKind; list: RegistryList }) => {
  const texts = useTexts();
  const [opened, { open, close }] = useDisclosure(false);
  const { empty, size } = list.selection;
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        className={classes.batch}
        disabled={empty}
        leftSection={<Icon size={15} />}
        onClick={open}
        title={size === undefined || empty ? texts(text) : texts.count(text, size)}
      >
        <span className={classes.word}>{texts(text)}</span>{' '}
        {!empty && <span className={classes.number}>{size === undefined ? texts('list.all') : formatCount(size)}</span>}
      </Button>
      {opened && (
        <Suspense fallback={null}>
          <Dialog list={list} onClose={close} />
        </Suspense>
      )}
    </>
  );
};

/** What can be done to the chosen rows: always there, waiting for the first of them. */
export const BatchButtons = ({ list }: { readonly list: RegistryList }) => {
  const model = useScreenModel();
  return kinds.filter(({ open }) => open(model)).map((kind) => <BatchButton key={kind.text} kind={kind} list={list} />);
};
