import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { CircleX, Paperclip, X } from 'lucide-react';
import type { DragEvent } from 'react';
import { useRef, useState } from 'react';
import type { Attachment } from '../../fields/attachment.ts';
import { writeSize } from '../../fields/attachment.ts';
import { useTexts } from '../runtime/texts.ts';
import type { AttachmentRule } from '../runtime/use-attachments.ts';
import { useAttachments } from '../runtime/use-attachments.ts';
import classes from './attachment-control.module.css';
import { AttachmentName } from './attachment-name.tsx';
import type { ControlProps } from './control-props.ts';

interface Props extends ControlProps<readonly Attachment[]> {
  readonly rule: AttachmentRule;
  /** What the files may be, as people call it: `PDF, PNG`. */
  readonly types: string;
  /** What the browser's own dialog offers. */
  readonly accept: string;
}

/** Files: chosen or dropped, sent at once, taken away again. */
export const AttachmentControl = ({ rule, types, accept, ...props }: Props) => {
  const texts = useTexts();
  const { id, describedBy, readOnly, invalid } = props;
  const { files, failures, add, remove } = useAttachments(props.value, props.onChange, rule);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
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
            <li key={file.id} className={classes.file}>
              <AttachmentName file={file} />
              {file.progress === undefined ? (
                <span className={classes.size}>{writeSize(file.size)}</span>
              ) : (
                <progress
                  className={classes.progress}
                  value={file.progress}
                  aria-label={texts('attachment.sending', { name: file.name })}
                />
              )}
              {readOnly !== true && (
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="sm"
                  aria-label={texts(file.progress === undefined ? 'attachment.remove' : 'attachment.cancel', {
                    name: file.name,
                  })}
                  onClick={() => remove(file.id)}
                >
                  {file.progress === undefined ? <X size={15} /> : <CircleX size={15} />}
                </ActionIcon>
              )}
            </li>
          ))}
        </ul>
      )}
      {readOnly !== true && (
        <div className={classes.foot}>
          <Button
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
              types,
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
    </div>
  );
};
