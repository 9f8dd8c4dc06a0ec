/** What a file is, by its content, and how it is called. What callers say of it is not believed. */
import { fileTypeFromBuffer } from 'file-type';
import { attachmentTypes } from '../fields/attachment.ts';
import type { AttachmentTypeName } from '../model/types.ts';

/** Bytes from the beginning that tell the type. */
export const sampleSize = 256 * 1024;

/** Bytes of a name, in UTF-8: file systems take 255, and browsers add to it while they save. */
const longestName = 200;

/** Names of devices, which Windows opens instead of the file. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Whole characters, as a person counts them. */
const cutText = (text: string, bytes: number): string => {
  let cut = '';
  for (const { segment } of new Intl.Segmenter('pt-BR').segment(text)) {
    if (Buffer.byteLength(cut) + Buffer.byteLength(segment) > bytes) break;
    cut += segment;
  }
  return cut;
};

/**
 * A name that is safe to show and to save under: without folders, characters that are no text (marks that turn the
 * direction of writing, which hide an ending, included) and what file systems refuse.
 */
export const safeFileName = (name: string): string => {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}]/gu, '')
    .replace(/[<>:"|?*\ufffd]/g, '_')
    .replace(/\s+/gu, ' ')
    .replace(/[. ]+$/g, '');
  const [, base = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]{1,8})?$/s.exec(plain) ?? [];
  const cut = cutText(base.replace(/^[. ]+/g, '').replace(devices, '_$&'), longestName - ending.length);
  return cut === '' ? `arquivo${ending}` : `${cut}${ending}`;
};

const endingOf = (name: string): string => /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** Text in UTF-8 or a single-byte encoding: no control characters but those that part lines and columns. */
const isText = (sample: Uint8Array): boolean =>
  !sample.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12);

const startsAsXml = (sample: Uint8Array): boolean =>
  /^\ufeff?\s*<[?!a-z_]/i.test(new TextDecoder('utf-8').decode(sample.subarray(0, 200)));

/** The type of a file among those of its field; undefined where it is none of them. */
export const typeOfFile = async (
  sample: Uint8Array,
  name: string,
  allowed: readonly AttachmentTypeName[],
): Promise<AttachmentTypeName | undefined> => {
  const found = await fileTypeFromBuffer(sample);
  const ending = endingOf(name);
  const byContent = allowed.find(
    (one) => attachmentTypes[one].plain === undefined && attachmentTypes[one].media === found?.mime,
  );
  if (byContent !== undefined) return byContent;
  // XML has a signature where it declares itself, and none where it does not.
  if ((found !== undefined && found.mime !== 'application/xml') || !isText(sample)) return undefined;
  const plain = allowed.find((one) => attachmentTypes[one].plain && attachmentTypes[one].endings.includes(ending));
  return plain === 'xml' && !startsAsXml(sample) ? undefined : plain;
};

/** The name with an ending of its type: content and name never say different things. */
export const nameFor = (name: string, type: AttachmentTypeName): string => {
  const { endings } = attachmentTypes[type];
  return endings.includes(endingOf(name)) ? name : `${name}.${endings[0]}`;
};

/** The name for callers that know ASCII alone: without accents, and with nothing that they would read otherwise. */
export const plainFileName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
