import { fileTypeFromBuffer } from 'file-type';
import { Refusal } from '../core/errors.ts';
import type { ByteSource } from './byte-source.ts';
import type { Encoding } from './text-encoding.ts';
import { detectEncoding } from './text-encoding.ts';

/** A workbook, if it is one, is a ZIP; all else that is read is text. */
export type DetectedFormat = { readonly kind: 'zip' } | { readonly kind: 'csv' | 'json'; readonly encoding: Encoding };

const headSize = 4096;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte);

/** A compound file is an old XLS, or a workbook under a password, which its directory calls so in UTF-16. */
const refuseCompound = async (source: ByteSource): Promise<never> => {
  const name = Buffer.from('EncryptedPackage', 'utf16le');
  const most = 8 * 1024 * 1024;
  const bytes = Buffer.from(await source.read(0, Math.min(source.size, most)));
  const encrypted = bytes.includes(name) || (await readEnd(source, most)).includes(name);
  throw encrypted
    ? new Refusal('FILE_PASSWORD', {})
    : new Refusal('FILE_FORMAT', { format: 'XLS, do Excel 97 a 2003' });
};

const readEnd = async (source: ByteSource, most: number): Promise<Buffer> =>
  Buffer.from(await source.read(Math.max(0, source.size - most), most));

/** What is text by its bytes and no table: Brazilian systems call a page of theirs `.xls`. */
const markup: readonly (readonly [form: RegExp, format: string])[] = [
  [/^%PDF-/, 'PDF'],
  [/^\{\\rtf/, 'RTF'],
  [/^<(!doctype html|html|head|body|table|meta|style)\b/i, 'HTML, uma página da internet'],
  [/^<\?xml[\s\S]*urn:schemas-microsoft-com:office:spreadsheet/, 'Planilha XML 2003'],
  [/^<\?xml\b|^<!--|^<[a-z][\w.:-]*[\s>/]/i, 'XML'],
];

/** A table may begin with a brace; JSON goes on as only JSON does. */
const json = /^(\{\s*("|\}|$)|\[\s*([{[\]"\d-]|null\b|true\b|false\b|$))/;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const controls = /[\0-\x08\x0e-\x1a\x1c-\x1f]/g;

/** Raises FILE_FORMAT, FILE_FORMAT_UNKNOWN where bytes are no text. A letter or two that got lost in one are no matter. */
const refuseBinary = async (head: Uint8Array, text: string): Promise<void> => {
  const found = text.match(controls);
  if (found === null) return;
  const type = await fileTypeFromBuffer(head);
  if (type !== undefined) throw new Refusal('FILE_FORMAT', { format: type.ext.toUpperCase() });
  if (found.includes('\0') || found.length > Math.max(9, text.length / 20))
    throw new Refusal('FILE_FORMAT_UNKNOWN', {});
};

/**
 * What a file is, by its content and never by its name.
 *
 * Raises FILE_EMPTY, FILE_FORMAT (it is something else, and what), FILE_FORMAT_UNKNOWN, FILE_PASSWORD, FILE_ENCODING.
 */
export const detectFormat = async (source: ByteSource): Promise<DetectedFormat> => {
  const head = await source.read(0, headSize);
  if (head.length === 0) throw new Refusal('FILE_EMPTY', {});
  if (startsWith(head, 0x50, 0x4b, 3, 4) || startsWith(head, 0x50, 0x4b, 5, 6)) return { kind: 'zip' };
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) return await refuseCompound(source);
  const encoding = await detectEncoding(source);
  const text = new TextDecoder(encoding.label).decode(head.subarray(encoding.mark)).trimStart();
  await refuseBinary(head, text);
  const other = markup.find(([form]) => form.test(text));
  if (other !== undefined) throw new Refusal('FILE_FORMAT', { format: other[1] });
  if (text === '' && source.size <= headSize) throw new Refusal('FILE_EMPTY', {});
  return { kind: json.test(text) ? 'json' : 'csv', encoding };
};
