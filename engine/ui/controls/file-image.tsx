import { useState } from 'react';
import { useObjectUrl } from '../runtime/file-content.ts';
import { useTexts } from '../runtime/texts.ts';
import classes from './file-image.module.css';

interface Props {
  readonly blob: Blob;
  readonly name: string;
  /** 1: as it is, or smaller, so that it is seen whole. */
  readonly zoom: number;
  readonly onFail: (key: 'broken') => void;
}

/** Room around the image, both sides together. */
const margin = '32px';

export const FileImage = ({ blob, name, zoom, onFail }: Props) => {
  const texts = useTexts();
  const url = useObjectUrl(blob);
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  if (url === undefined) return null;
  const whole =
    size && `min(${size.width}px, 100cqw - ${margin}, (100cqh - ${margin}) * ${size.width / Math.max(1, size.height)})`;
  return (
    <img
      src={url}
      alt={texts('attachment.preview.image', { name })}
      className={classes.image}
      // Before its size is known nothing of it is.
      style={whole === undefined ? { visibility: 'hidden' } : { width: `calc(${whole} * ${zoom})` }}
      onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
      onError={() => onFail('broken')}
    />
  );
};
