import { useElementSize, useIntersection, useMergedRef } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { FileAddress } from '../runtime/file-content.ts';
import { useTexts } from '../runtime/texts.ts';
import type { PageSize, Pdf } from '../runtime/use-pdf.ts';
import { drawPage, usePdf, usePdfPage } from '../runtime/use-pdf.ts';
import classes from './file-pdf.module.css';

interface PageProps {
  readonly pdf: Pdf;
  readonly number: number;
  /** Until it is known. */
  readonly guess: PageSize;
  readonly zoom: number;
  readonly near: boolean;
  readonly onSeen: (number: number, seen: boolean) => void;
}

const Page = ({ pdf, number, guess, zoom, near, onSeen }: PageProps) => {
  const texts = useTexts();
  const { ref: watched, entry } = useIntersection<HTMLElement>();
  const { ref: measured, width } = useElementSize<HTMLElement>();
  const ref = useMergedRef(watched, measured);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const found = usePdfPage(pdf, number, near);
  const page = found?.page;
  const size = found?.size ?? guess;
  const seen = entry?.isIntersecting === true;
  useEffect(() => onSeen(number, seen), [number, seen, onSeen]);
  useEffect(() => {
    if (!near || page === undefined || width === 0 || canvas.current === null || text.current === null) return;
    return drawPage(page, width, canvas.current, text.current);
  }, [near, page, width]);
  return (
    <section
      ref={ref}
      className={classes.page}
      aria-label={texts('attachment.preview.page', { number, count: pdf.numPages })}
      style={{
        width: `calc(min(${size.width}px, 100cqw - 32px) * ${zoom})`,
        aspectRatio: `${size.width} / ${size.height}`,
      }}
    >
      <canvas ref={canvas} className={classes.canvas} aria-hidden />
      <div ref={text} className={classes.text} />
    </section>
  );
};

interface Props {
  /** Stays the same while the file does. */
  readonly source: Blob | FileAddress;
  /** 1: pages at their own size, or smaller, so that they fit in width. */
  readonly zoom: number;
  readonly onFail: (key: 'broken' | 'locked') => void;
}

/** The pages of a PDF one below the other; those in sight and their neighbours are drawn. Loaded when it is first needed. */
const FilePdf = ({ source, zoom, onFail }: Props) => {
  const opened = usePdf(source, onFail);
  const [seen, setSeen] = useState<ReadonlySet<number>>(() => new Set([1]));
  const [watch] = useState(() => (number: number, is: boolean): void => {
    setSeen((before) => {
      if (before.has(number) === is) return before;
      return new Set(is ? [...before, number] : [...before].filter((one) => one !== number));
    });
  });
  if (opened === undefined) return null;
  const { pdf, first } = opened;
  const isNear = (number: number): boolean => [number - 1, number, number + 1].some((one) => seen.has(one));
  return (
    <div className={classes.pages}>
      {Array.from({ length: pdf.numPages }, (_, index) => index + 1).map((number) => (
        <Page key={number} pdf={pdf} number={number} guess={first} zoom={zoom} near={isNear(number)} onSeen={watch} />
      ))}
    </div>
  );
};

export default FilePdf;
