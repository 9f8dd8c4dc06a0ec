import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/** A file on the local disk, one that is open, which its owner closes, or one in memory. */
export type FileSource = string | FileHandle | Uint8Array;

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
  const handle = typeof source === 'string' ? await open(source, 'r') : source;
  let closed = handle === source;
  return {
    size: (await handle.stat()).size,
    read: async (position, length) => {
      const buffer = Buffer.allocUnsafe(length);
      let filled = 0;
      while (filled < length) {
        const { bytesRead } = await handle.read(buffer, filled, length - filled, position + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
    close: async () => {
      if (closed) return;
      closed = true;
      await handle.close();
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
