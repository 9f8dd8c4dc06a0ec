/** The files of one field while they are chosen: what the record has, what is on its way, what went wrong. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Attachment } from '../../fields/attachment.ts';
import { attachmentsIn, writeSize } from '../../fields/attachment.ts';
import { failureText } from './describe-failure.ts';
import { FileFailure, sendFile } from './send-file.ts';
import { keepSentFile } from './sent-files.ts';
import { useTexts } from './texts.ts';
import { useCallerHeaders } from './use-caller-headers.ts';

export interface AttachmentRule {
  /** Below `/api`. */
  readonly url: string;
  /** Of one file, bytes. */
  readonly sizeLimit: number;
  readonly countLimit: number;
}

/** A file on its way stands in the value too, so that a record is not saved without it; it has no good id yet. */
const isWaiting = ({ id }: Attachment): boolean => id.startsWith('envio-');

let sent = 0;

export const useAttachments = (
  value: unknown,
  onChange: (files: readonly Attachment[] | undefined) => void,
  { url, sizeLimit, countLimit }: AttachmentRule,
) => {
  const texts = useTexts();
  const headersOf = useCallerHeaders();
  const [progress, setProgress] = useState<Readonly<Record<string, number>>>({});
  const [failures, setFailures] = useState<readonly string[]>([]);
  const files = attachmentsIn(value);
  const latest = useRef(files);
  latest.current = files;
  const tell = useRef(onChange);
  tell.current = onChange;
  const calls = useRef(new Map<string, AbortController>());

  const put = useCallback((next: readonly Attachment[]): void => {
    // Two files may arrive before the form is drawn again.
    latest.current = next;
    tell.current(next.length === 0 ? undefined : next);
  }, []);

  useEffect(() => {
    const running = calls.current;
    const drop = (): void => {
      const kept = latest.current.filter((file) => !isWaiting(file) || running.has(file.id));
      if (kept.length < latest.current.length) put(kept);
    };
    // Waiting files that nobody sends come from a form that was left.
    drop();
    return () => {
      for (const call of running.values()) call.abort();
      running.clear();
      drop();
    };
  }, [put]);

  const remove = (id: string): void => {
    calls.current.get(id)?.abort();
    put(latest.current.filter((file) => file.id !== id));
  };

  const send = async (file: File): Promise<void> => {
    sent += 1;
    const id = `envio-${sent}`;
    const call = new AbortController();
    calls.current.set(id, call);
    setProgress((shares) => ({ ...shares, [id]: 0 }));
    put([...latest.current, { id, name: file.name, type: file.type, size: file.size }]);
    try {
      const done = await sendFile({
        url,
        headers: headersOf(url),
        file,
        signal: call.signal,
        onProgress: (share) => setProgress((shares) => ({ ...shares, [id]: share })),
      });
      keepSentFile(done.id, file);
      put(latest.current.map((one) => (one.id === id ? done : one)));
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      put(latest.current.filter((one) => one.id !== id));
      const { failure } = error;
      if (!failure.told)
        setFailures((known) => [
          ...known,
          texts('attachment.failed', { name: file.name, problem: failureText(texts, failure) }),
        ]);
    } finally {
      calls.current.delete(id);
    }
  };

  const add = (chosen: readonly File[]): void => {
    setFailures([]);
    const replaced = countLimit === 1 && chosen.length > 0 ? [] : latest.current;
    if (replaced !== latest.current) for (const file of latest.current) remove(file.id);
    const room = countLimit - replaced.length;
    const problems = chosen.flatMap((file, index) => {
      if (index >= room) return [texts('attachment.tooMany', { name: file.name, count: countLimit })];
      if (file.size > sizeLimit)
        return [texts('attachment.tooLarge', { name: file.name, limit: writeSize(sizeLimit) })];
      void send(file);
      return [];
    });
    if (problems.length > 0) setFailures(problems);
  };

  return {
    files: files.map((file) => ({ ...file, progress: isWaiting(file) ? (progress[file.id] ?? 0) : undefined })),
    failures,
    add,
    remove,
  };
};
