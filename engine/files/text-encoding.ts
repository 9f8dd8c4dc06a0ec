import { isUtf8 } from 'node:buffer';
import { Refusal } from '../core/errors.ts';
import type { ByteSource } from './byte-source.ts';
import { streamBytes } from './byte-source.ts';

export type EncodingName = 'UTF-8' | 'UTF-16' | 'Windows-1252';

export interface Encoding {
  readonly name: EncodingName;
  /** What TextDecoder calls it. */
  readonly label: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';
  /** Bytes of the byte order mark, which is no text. */
  readonly mark: number;
}

const encoding = (name: EncodingName, label: Encoding['label'], mark = 0): Encoding => ({ name, label, mark });

/** UTF-16 says so by its mark, or has a zero beside nearly every letter of a European language. */
const utf16Of = (head: Uint8Array): Encoding | undefined => {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return encoding('UTF-16', 'utf-16le', 2);
  if (first === 0xfe && second === 0xff) return encoding('UTF-16', 'utf-16be', 2);
  const sample = head.subarray(0, 512);
  const zeros = [0, 0];
  for (const [index, byte] of sample.entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const most = sample.length * 0.35;
  if (odd > most && even === 0) return encoding('UTF-16', 'utf-16le');
  return even > most && odd === 0 ? encoding('UTF-16', 'utf-16be') : undefined;
};

const lengthOf = (lead: number): number => (lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);

/** Bytes at the end that begin a letter which goes on in the next piece. */
const unfinished = (bytes: Uint8Array): number => {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] as number;
    if (byte >= 0xc0) return lengthOf(byte) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
};

const lineEnds = (bytes: Uint8Array): number => {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
};

/** With which dashes and quotes of UTF-8 begin. */
const punctuation = Buffer.of(0xe2, 0x80);

/**
 * Whether a letter or a dash of Portuguese stands in bytes, as UTF-8 has them: `É€` of Windows-1252 is a letter of UTF-8
 * too, but none that anybody here writes.
 */
const isAccented = (bytes: Uint8Array): boolean =>
  bytes.includes(0xc3) || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(punctuation);

/** Where bytes stop being UTF-8, and whether they have been it visibly until then. */
const firstBroken = (bytes: Uint8Array): { readonly at: number; readonly accented: boolean } => {
  let at = 0;
  while (at < bytes.length) {
    const length = lengthOf(bytes[at] as number);
    if (!isUtf8(bytes.subarray(at, at + length))) break;
    at += length;
  }
  return { at, accented: isAccented(bytes.subarray(0, at)) };
};

/**
 * UTF-16, UTF-8 where the whole file is sound UTF-8, else Windows-1252, as Excel saves CSV in Brazil. Reads the file once.
 * Raises FILE_ENCODING where it begins as UTF-8 (its mark, a letter with an accent) and does not go on so.
 */
export const detectEncoding = async (source: ByteSource): Promise<Encoding> => {
  const head = await source.read(0, 4096);
  const wide = utf16Of(head);
  if (wide !== undefined) return wide;
  const mark = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  let accented = mark > 0;
  let line = 1;
  let rest: Uint8Array = new Uint8Array(0);
  const broken = (bytes: Uint8Array): Encoding => {
    const place = firstBroken(bytes);
    if (!accented && !place.accented) return encoding('Windows-1252', 'windows-1252');
    throw new Refusal('FILE_ENCODING', { encoding: 'UTF-8', line: line + lineEnds(bytes.subarray(0, place.at)) });
  };
  for await (const chunk of streamBytes(source)) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const body = bytes.subarray(0, bytes.length - unfinished(bytes));
    rest = bytes.subarray(body.length);
    if (!isUtf8(body)) return broken(body);
    accented ||= isAccented(body);
    line += lineEnds(body);
  }
  return rest.length > 0 ? broken(rest) : encoding('UTF-8', 'utf-8', mark);
};

/** The text of bytes, without the mark. Raises FILE_ENCODING with the line of the first bytes that are none. */
export async function* decodeBytes(
  chunks: AsyncIterable<Uint8Array>,
  { name, label }: Pick<Encoding, 'name' | 'label'>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(label, { fatal: true, ignoreBOM: true });
  let line = 1;
  const decode = (bytes?: Uint8Array): string => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (cause) {
      throw new Refusal('FILE_ENCODING', { encoding: name, line }, { cause });
    }
  };
  for await (const chunk of chunks) {
    const text = decode(chunk);
    line += lineEnds(chunk);
    if (text !== '') yield text;
  }
  const last = decode();
  if (last !== '') yield last;
}

/** The text of a file whose encoding is known. Raises FILE_ENCODING. */
export const decodeFile = (source: ByteSource, known: Encoding): AsyncGenerator<string> =>
  decodeBytes(streamBytes(source, known.mark), known);
