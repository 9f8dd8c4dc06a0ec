import { ActionIcon } from '@mantine/core';
import { Download } from 'lucide-react';
import type { Attachment } from '../../fields/attachment.ts';
import { attachmentsIn, writeSize } from '../../fields/attachment.ts';
import { AttachmentName } from '../controls/attachment-name.tsx';
import { describeFailure } from '../runtime/describe-failure.ts';
import { FileFailure, saveFile } from '../runtime/send-file.ts';
import { useTexts } from '../runtime/texts.ts';
import { useAppSelector } from '../store/hooks.ts';
import classes from './record-files.module.css';

interface Props {
  /** Below `/api`: the record and the field. */
  readonly url: string;
  readonly files: unknown;
}

/** The files of a record, to be saved. */
export const RecordFiles = ({ url, files }: Props) => {
  const texts = useTexts();
  const token = useAppSelector((state) => state.session.token);
  const save = async ({ id, name }: Attachment): Promise<void> => {
    try {
      await saveFile(`${url}/${id}`, token, name);
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      describeFailure(texts, error.failure);
    }
  };
  return (
    <ul className={classes.files}>
      {attachmentsIn(files).map((file) => (
        <li key={file.id} className={classes.file}>
          <AttachmentName file={file} />
          <span className={classes.size}>{writeSize(file.size)}</span>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={texts('attachment.download', { name: file.name })}
            onClick={() => void save(file)}
          >
            <Download size={15} />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
};
