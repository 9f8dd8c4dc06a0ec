import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import type { Entry } from 'yauzl';

/** What the two headers of an entry say of it. */
interface Written {
  readonly entry: Entry;
  readonly flags: number;
  readonly method: number;
  readonly sum: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

const utf8Name = 0x800;
const sizesBehind = 8;
const deflated = 8;

/** The fields that both headers have, from the version on. */
const shared = ({ entry, flags, method, sum, packed, size }: Omit<Written, 'offset'>): Buffer => {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(20, 0);
  bytes.writeUInt16LE(flags, 2);
  bytes.writeUInt16LE(method, 4);
  bytes.writeUInt16LE(entry.lastModFileTime, 6);
  bytes.writeUInt16LE(entry.lastModFileDate, 8);
  bytes.writeUInt32LE(sum, 10);
  bytes.writeUInt32LE(packed, 14);
  bytes.writeUInt32LE(size, 18);
  bytes.writeUInt16LE(entry.fileNameRaw.length, 22);
  return bytes;
};

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};

/** Writes a ZIP piece by piece, of entries of another: as they are packed there, or with other contents under their name. */
export class ZipWriter {
  readonly #written: Written[] = [];
  #offset = 0;

  /** An entry whose packed bytes are taken over as they are. */
  async *copy(entry: Entry, packedBytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const fields = {
      entry,
      flags: entry.generalPurposeBitFlag & ~sizesBehind,
      method: entry.compressionMethod,
      sum: entry.crc32,
      packed: entry.compressedSize,
      size: entry.uncompressedSize,
    };
    this.#written.push({ ...fields, offset: this.#offset });
    yield this.#count(Buffer.concat([signature(0x04034b50), shared(fields), entry.fileNameRaw]));
    for await (const bytes of packedBytes) yield this.#count(bytes);
  }

  /** An entry of its name with other contents. Its sizes stand behind it, for they are known only then. */
  async *replace(entry: Entry, contents: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const flags = (entry.generalPurposeBitFlag & utf8Name) | sizesBehind;
    const before = { entry, flags, method: deflated, sum: 0, packed: 0, size: 0 };
    const offset = this.#offset;
    let [sum, size, packed] = [0, 0, 0];
    yield this.#count(Buffer.concat([signature(0x04034b50), shared(before), entry.fileNameRaw]));
    async function* summed(): AsyncGenerator<Uint8Array> {
      for await (const bytes of contents) {
        sum = crc32(bytes, sum);
        size += bytes.length;
        yield bytes;
      }
    }
    for await (const bytes of deflate(summed())) {
      packed += bytes.length;
      yield this.#count(bytes);
    }
    const fields = { entry, flags, method: deflated, sum, packed, size };
    yield this.#count(Buffer.concat([signature(0x08074b50), shared(fields).subarray(10, 22)]));
    this.#written.push({ ...fields, offset });
  }

  /** The directory, behind the last entry. */
  *end(): Generator<Uint8Array> {
    const start = this.#offset;
    for (const written of this.#written) {
      const { entry, offset } = written;
      const made = Buffer.alloc(2);
      made.writeUInt16LE(entry.versionMadeBy);
      // No comment, the first disk, no internal attributes.
      const tail = Buffer.alloc(14);
      tail.writeUInt32LE(entry.externalFileAttributes, 6);
      tail.writeUInt32LE(offset, 10);
      yield this.#count(Buffer.concat([signature(0x02014b50), made, shared(written), tail, entry.fileNameRaw]));
    }
    const bytes = Buffer.alloc(22);
    bytes.writeUInt32LE(0x06054b50, 0);
    bytes.writeUInt16LE(this.#written.length, 8);
    bytes.writeUInt16LE(this.#written.length, 10);
    bytes.writeUInt32LE(this.#offset - start, 12);
    bytes.writeUInt32LE(start, 16);
    yield bytes;
  }

  #count(bytes: Uint8Array): Uint8Array {
    this.#offset += bytes.length;
    return bytes;
  }
}

async function* deflate(contents: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const packer = createDeflateRaw({ chunkSize: 16 * 1024 });
  pipeline(Readable.from(contents, { highWaterMark: 1 }), packer, () => {});
  yield* packer;
}
