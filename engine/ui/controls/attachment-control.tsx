import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { CircleX, Paperclip, X } from 'lucide-react';
import type { DragEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../fields/attachment.ts';
import { writeSize } from '../../fields/attachment.ts';
import type { LoadFile } from '../runtime/file-content.ts';
import { findSentFile } from '../runtime/sent-files.ts';
import { useTexts } from '../runtime/texts.ts';
import type { AttachmentRule } from '../runtime/uploads.ts';
import { useAttachments } from '../runtime/use-attachments.ts';
import classes from './attachment-control.module.css';
import { AttachmentLine } from './attachment-line.tsx';
import type { ControlProps } from './control-props.ts';
import { useAttachmentPreview } from './use-attachment-preview.tsx';

interface Props extends Omit<ControlProps<readonly Attachment[]>, 'onChange'> {
  readonly rule: AttachmentRule;
  /** What the files may be, as people call it: `PDF, PNG`. */
  readonly types: string;
  /** What the browser's own dialog offers. */
  readonly accept: string;
  /** The way to the content of a file that the record has as it is stored; undefined for any other. */
  readonly loadStored: (file: Attachment) => LoadFile | undefined;
}

/** Files: chosen or dropped, sent at once, seen, taken away again. Loaded when it is first needed, hence the default export. */
const AttachmentControl = ({ rule, types, accept, loadStored, ...props }: Props) => {
  const texts = useTexts();
  const { id, describedBy, readOnly, invalid } = props;
  const { files, failures, add, remove } = useAttachments(props.value, rule);
  const isStored = (file: Attachment): boolean => loadStored(file) !== undefined;
  const loadOf = (file: Attachment): LoadFile | undefined => {
    const sent = findSentFile(file.id);
    return sent === undefined ? loadStored(file) : async () => sent;
  };
  const { openerOf, dialog } = useAttachmentPreview(files, loadOf);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The file that is being taken out here. */
  const leaving = useRef<string>(undefined);
  // The button that took a file out goes with it, and the focus would go nowhere.
  useEffect(() => {
    if (leaving.current === undefined || files.some((file) => file.id === leaving.current)) return;
    leaving.current = undefined;
    button.current?.focus();
  });
  const many = rule.countLimit > 1;
  const full = many && files.length >= rule.countLimit;
  const action = texts(many ? 'attachment.addMany' : files.length > 0 ? 'attachment.replace' : 'attachment.add');

  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (readOnly !== true) add([...event.dataTransfer.files]);
  };
  const drag = (event: DragEvent): void => {
    if (readOnly === true || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is the first
    <div
      className={classes.control}
      data-over={over || undefined}
      data-invalid={invalid || undefined}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <AttachmentLine
              key={file.id}
              file={file}
              load={loadOf(file)}
              onOpen={openerOf(file)}
              progress={file.progress}
              stored={isStored(file)}
            >
              {readOnly !== true && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={texts(file.progress === undefined ? 'attachment.remove' : 'attachment.cancel', {
                    name: file.name,
                  })}
                  onClick={() => {
                    leaving.current = file.id;
                    remove(file.id);
                  }}
                >
                  {file.progress === undefined ? <X size={15} /> : <CircleX size={15} />}
                </ActionIcon>
              )}
            </AttachmentLine>
          ))}
        </ul>
      )}
      {readOnly !== true && (
        <div className={classes.foot}>
          <Button
            ref={button}
            id={id}
            size="xs"
            variant="default"
            leftSection={<Paperclip size={14} aria-hidden />}
            disabled={full}
            aria-describedby={describedBy}
            // The label above would take the place of what the button does.
            aria-label={props.label === undefined ? action : `${action}: ${props.label}`}
            onClick={() => input.current?.click()}
          >
            {action}
          </Button>
          <span className={classes.hint}>
            {texts(many ? 'attachment.hint.many' : 'attachment.hint.one', {
              types: types.charAt(0).toLocaleUpperCase('pt-BR') + types.slice(1),
              size: writeSize(rule.sizeLimit),
              count: rule.countLimit,
            })}
          </span>
          <input
            ref={input}
            type="file"
            hidden
            tabIndex={-1}
            multiple={many}
            accept={accept}
            onChange={(event) => {
              add([...(event.currentTarget.files ?? [])]);
              // The same file may be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </div>
      )}
      <div role="alert" className={classes.failures}>
        {failures.map((failure) => (
          <p key={failure} className={classes.failure}>
            {failure}
          </p>
        ))}
      </div>
      <VisuallyHidden role="status">
        {files.some((file) => file.progress !== undefined)
          ? texts('attachment.waiting')
          : texts.count('attachment.count', files.length)}
      </VisuallyHidden>
      {dialog}
    </div>
  );
};

export default AttachmentControl;
