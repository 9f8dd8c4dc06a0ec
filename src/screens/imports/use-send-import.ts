/** A file on its way to the server, and what it becomes there. */
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import { importLimits } from '../../../engine/contract/import-kinds.ts';
import { writeSize } from '../../../engine/fields/attachment.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { FileFailure, upload } from '../../../engine/ui/runtime/send-file.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useCallerHeaders } from '../../../engine/ui/runtime/use-caller-headers.ts';
import { importsUrl } from './imports-api.ts';

interface Sending {
  readonly name: string;
  readonly size: number;
  /** From 0 to 1. */
  readonly share: number;
}

const isImport = (body: unknown): body is Pick<ImportDetail, 'id'> =>
  typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'string';

/** `path`: route of the registry that the rows are for; undefined: it is not chosen yet. */
export const useSendImport = (path: string | undefined) => {
  const texts = useTexts();
  const headersOf = useCallerHeaders();
  const navigate = useNavigate();
  const [sending, setSending] = useState<Sending>();
  const [failure, setFailure] = useState<string>();
  const call = useRef<AbortController>(undefined);
  // A page that is left takes its upload along.
  useEffect(() => () => call.current?.abort(), []);

  const start = async (file: File, to: string): Promise<void> => {
    const own = new AbortController();
    call.current = own;
    const url = `${importsUrl}?path=${encodeURIComponent(to)}`;
    const { name, size } = file;
    setSending({ name, size, share: 0 });
    try {
      const { id } = await upload(
        {
          url,
          headers: headersOf(url),
          file,
          signal: own.signal,
          onProgress: (share) => !own.signal.aborted && setSending({ name, size, share }),
        },
        isImport,
      );
      void navigate(`/importacoes/${id}`);
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      setSending(undefined);
      if (!error.failure.told) setFailure(failureText(texts, error.failure));
    }
  };

  /** What was chosen or dropped. */
  const send = (files: readonly File[]): void => {
    const [file] = files;
    if (file === undefined || sending !== undefined) return;
    const problem =
      path === undefined
        ? texts('imports.registry.first')
        : files.length > 1
          ? texts('imports.tooMany')
          : file.size > importLimits.bytes
            ? texts('imports.tooLarge', {
                name: file.name,
                size: writeSize(file.size),
                limit: writeSize(importLimits.bytes),
              })
            : undefined;
    setFailure(problem);
    if (problem === undefined && path !== undefined) void start(file, path);
  };

  return {
    sending,
    failure,
    send,
    cancel: () => call.current?.abort(),
  };
};
