import { ActionIcon } from '@mantine/core';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '../../fields/attachment.ts';
import { writeSize } from '../../fields/attachment.ts';
import type { LoadFile } from '../runtime/file-content.ts';
import { useSaveFile } from '../runtime/file-content.ts';
import { useTexts } from '../runtime/texts.ts';
import classes from './attachment-line.module.css';
import { AttachmentThumbnail } from './attachment-thumbnail.tsx';

interface Props {
  readonly file: Attachment;
  /** undefined: its content is nowhere to be had, for it is on its way, or waits for a record. */
  readonly load: LoadFile | undefined;
  /** Shows the file; undefined where its type is not shown. */
  readonly onOpen: (() => void) | undefined;
  /** From 0 to 1, of one on its way. */
  readonly progress?: number | undefined;
  /** Kept by the server, and so to be taken from it. */
  readonly stored: boolean;
  /** Further buttons. */
  readonly children?: ReactNode;
}

/** One file of a list: what it looks like, its name, which opens it, and its size. */
export const AttachmentLine = ({ file, load, onOpen, progress, stored, children }: Props) => {
  const texts = useTexts();
  const save = useSaveFile();
  const name = (
    <>
      <AttachmentThumbnail key={file.id} file={file} load={load} />
      <bdi className={classes.text}>{file.name}</bdi>
    </>
  );
  return (
    <li className={classes.line}>
      {onOpen === undefined || load === undefined ? (
        <span className={classes.name} title={file.name}>
          {name}
        </span>
      ) : (
        <button
          type="button"
          className={classes.name}
          title={file.name}
          aria-label={texts('attachment.preview.open', { name: file.name })}
          aria-haspopup="dialog"
          onClick={onOpen}
        >
          {name}
        </button>
      )}
      {progress === undefined ? (
        <span className={classes.size}>{writeSize(file.size)}</span>
      ) : (
        <progress
          className={classes.progress}
          value={progress}
          aria-label={texts('attachment.sending', { name: file.name })}
        />
      )}
      {stored && load !== undefined && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={texts('attachment.download', { name: file.name })}
          title={texts('attachment.download', { name: file.name })}
          onClick={() => void save(load, file.name)}
        >
          <Download size={15} />
        </ActionIcon>
      )}
      {children}
    </li>
  );
};
