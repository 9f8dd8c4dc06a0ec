import { ActionIcon, Button, Loader, Modal } from '@mantine/core';
import { ChevronLeft, ChevronRight, Download, FileX2, ZoomIn, ZoomOut } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useCallback, useState } from 'react';
import type { Attachment, AttachmentPreviewKind } from '../../fields/attachment.ts';
import { previewOf, writeSize } from '../../fields/attachment.ts';
import type { LoadFile } from '../runtime/file-content.ts';
import { useFileContent, useSaveFile } from '../runtime/file-content.ts';
import { later } from '../runtime/later.tsx';
import { useTexts } from '../runtime/texts.ts';
import classes from './attachment-preview.module.css';
import { EmptyState } from './empty-state.tsx';
import { FileImage } from './file-image.tsx';
import { FileText } from './file-text.tsx';

const FilePdf = later(() => import('./file-pdf.tsx'));

/** A file that can be shown. */
export interface ShownFile {
  readonly file: Attachment;
  readonly load: LoadFile;
}

/** Widths of a page or an image, of the room there is. */
const zooms = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const;
const whole = zooms.indexOf(1);

interface ContentProps {
  readonly shown: ShownFile;
  readonly kind: AttachmentPreviewKind;
  readonly zoom: number;
}

const Waiting = () => (
  <Loader size="sm" className={classes.waiting ?? ''} aria-label={useTexts()('attachment.preview.loading')} />
);

/** A file that is read as a whole before it is drawn. */
const WholeContent = ({ shown: { file, load }, kind, zoom }: ContentProps) => {
  const texts = useTexts();
  const save = useSaveFile();
  const content = useFileContent(file.id, load);
  const [problem, setProblem] = useState<string>();
  const fail = useCallback((key: 'broken' | 'locked') => setProblem(texts(`attachment.preview.${key}`)), [texts]);
  if (content.state === 'failed' || problem !== undefined)
    return (
      <EmptyState
        icon={FileX2}
        title={texts('attachment.preview.failed')}
        text={content.state === 'failed' ? content.problem : problem}
        action={
          content.state === 'ready' && (
            <Button
              variant="default"
              leftSection={<Download size={15} aria-hidden />}
              onClick={() => void save(load, file.name)}
            >
              {texts('attachment.preview.save')}
            </Button>
          )
        }
      />
    );
  if (content.state === 'loading') return <Waiting />;
  if (kind === 'image') return <FileImage blob={content.blob} name={file.name} zoom={zoom} onFail={fail} />;
  if (kind === 'text') return <FileText blob={content.blob} />;
  return <FilePdf source={content.blob} zoom={zoom} onFail={fail} waiting={<Waiting />} />;
};

/** A PDF of the server comes in parts; one that cannot is read as a whole, which says why. Drawn anew for another file. */
const Content = (props: ContentProps) => {
  const { shown, kind, zoom } = props;
  const [parts, setParts] = useState(kind === 'pdf' ? shown.load.address : undefined);
  const readWhole = useCallback(() => setParts(undefined), []);
  if (parts === undefined) return <WholeContent {...props} />;
  return <FilePdf source={parts} zoom={zoom} onFail={readWhole} waiting={<Waiting />} />;
};

interface Props {
  readonly files: readonly ShownFile[];
  /** Which of them is shown. */
  readonly id: string;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

/**
 * Files as they look, one at a time. What is in them is drawn by this page and never opened as a page of its own, so that
 * nothing that a file says is done. Loaded when it is first needed, hence the default export.
 */
const AttachmentPreview = ({ files, id, onMove, onClose }: Props) => {
  const texts = useTexts();
  const save = useSaveFile();
  const [zoom, setZoom] = useState(whole);
  const index = files.findIndex(({ file }) => file.id === id);
  const shown = files[index];
  const kind = shown && previewOf(shown.file);
  if (shown === undefined || kind === undefined) return null;
  const { file, load } = shown;
  const move = (step: -1 | 1): void => {
    const next = files[index + step];
    if (next === undefined) return;
    setZoom(whole);
    onMove(next.file.id);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // What is larger than its room is scrolled by them.
    const fits = zoom <= whole;
    if (fits && event.key === 'ArrowLeft') move(-1);
    else if (fits && event.key === 'ArrowRight') move(1);
    else if (event.key === '+' || event.key === '=') setZoom((now) => Math.min(now + 1, zooms.length - 1));
    else if (event.key === '-') setZoom((now) => Math.max(now - 1, 0));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const button = (
    key: 'previous' | 'next' | 'zoomIn' | 'zoomOut',
    Icon: typeof ZoomIn,
    disabled: boolean,
    act: () => void,
  ) => (
    <ActionIcon
      key={key}
      variant="subtle"
      color="gray"
      disabled={disabled}
      aria-label={texts(`attachment.preview.${key}`)}
      title={texts(`attachment.preview.${key}`)}
      onClick={act}
    >
      <Icon size={17} />
    </ActionIcon>
  );
  return (
    <Modal.Root opened onClose={onClose} size="min(1120px, 100%)" onKeyDown={keys}>
      <Modal.Overlay />
      <Modal.Content classNames={{ content: classes.content ?? '', inner: classes.inner ?? '' }}>
        <div className={classes.panel}>
          <div className={classes.head}>
            <div className={classes.titles}>
              <Modal.Title className={classes.title ?? ''} title={file.name}>
                <bdi>{file.name}</bdi>
              </Modal.Title>
              <p className={classes.about} aria-live="polite">
                {files.length > 1
                  ? texts('attachment.preview.place', {
                      size: writeSize(file.size),
                      index: index + 1,
                      count: files.length,
                    })
                  : writeSize(file.size)}
              </p>
            </div>
            {files.length > 1 && (
              <div className={classes.group}>
                {button('previous', ChevronLeft, index === 0, () => move(-1))}
                {button('next', ChevronRight, index === files.length - 1, () => move(1))}
              </div>
            )}
            {kind !== 'text' && (
              <div className={classes.group}>
                {button('zoomOut', ZoomOut, zoom === 0, () => setZoom(zoom - 1))}
                {button('zoomIn', ZoomIn, zoom === zooms.length - 1, () => setZoom(zoom + 1))}
              </div>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts('attachment.download', { name: file.name })}
              title={texts('attachment.download', { name: file.name })}
              onClick={() => void save(load, file.name)}
            >
              <Download size={16} />
            </ActionIcon>
            <Modal.CloseButton />
          </div>
          {/* With the focus, so that the keys that scroll do so at once. */}
          <section
            className={classes.body}
            aria-label={texts('attachment.preview.content', { name: file.name })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
            tabIndex={0}
            data-autofocus
          >
            <Content key={file.id} shown={shown} kind={kind} zoom={zooms[zoom] ?? 1} />
          </section>
        </div>
      </Modal.Content>
    </Modal.Root>
  );
};

export default AttachmentPreview;
