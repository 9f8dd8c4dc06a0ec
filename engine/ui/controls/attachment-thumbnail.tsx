import { useInViewport } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import { FileArchive, FileImage, FileSpreadsheet, FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Attachment } from '../../fields/attachment.ts';
import { previewOf } from '../../fields/attachment.ts';
import type { LoadFile } from '../runtime/file-content.ts';
import { useFileContent, useObjectUrl } from '../runtime/file-content.ts';
import classes from './attachment-thumbnail.module.css';

/** A larger image is not fetched for the sake of its thumbnail. */
const largest = 1024 * 1024;

const iconOf = (type: string): LucideIcon => {
  if (type.startsWith('image/')) return FileImage;
  if (type === 'application/zip') return FileArchive;
  return type === 'text/csv' || type.includes('spreadsheet') ? FileSpreadsheet : FileText;
};

const Icon = ({ type }: { readonly type: string }) => {
  const Drawn = iconOf(type);
  return <Drawn size={16} aria-hidden className={classes.icon} />;
};

const Picture = ({ file, load }: { readonly file: Attachment; readonly load: LoadFile }) => {
  const content = useFileContent(file.id, load);
  const url = useObjectUrl(content.state === 'ready' ? content.blob : undefined);
  const [broken, setBroken] = useState(false);
  if (url === undefined || broken) return <Icon type={file.type} />;
  // The name stands beside it.
  return <img src={url} alt="" className={classes.picture} onError={() => setBroken(true)} />;
};

interface Props {
  readonly file: Attachment;
  readonly load: LoadFile | undefined;
}

/** A small image is its own icon, once it has come into sight; any other file has that of its type. */
export const AttachmentThumbnail = ({ file, load }: Props) => {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (inViewport) setSeen(true);
  }, [inViewport]);
  const drawn = seen && load !== undefined && previewOf(file) === 'image' && file.size <= largest;
  return (
    <span ref={ref} className={classes.place}>
      {drawn ? <Picture file={file} load={load} /> : <Icon type={file.type} />}
    </span>
  );
};
