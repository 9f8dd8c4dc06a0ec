import type { LucideIcon } from 'lucide-react';
import { FileArchive, FileImage, FileSpreadsheet, FileText } from 'lucide-react';
import type { Attachment } from '../../fields/attachment.ts';
import classes from './attachment-name.module.css';

const iconOf = (type: string): LucideIcon => {
  if (type.startsWith('image/')) return FileImage;
  if (type === 'application/zip') return FileArchive;
  return type === 'text/csv' || type.includes('spreadsheet') ? FileSpreadsheet : FileText;
};

/** A file by the icon of its type and its name. */
export const AttachmentName = ({ file }: { readonly file: Pick<Attachment, 'name' | 'type'> }) => {
  const Icon = iconOf(file.type);
  return (
    <span className={classes.name} title={file.name}>
      <Icon size={15} aria-hidden className={classes.icon} />
      <bdi className={classes.text}>{file.name}</bdi>
    </span>
  );
};
