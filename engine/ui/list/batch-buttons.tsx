import { Button } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { CopyPlus, PencilLine, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { later } from '../runtime/later.tsx';

import { formatCount, useTexts } from '../runtime/texts.ts';
import type { BatchDialogs, BatchKind } from '../runtime/use-batch-dialogs.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import classes from './list-toolbar.module.css';

interface DialogProps {
  readonly list: RegistryList;
  /** Wire name of the field that a change begins with. */
  readonly proposed: string | undefined;
  readonly onClose: () => void;
}

interface KindLook {
  /** Key of its name and of what it does to so many. */
  readonly text: 'list.batchAdd' | 'list.batchUpdate' | 'list.batchDelete';
  readonly icon: LucideIcon;
  readonly key: string | undefined;
  readonly Dialog: ComponentType<DialogProps>;
}

const looks: Readonly<Record<BatchKind, KindLook>> = {
  add: {
    text: 'list.batchAdd',
    icon: CopyPlus,
    key: undefined,
    Dialog: later(() => import('../batch/batch-add-dialog.tsx')),
  },
  update: {
    text: 'list.batchUpdate',
    icon: PencilLine,
    key: 'b',
    Dialog: later(() => import('../batch/batch-update-dialog.tsx')),
  },
  delete: {
    text: 'list.batchDelete',
    icon: Trash2,
    key: 'Delete',
    Dialog: later(() => import('../batch/batch-delete-dialog.tsx')),
  },
};

interface Props {
  readonly list: RegistryList;
  readonly batches: BatchDialogs;
}

const BatchButton = ({ kind, list, batches }: Props & { readonly kind: BatchKind }) => {
  const texts = useTexts();
  const { text, icon: Icon, key } = looks[kind];
  const { empty, size } = list.selection;
  const open = batches.opener(kind);
  const title = size === undefined || empty ? texts(text) : texts.count(text, size);
  return (
    <Button
      variant="default"
      size="compact-md"
      className={classes.batch}
      disabled={open === undefined}
      leftSection={<Icon size={15} />}
      onClick={() => open?.()}
      title={key === undefined ? title : texts('list.withKey', { title, key })}
      {...(key === undefined ? {} : { 'aria-keyshortcuts': key })}
    >
      <span className={classes.word}>{texts(text)}</span>{' '}
      {!empty && <span className={classes.number}>{size === undefined ? texts('list.all') : formatCount(size)}</span>}
    </Button>
  );
};

/** What can be done to the chosen rows: always there, waiting for the first of them. */
export const BatchButtons = ({ list, batches }: Props) => {
  const { kinds, asked, close } = batches;
  const Dialog = asked && looks[asked.kind].Dialog;
  return (
    <>
      {kinds.map((kind) => (
        <BatchButton key={kind} kind={kind} list={list} batches={batches} />
      ))}
      {Dialog && <Dialog list={list} proposed={asked.proposed} onClose={close} />}
    </>
  );
};
