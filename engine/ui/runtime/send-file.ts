/** The one way of a file to the server and back. An upload tells how far it is, which `fetch` cannot. */
import type { ErrorBody } from '../../contract/error-body.ts';
import { channelHeader } from '../../contract/write-origin.ts';
import type { Attachment } from '../../fields/attachment.ts';
import { isAttachment } from '../../fields/attachment.ts';
import type { ApiFailure } from '../store/base-query.ts';
import type { FileAddress, LoadFile } from './file-content.ts';
import { servedName } from './served-name.ts';

/** Thrown by `sendFile` and by what `storedFile` gives. Given up by the person: `told`. */
export class FileFailure extends Error {
  readonly failure: ApiFailure;
  constructor(failure: ApiFailure) {
    super(failure.body?.message ?? 'no answer');
    this.failure = failure;
  }
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

export interface Sending {
  /** Below `/api`; the name of the file is added to its query. */
  readonly url: string;
  /** As `callerHeaders` gives them. */
  readonly headers: Readonly<Record<string, string>>;
  readonly file: File;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Sends the bytes of a file. Out: the body of the 201 that `isAnswer` knows. Throws `FileFailure`. */
export const upload = <T>(
  { url, headers, file, onProgress, signal }: Sending,
  isAnswer: (body: unknown) => body is T,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const fail = (status: number, body: unknown, told = false): void =>
      reject(new FileFailure({ status, body: body as ErrorBody | undefined, told }));
    call.open('POST', `/api${url}${url.includes('?') ? '&' : '?'}name=${encodeURIComponent(file.name)}`);
    call.setRequestHeader('Content-Type', 'application/octet-stream');
    call.setRequestHeader(channelHeader, 'screen');
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    call.onerror = () => fail(0, undefined);
    call.onabort = () => fail(0, undefined, true);
    call.onload = () => {
      const body = parse(call.responseText);
      if (call.status === 201 && isAnswer(body)) resolve(body);
      else fail(call.status, body);
    };
    if (signal.aborted) return fail(0, undefined, true);
    signal.addEventListener('abort', () => call.abort(), { once: true });
    call.send(file);
  });

/** Sends a file that a record is going to have. Throws `FileFailure`. */
export const sendFile = (sending: Sending): Promise<Attachment> => upload(sending, isAttachment);

const fetchFile = async ({ url, headers }: FileAddress, signal: AbortSignal): Promise<Blob> => {
  let response: Response;
  try {
    response = await fetch(url, { headers, signal });
    if (response.ok) {
      const name = servedName(response);
      const content = await response.blob();
      return name === undefined ? content : new File([content], name, { type: content.type });
    }
  } catch {
    throw new FileFailure({ status: 0, body: undefined, told: signal.aborted });
  }
  const body = parse(await response.text()) as ErrorBody | undefined;
  throw new FileFailure({ status: response.status, body, told: false });
};

/**
 * The content of a file that the server keeps, a `File` where it says the name; `url` is below `/api`, `headers` are those
 * of `callerHeaders`: a link could send none. What it gives throws `FileFailure`.
 */
export const storedFile = (url: string, headers: Readonly<Record<string, string>>): LoadFile => {
  const address: FileAddress = { url: `/api${url}`, headers };
  return Object.assign((signal: AbortSignal) => fetchFile(address, signal), { address });
};

/** Has the browser save the content under the name. */
export const saveFile = (content: Blob, name: string): void => {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the address when it gets to it.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
