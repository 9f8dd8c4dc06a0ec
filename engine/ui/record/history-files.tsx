import { ActionIcon } from '@mantine/core';
import { modals } from '@mantine/modals';
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { permits } from '../../access/permission-pair.ts';
import type { HistoryChange } from '../../contract/screen-model.ts';
import type { Attachment } from '../../fields/attachment.ts';
import { attachmentsIn } from '../../fields/attachment.ts';
import { describeFailure } from '../runtime/describe-failure.ts';
import { showAlert } from '../runtime/show-alert.tsx';
import { useTexts } from '../runtime/texts.ts';
import { eraseFile } from '../store/file-api.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import classes from './history-files.module.css';
import RecordFiles from './record-files.tsx';

/** Takes the content of a file away for ever, once it was asked; undefined for who does not administer. */
const useErase = (url: string): ((file: Attachment, done: () => void) => void) | undefined => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const permissions = useAppSelector(({ session }) => session.user?.permissions);
  if (!permits(permissions ?? [], 'manage', 'all')) return undefined;
  return ({ id, name }, done) =>
    modals.openConfirmModal({
      title: texts('attachment.erase.title'),
      children: texts('attachment.erase.text', { name }),
      labels: { confirm: texts('attachment.erase.confirm'), cancel: texts('action.cancel') },
      confirmProps: { color: 'red', className: 'fi-danger' },
      withCloseButton: false,
      onConfirm: async () => {
        const result = await dispatch(eraseFile.initiate(`${url}/${id}`, { track: false }));
        if (result.error !== undefined) return describeFailure(texts, result.error);
        showAlert({ type: 'success', value: texts('attachment.erased', { name }) });
        done();
      },
    });
};

interface Props {
  /** Below `/api`: the record and the field. */
  readonly url: string;
  readonly change: HistoryChange;
}

/** What was attached and what was taken off, each to be seen and saved. Loaded when it is first needed, hence the default export. */
const HistoryFiles = ({ url, change }: Props) => {
  const texts = useTexts();
  const erase = useErase(url);
  const [erased, setErased] = useState<ReadonlySet<string>>(() => new Set());
  const [before, after] = [attachmentsIn(change.before), attachmentsIn(change.after)];
  const without = (files: readonly Attachment[], others: readonly Attachment[]) =>
    files.filter(({ id }) => !others.some((other) => other.id === id));
  const eraser = (file: Attachment): ReactNode =>
    erased.has(file.id) ? (
      <span className={classes.erased}>{texts('attachment.erase.done')}</span>
    ) : (
      erase && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={texts('attachment.erase', { name: file.name })}
          title={texts('attachment.erase', { name: file.name })}
          onClick={() => erase(file, () => setErased((known) => new Set([...known, file.id])))}
        >
          <Trash2 size={15} />
        </ActionIcon>
      )
    );
  const lists = [
    { key: 'attached', files: without(after, before), more: undefined },
    { key: 'removed', files: without(before, after), more: eraser },
  ] as const;
  return lists.map(
    ({ key, files, more }) =>
      files.length > 0 && (
        <div key={key} className={classes.files}>
          <span className={classes.what}>{texts(`history.files.${key}`)}</span>
          <RecordFiles url={url} files={files} more={more} />
        </div>
      ),
  );
};

export default HistoryFiles;
