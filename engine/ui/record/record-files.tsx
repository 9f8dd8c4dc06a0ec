import type { ReactNode } from 'react';
import type { Attachment } from '../../fields/attachment.ts';
import { attachmentsIn } from '../../fields/attachment.ts';
import { AttachmentLine } from '../controls/attachment-line.tsx';
import { useAttachmentPreview } from '../controls/use-attachment-preview.tsx';
import type { LoadFile } from '../runtime/file-content.ts';
import { storedFile } from '../runtime/send-file.ts';
import { useCallerHeaders } from '../runtime/use-caller-headers.ts';
import classes from './record-files.module.css';

interface Props {
  /** Below `/api`: the record and the field. */
  readonly url: string;
  readonly files: unknown;
  /** Further buttons of a file. */
  readonly more?: ((file: Attachment) => ReactNode) | undefined;
}

/** The files of a record, to be seen and saved. Loaded when it is first needed, hence the default export. */
const RecordFiles = ({ url, files, more }: Props) => {
  const headersOf = useCallerHeaders();
  const list = attachmentsIn(files);
  const loadOf = ({ id }: Attachment): LoadFile => storedFile(`${url}/${id}`, headersOf(url));
  const { openerOf, dialog } = useAttachmentPreview(list, loadOf);
  return (
    <>
      <ul className={classes.files}>
        {list.map((file) => (
          <AttachmentLine key={file.id} file={file} load={loadOf(file)} onOpen={openerOf(file)} stored>
            {more?.(file)}
          </AttachmentLine>
        ))}
      </ul>
      {dialog}
    </>
  );
};

export default RecordFiles;
