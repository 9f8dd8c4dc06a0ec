import { useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../fields/attachment.ts';
import { previewOf } from '../../fields/attachment.ts';
import type { LoadFile } from '../runtime/file-content.ts';
import { later } from '../runtime/later.tsx';

const AttachmentPreview = later(() => import('./attachment-preview.tsx'));

/** The files of a list that can be shown: how each is opened, and the dialog where one is. */
export const useAttachmentPreview = (
  files: readonly Attachment[],
  loadOf: (file: Attachment) => LoadFile | undefined,
) => {
  const [id, setId] = useState<string>();
  const opener = useRef<Element>(null);
  const shown = files.flatMap((file) => {
    const load = previewOf(file) === undefined ? undefined : loadOf(file);
    return load === undefined ? [] : [{ file, load }];
  });
  const opened = id !== undefined && shown.some(({ file }) => file.id === id);
  // The dialog is made open and never closed, only taken away, so it would leave the focus nowhere.
  useEffect(() => {
    if (!opened) return;
    return () => {
      if (opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true });
    };
  }, [opened]);
  return {
    openerOf: (file: Attachment): (() => void) | undefined =>
      shown.some((one) => one.file.id === file.id)
        ? () => {
            opener.current = document.activeElement;
            setId(file.id);
          }
        : undefined,
    dialog: opened && <AttachmentPreview files={shown} id={id} onMove={setId} onClose={() => setId(undefined)} />,
  };
};
