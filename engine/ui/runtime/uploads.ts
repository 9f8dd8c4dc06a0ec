/** Files on their way to a form: they stand beside its values, and arrive also while their control is not drawn. */
import { createContext } from 'react';
import type { Attachment } from '../../fields/attachment.ts';
import { attachmentsIn, writeSize } from '../../fields/attachment.ts';
import { failureText } from './describe-failure.ts';
import type { RecordValues } from './record-values.ts';
import { FileFailure, sendFile } from './send-file.ts';
import { keepSentFile } from './sent-files.ts';
import { showAlert } from './show-alert.tsx';
import type { Texts } from './texts.ts';

export interface AttachmentRule {
  /** The wire name of the field. */
  readonly field: string;
  /** Below `/api`. */
  readonly url: string;
  /** Of one file, bytes. */
  readonly sizeLimit: number;
  readonly countLimit: number;
}

interface Sender {
  readonly texts: Texts;
  readonly headers: Readonly<Record<string, string>>;
}

/** Stands in the value too, so that a record is not saved without it; it has no good id yet. */
interface WaitingFile extends Attachment {
  /** The only file of the field, which goes when this one has come. */
  readonly replaces?: Attachment | undefined;
}

/** What is known of the files of one field beside its value; another object where it has changed. */
export interface FieldUploads {
  /** From 0 to 1, by id. */
  readonly progress: Readonly<Record<string, number>>;
  readonly failures: readonly string[];
}

interface FormValuesAround {
  readonly values: () => RecordValues;
  readonly change: (field: string, files: readonly Attachment[] | undefined) => void;
}

const none: FieldUploads = { progress: {}, failures: [] };
let sent = 0;

export const isWaiting = ({ id }: Attachment): boolean => typeof id === 'string' && id.startsWith('envio-');

export const createUploads = ({ values, change }: FormValuesAround) => {
  const calls = new Map<string, AbortController>();
  const states = new Map<string, FieldUploads>();
  const listeners = new Map<string, Set<() => void>>();
  let ended = false;

  const filesOf = (field: string): readonly WaitingFile[] => attachmentsIn(values()[field]);
  const put = (field: string, files: readonly WaitingFile[]): void =>
    change(field, files.length === 0 ? undefined : files);
  const stateOf = (field: string): FieldUploads => states.get(field) ?? none;
  const tell = (field: string, told: Partial<FieldUploads>): void => {
    states.set(field, { ...stateOf(field), ...told });
    for (const listener of listeners.get(field) ?? []) listener();
  };
  const advance = (field: string, id: string, share: number): void =>
    tell(field, { progress: { ...stateOf(field).progress, [id]: share } });

  /** What a file on its way was to take the place of is there again. */
  const takeOut = (field: string, gone: (file: Attachment) => boolean): void => {
    const files = filesOf(field);
    if (!files.some(gone)) return;
    put(
      field,
      files.flatMap((file) => (gone(file) ? (file.replaces ?? []) : [file])),
    );
  };
  const remove = (field: string, id: string): void => {
    calls.get(id)?.abort();
    takeOut(field, (file) => file.id === id);
  };

  const fail = ({ field }: AttachmentRule, message: string): void => {
    tell(field, { failures: [...stateOf(field).failures, message] });
    if ((listeners.get(field)?.size ?? 0) === 0) showAlert({ type: 'error', value: message });
  };

  const send = async (rule: AttachmentRule, { texts, headers }: Sender, file: File): Promise<void> => {
    const { field, url, countLimit } = rule;
    sent += 1;
    const id = `envio-${sent}`;
    const call = new AbortController();
    calls.set(id, call);
    advance(field, id, 0);
    const before = filesOf(field);
    const waiting: WaitingFile = { id, name: file.name, type: file.type, size: file.size };
    const [replaced] = countLimit === 1 ? before : [];
    if (replaced === undefined) put(field, [...before, waiting]);
    else {
      calls.get(replaced.id)?.abort();
      put(field, [{ ...waiting, replaces: isWaiting(replaced) ? replaced.replaces : replaced }]);
    }
    try {
      const onProgress = (share: number): void => advance(field, id, share);
      const done = await sendFile({ url, headers, file, signal: call.signal, onProgress });
      if (ended) return;
      keepSentFile(done.id, file);
      put(
        field,
        filesOf(field).map((one) => (one.id === id ? done : one)),
      );
    } catch (error) {
      if (!(error instanceof FileFailure)) throw error;
      if (ended) return;
      takeOut(field, (one) => one.id === id);
      const { failure } = error;
      if (!failure.told)
        fail(rule, texts('attachment.failed', { name: file.name, problem: failureText(texts, failure) }));
    } finally {
      calls.delete(id);
    }
  };

  return {
    /** The form is there; gives what ends the uploads with it. */
    begin: (): (() => void) => {
      ended = false;
      // What nobody sends comes from a form that was left.
      for (const field of Object.keys(values())) takeOut(field, (file) => isWaiting(file) && !calls.has(file.id));
      return () => {
        ended = true;
        for (const call of calls.values()) call.abort();
      };
    },
    stateOf,
    subscribe: (field: string, listener: () => void): (() => void) => {
      const own = listeners.get(field) ?? new Set();
      listeners.set(field, own.add(listener));
      return () => void own.delete(listener);
    },
    add: (chosen: readonly File[], rule: AttachmentRule, sender: Sender): void => {
      const { field, sizeLimit, countLimit } = rule;
      const { texts } = sender;
      const room = countLimit === 1 ? 1 : countLimit - filesOf(field).length;
      tell(field, {
        failures: chosen.flatMap((file, index) => {
          if (index >= room) return [texts('attachment.tooMany', { name: file.name, count: countLimit })];
          if (file.size > sizeLimit)
            return [texts('attachment.tooLarge', { name: file.name, limit: writeSize(sizeLimit) })];
          void send(rule, sender, file);
          return [];
        }),
      });
    },
    remove,
  };
};

export type Uploads = ReturnType<typeof createUploads>;

export const UploadsContext = createContext<Uploads>(createUploads({ values: () => ({}), change: () => {} }));
