/** What a file is, by its content, and how it is called. What callers say of it is not believed. */
import { fileTypeFromBuffer } from 'file-type';
import { attachmentTypes } from '../fields/attachment.ts';
import type { AttachmentTypeName } from '../model/types.ts';

/** Bytes from the beginning that tell the type. */
export const sampleSize = 256 * 1024;

const longestName = 150;

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
  const cut = [...base.replace(/^[. ]+/g, '')].slice(0, longestName - ending.length).join('');
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

/** `attachment; filename="a.pdf"; filename*=UTF-8''%C3%A1.pdf` (RFC 6266). */
export const writeDisposition = (name: string): string => {
  const ascii = name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
};
