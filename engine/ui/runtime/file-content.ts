/** The content of one file, wanted as long as something shows it. */
import { useEffect, useRef, useState } from 'react';
import { describeFailure, failureText } from './describe-failure.ts';
import { FileFailure, saveFile } from './send-file.ts';
import type { Texts } from './texts.ts';
import { useTexts } from './texts.ts';

/** Where parts of a file can be asked for, and with which headers. */
export interface FileAddress {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The way to the content: from the server, or from this computer, which has just sent it. Throws `FileFailure`. */
export interface LoadFile {
  (signal: AbortSignal): Promise<Blob>;
  /** Of a file of the server. */
  readonly address?: FileAddress;
}

export type FileContent =
  | { readonly state: 'loading' }
  | { readonly state: 'ready'; readonly blob: Blob }
  | { readonly state: 'failed'; readonly problem: string };

const loading: FileContent = { state: 'loading' };

const problemOf = (texts: Texts, error: unknown): string => {
  if (error instanceof FileFailure) return failureText(texts, error.failure);
  // A file that was sent from here and has been changed or moved since.
  if (error instanceof DOMException) return texts('attachment.preview.gone');
  throw error;
};

/** `id` tells one file from another; `load` may be another function at each drawing. */
export const useFileContent = (id: string, load: LoadFile): FileContent => {
  const texts = useTexts();
  const [found, setFound] = useState<{ readonly id: string; readonly content: FileContent }>();
  const latest = useRef({ load, texts });
  latest.current = { load, texts };
  useEffect(() => {
    const call = new AbortController();
    const put = (content: FileContent): void => {
      if (!call.signal.aborted) setFound({ id, content });
    };
    latest.current.load(call.signal).then(
      (blob) => put({ state: 'ready', blob }),
      (error: unknown) => put({ state: 'failed', problem: problemOf(latest.current.texts, error) }),
    );
    return () => call.abort();
  }, [id]);
  return found?.id === id ? found.content : loading;
};

/** An address under which this page alone shows the content, for as long as it does. */
export const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (blob === undefined) return;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(undefined);
    };
  }, [blob]);
  return url;
};

/** Fetches a file and has the browser save it, under the name that the server gives where none is told; says what went wrong. */
export const useSaveFile = () => {
  const texts = useTexts();
  return async (load: LoadFile, name?: string): Promise<void> => {
    try {
      const content = await load(new AbortController().signal);
      saveFile(content, name ?? (content instanceof File ? content.name : ''));
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      describeFailure(texts, error.failure);
    }
  };
};
