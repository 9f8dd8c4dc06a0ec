import { createWriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ByteSource, FileSource } from './byte-source.ts';
import { openBytes } from './byte-source.ts';
import { writeCsvBack } from './csv/write-csv-back.ts';
import { detectFormat } from './detect-format.ts';
import type { FileLimits } from './file-limits.ts';
import { fileLimits } from './file-limits.ts';
import { writeJsonBack } from './json/write-json-back.ts';
import type { RowOutcome } from './outcomes.ts';
import { OutcomeCursor } from './outcomes.ts';
import { writeXlsxBack } from './xlsx/write-xlsx-back.ts';

export interface WriteBackOptions {
  /** The sheet that was read. Default: as `openTable` chooses. */
  readonly sheet?: string | undefined;
  /** The header and the rows that have problems, and no others. */
  readonly only?: boolean;
  readonly limits?: Partial<FileLimits>;
}

const bytesBack = async (
  source: ByteSource,
  outcomes: OutcomeCursor,
  { sheet, only = false, limits: given }: WriteBackOptions,
): Promise<AsyncGenerator<Uint8Array>> => {
  const limits = { ...fileLimits, ...given };
  const format = await detectFormat(source);
  if (format.kind === 'zip') return writeXlsxBack(source, sheet, outcomes, only, limits);
  const write = format.kind === 'json' ? writeJsonBack : writeCsvBack;
  return write(source, format.encoding, outcomes, only, limits);
};

/**
 * Writes the user's own file again, with what is wrong with each row in a column `Problemas` (of JSON a key
 * `_problemas`), to a path or a stream, which is ended. The file can be mended and sent again: `openTable` passes that
 * column over, and the next `writeBack` writes into it.
 *
 * `outcomes` come with the lines of `openTable`, growing; rows that none is of have no problems. Raises what `openTable`
 * raises; what was written until then is no file.
 */
export const writeBack = async (
  file: FileSource,
  outcomes: AsyncIterable<RowOutcome>,
  target: string | Writable,
  options: WriteBackOptions = {},
): Promise<void> => {
  const source = await openBytes(file);
  const cursor = new OutcomeCursor(outcomes);
  try {
    const bytes = await bytesBack(source, cursor, options);
    const stream = typeof target === 'string' ? createWriteStream(target, { flags: 'wx' }) : target;
    await pipeline(Readable.from(bytes, { objectMode: false }), stream);
  } finally {
    await cursor.close();
    await source.close();
  }
};
