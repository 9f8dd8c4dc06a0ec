import type { TableOptions } from '../../../../engine/files/open-table.ts';

/** A file that is bad or odd. What reading it comes to stands in `expected/`, under its name. */
export interface FileCase {
  readonly name: string;
  readonly bytes: () => Uint8Array;
  readonly options?: TableOptions;
}

/** A case whose file is this text in UTF-8. */
export const textCase = (name: string, text: string, options?: TableOptions): FileCase => ({
  name,
  bytes: () => Buffer.from(text, 'utf8'),
  ...(options === undefined ? {} : { options }),
});

export const bytesCase = (name: string, bytes: () => Uint8Array, options?: TableOptions): FileCase => ({
  name,
  bytes,
  ...(options === undefined ? {} : { options }),
});

/** Bytes of Windows-1252 that are those of Latin 1. */
export const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1');
export const utf16le = (text: string): Buffer => Buffer.from(text, 'utf16le');
export const utf16be = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16();
