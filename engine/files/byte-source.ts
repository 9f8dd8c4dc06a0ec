import { close, fstat, open, read } from 'node:fs';
import { promisify } from 'node:util';

/** The path of a file on the local disk, the descriptor of one that is open, which its owner closes, or one in memory. */
export type FileSource = string | number | Uint8Array;

const opened = promisify(open);
const statOf = promisify(fstat);
const readInto = promisify(read);
const closed = promisify(close);

/** The bytes of a file, in any order. */
export interface ByteSource {
  readonly size: number;
  /** Fewer than asked for only at the end of the file. */
  readonly read: (position: number, length: number) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** Larger ones are hardly read faster, and the rows of one live at a time: 64 KB cost 80 MB more at a million rows. */
const chunkSize = 16 * 1024;

/** Raises what the file system says where there is no such file. */
export const openBytes = async (source: FileSource): Promise<ByteSource> => {
  if (source instanceof Uint8Array)
    return {
      size: source.length,
      read: async (position, length) => source.subarray(position, position + length),
      close: async () => {},
    };
  const descriptor = typeof source === 'string' ? await opened(source, 'r') : source;
  let over = descriptor === source;
  return {
    size: (await statOf(descriptor)).size,
    read: async (position, length) => {
      const buffer = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await readInto(descriptor, buffer, filled, length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
    close: async () => {
      if (over) return;
      over = true;
      await closed(descriptor);
    },
  };
};

/** The bytes from `from` up to `to`, in pieces of 16 KB. */
export async function* streamBytes(source: ByteSource, from = 0, to = source.size): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; at += chunkSize) {
    const chunk = await source.read(at, Math.min(chunkSize, to - at));
    if (chunk.length === 0) return;
    yield chunk;
  }
}
