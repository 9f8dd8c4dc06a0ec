import { Button, Progress } from '@mantine/core';
import { FileUp } from 'lucide-react';
import type { DragEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import { importLimits } from '../../../engine/contract/import-kinds.ts';
import { writeSize } from '../../../engine/fields/attachment.ts';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './send-box.module.css';
import { useSendImport } from './use-send-import.ts';

interface Props {
  /** Route of the registry that the rows are for. */
  readonly path: string | undefined;
}

/** The place where a file is dropped or chosen; it is sent at once. */
export const SendBox = ({ path }: Props) => {
  const texts = useTexts();
  const { sending, failure, send, cancel } = useSendImport(path);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const stop = useRef<HTMLButtonElement>(null);
  const busy = sending !== undefined;
  const before = useRef(busy);
  // The button that had the focus goes away as the sending begins and as it ends.
  useEffect(() => {
    if (before.current !== busy) (busy ? stop : button).current?.focus();
    before.current = busy;
  }, [busy]);

  const drag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return;
    // Wherever it is dropped: a browser would leave the page for it.
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    send([...event.dataTransfer.files]);
  };
  const share = Math.floor((sending?.share ?? 0) * 100);
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first */}
      <div
        className={classes.box}
        data-over={over || undefined}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {sending === undefined ? (
          <>
            <Button
              ref={button}
              leftSection={<FileUp size={16} aria-hidden />}
              disabled={path === undefined}
              aria-describedby="fi-import-hint"
              onClick={() => input.current?.click()}
            >
              {texts('imports.choose')}
            </Button>
            <p id="fi-import-hint" className={classes.hint}>
              {path === undefined
                ? texts('imports.registry.first')
                : texts('imports.drop', { size: writeSize(importLimits.bytes) })}
            </p>
            <input
              ref={input}
              type="file"
              hidden
              tabIndex={-1}
              // An old .xls is no file for it; that is better told than left unsaid.
              accept=".csv,.txt,.tsv,.xlsx,.json,.xls"
              onChange={(event) => {
                send([...(event.currentTarget.files ?? [])]);
                // The same file may be chosen again.
                event.currentTarget.value = '';
              }}
            />
          </>
        ) : (
          <div className={classes.sending}>
            <p className={classes.name}>{texts('imports.sending', { name: sending.name })}</p>
            <Progress
              value={share}
              animated={share === 100}
              size="sm"
              aria-label={texts('imports.sending', { name: sending.name })}
            />
            <p className={classes.hint} role="status">
              {share === 100
                ? texts('imports.sending.read')
                : texts('imports.sending.share', { share, size: writeSize(sending.size) })}
            </p>
            <Button ref={stop} variant="default" size="compact-sm" className={classes.cancel ?? ''} onClick={cancel}>
              {texts('action.cancel')}
            </Button>
          </div>
        )}
      </div>
      {failure !== undefined && <Note kind="failure">{failure}</Note>}
    </>
  );
};
