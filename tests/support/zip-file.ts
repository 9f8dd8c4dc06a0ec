/** ZIP files for tests, made part by part, with every lie that a directory can tell. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFilePart {
  readonly name: string;
  readonly data: string | Uint8Array;
  /** Default: deflated. */
  readonly stored?: boolean;
  /** What the directory says instead of what is so. */
  readonly claim?: {
    readonly size?: number;
    readonly packed?: number;
    readonly crc?: number;
    readonly method?: number;
    readonly flags?: number;
    /** Place of the local header. */
    readonly offset?: number;
  };
}

const bytesOf = (data: string | Uint8Array): Buffer =>
  typeof data === 'string' ? Buffer.from(data, 'utf8') : Buffer.from(data);

/** The bytes of a ZIP with these parts in this order. */
export const zipFile = (parts: readonly ZipFilePart[]): Buffer => {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data, stored = false, claim = {} } of parts) {
    const plain = bytesOf(data);
    const packed = stored ? plain : deflateRawSync(plain);
    const title = Buffer.from(name, 'utf8');
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    // Bit 11: the name is UTF-8.
    local.writeUInt16LE(claim.flags ?? 0x800, 6);
    local.writeUInt16LE(claim.method ?? (stored ? 0 : 8), 8);
    local.writeUInt16LE(0x21, 12);
    local.writeUInt32LE(claim.crc ?? crc32(plain), 14);
    local.writeUInt32LE(claim.packed ?? packed.length, 18);
    local.writeUInt32LE(claim.size ?? plain.length, 22);
    local.writeUInt16LE(title.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    local.copy(central, 6, 4, 30);
    central.writeUInt32LE(claim.offset ?? offset, 42);
    files.push(local, title, packed);
    directory.push(central, title);
    offset += 30 + title.length + packed.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
};
