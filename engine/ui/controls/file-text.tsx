import { useEffect, useState } from 'react';
import { useTexts } from '../runtime/texts.ts';
import classes from './file-text.module.css';

/** Bytes of a long file that are shown. */
const most = 256 * 1024;

/** UTF-8 where it is that, else what older Brazilian systems write. Half a character may stand where a part ends. */
const decode = (bytes: ArrayBuffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
};

export const FileText = ({ blob }: { readonly blob: Blob }) => {
  const texts = useTexts();
  const [text, setText] = useState<string>();
  useEffect(() => {
    let dropped = false;
    void blob
      .slice(0, most)
      .arrayBuffer()
      .then((bytes) => {
        if (!dropped) setText(decode(bytes));
      });
    return () => {
      dropped = true;
    };
  }, [blob]);
  return (
    <div className={classes.sheet}>
      {blob.size > most && <p className={classes.note}>{texts('attachment.preview.cut')}</p>}
      <pre className={classes.text}>{text}</pre>
    </div>
  );
};
