import type { Encoding } from './text-encoding.ts';

/** Byte of each letter that Windows-1252 has. */
const bytes1252 = (): ReadonlyMap<string, number> => {
  const letters = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte));
  return new Map(Array.from(letters, (letter, byte) => [letter, byte]));
};
let known: ReadonlyMap<string, number> | undefined;

/** A letter that there is not loses its accent, and where it has none becomes a question mark. */
const encode1252 = (text: string): Uint8Array => {
  known ??= bytes1252();
  const bytes: number[] = [];
  for (const letter of text) {
    const bare = letter.normalize('NFD')[0] as string;
    bytes.push(known.get(letter) ?? known.get(bare) ?? 0x3f);
  }
  return Uint8Array.from(bytes);
};

/** Text as bytes of an encoding, without a mark: what was read of a file gives its bytes again. */
export const encodeText = (text: string, label: Encoding['label']): Uint8Array => {
  if (label === 'utf-8') return Buffer.from(text, 'utf8');
  if (label === 'windows-1252') return encode1252(text);
  const bytes = Buffer.from(text, 'utf16le');
  return label === 'utf-16le' ? bytes : bytes.swap16();
};
