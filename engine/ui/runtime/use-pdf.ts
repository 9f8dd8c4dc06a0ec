/**
 * A PDF drawn by this page: the browser's own viewer would make it a page of this origin, and does not run under the
 * policy that our files are sent with. Scripts in it are not run, no code is made of it, and links in it lead nowhere.
 */
import type { PDFDocumentLoadingTask, PDFPageProxy } from 'pdfjs-dist';
import { GlobalWorkerOptions, getDocument, TextLayer, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import jpegUrl from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';
import { useEffect, useState } from 'react';
import type { FileAddress } from './file-content.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/** JPEG 2000, which scanners write. pdf.js adds the file's name to a folder; behind a question mark nobody reads it. */
const decoders = `${jpegUrl}?/`;

/** Points of a PDF, 72 to the inch, in pixels of the screen, 96 to the inch. */
const pixels = 96 / 72;

/** Of one image in it, and of one page as it is drawn: beyond, browsers run out of memory. */
const maximumPixels = 32 * 1024 * 1024;

export type Pdf = Awaited<PDFDocumentLoadingTask['promise']>;

interface OpenPdf {
  readonly pdf: Pdf;
  /** Of the first page, in pixels at its own size: what the others are taken for until they are read. */
  readonly first: PageSize;
}

export interface PageSize {
  readonly width: number;
  readonly height: number;
}

const sizeOf = (page: PDFPageProxy): PageSize => {
  const { width, height } = page.getViewport({ scale: pixels });
  return { width, height };
};

/** Bytes of a part that is asked for; the server keeps files in chunks of so many. */
const partSize = 256 * 1024;

/** Of a file of the server only what the pages in sight need is fetched. */
const sourceOf = async (source: Blob | FileAddress) =>
  source instanceof Blob
    ? { data: await source.arrayBuffer() }
    : {
        url: source.url,
        httpHeaders: source.headers,
        rangeChunkSize: partSize,
        disableStream: true,
        disableAutoFetch: true,
      };

/** undefined until it is read. `source` and `onFail` stay the same. */
export const usePdf = (source: Blob | FileAddress, onFail: (key: 'broken' | 'locked') => void): OpenPdf | undefined => {
  const [opened, setOpened] = useState<OpenPdf>();
  useEffect(() => {
    let dropped = false;
    let task: PDFDocumentLoadingTask | undefined;
    const open = async (): Promise<void> => {
      const given = await sourceOf(source);
      if (dropped) return;
      task = getDocument({
        ...given,
        isEvalSupported: false,
        // The content policy allows none, nor is any needed.
        useWasm: false,
        wasmUrl: decoders,
        enableXfa: false,
        maxImageSize: maximumPixels,
        verbosity: VerbosityLevel.ERRORS,
      });
      let locked = false;
      task.onPassword = () => {
        locked = true;
        void task?.destroy();
      };
      try {
        const pdf = await task.promise;
        const first = sizeOf(await pdf.getPage(1));
        if (!dropped) setOpened({ pdf, first });
      } catch {
        if (!dropped) onFail(locked ? 'locked' : 'broken');
      }
    };
    void open();
    return () => {
      dropped = true;
      setOpened(undefined);
      void task?.destroy();
    };
  }, [source, onFail]);
  return opened;
};

/** A page once it is near what is in sight; undefined before. */
export const usePdfPage = (pdf: Pdf, number: number, near: boolean) => {
  const [page, setPage] = useState<PDFPageProxy>();
  useEffect(() => {
    if (!near) return;
    let dropped = false;
    pdf.getPage(number).then(
      (found) => {
        if (!dropped) setPage(found);
      },
      // The document was closed meanwhile, or has less pages than it says: the sheet stays empty.
      () => undefined,
    );
    return () => {
      dropped = true;
    };
  }, [pdf, number, near]);
  return page === undefined ? undefined : { page, size: sizeOf(page) };
};

/** Draws the page in `width` pixels of the screen, with its text over it, to be read out and copied. Gives the way to stop. */
export const drawPage = (
  page: PDFPageProxy,
  width: number,
  canvas: HTMLCanvasElement,
  text: HTMLElement,
): (() => void) => {
  const whole = page.getViewport({ scale: 1 });
  const scale = width / whole.width;
  const sharp = Math.min(
    window.devicePixelRatio * scale,
    Math.sqrt(maximumPixels / Math.max(1, whole.width * whole.height)),
  );
  const viewport = page.getViewport({ scale: sharp });
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  const drawing = page.render({ canvas, viewport });
  text.replaceChildren();
  text.style.setProperty('--total-scale-factor', String(scale));
  const writing = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: text,
    viewport: page.getViewport({ scale }),
  });
  // What fails here, or is stopped, leaves the page as far as it got.
  drawing.promise.catch(() => undefined);
  writing.render().catch(() => undefined);
  return () => {
    drawing.cancel();
    writing.cancel();
    // Memory of a canvas is kept until it is nothing.
    canvas.width = 0;
  };
};
