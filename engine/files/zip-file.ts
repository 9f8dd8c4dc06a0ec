/**
 * A ZIP that is written in portions and goes on in another process where it was left. In: the state of before and bytes of
 * an entry. Out: the state after and bytes of the file. PKWARE APPNOTE 6.3.10. Libraries that write ZIP keep their
 * compressor in memory and cannot be resumed; here each portion is deflated by itself and ended by a sync flush, so that
 * what goes on needs no more than a checksum and lengths. Entries bear no date: equal rows make equal files.
 */
import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

interface ZipEntry {
  readonly name: string;
  /** Where its header begins. */
  readonly offset: number;
  readonly crc: number;
  /** Bytes, and those that they are deflated to. */
  readonly size: number;
  readonly packed: number;
  /** Its checksum and lengths stand behind its content. */
  readonly streamed: boolean;
}

/** Plain data: kept as JSON. */
export interface ZipState {
  /** Bytes that are written. */
  readonly length: number;
  readonly closed: readonly ZipEntry[];
  /** The entry that is being written. */
  readonly open: ZipEntry | null;
}

export interface ZipStep {
  readonly state: ZipState;
  readonly bytes: Buffer;
}

export const emptyZip: ZipState = { length: 0, closed: [], open: null };

/** Bytes of an entry, at most: from 4 GiB on its lengths need a ZIP64 descriptor, which not every reader takes. */
export const largestEntry = 0xff_ff_ff_fe;

const deflate = promisify(deflateRaw);
/** Fast: for repetitive text a slower level saves a tenth of the bytes and doubles the time. */
const level = 4;
const [deflated, version, zip64Version] = [8, 20, 45];
/** The first of January 1980, the earliest day there is (4.4.6). */
const noDate = 0x21;
/** Bit 11: the name is UTF-8. Bit 3: checksum and lengths come behind the content (4.4.4). */
const [utf8, lengthsBehind] = [0x800, 0x8];
/** Says of 32 or 16 bits that the value stands in a ZIP64 field (4.4.1.4). */
const [beyond32, beyond16] = [0xff_ff_ff_ff, 0xff_ff];

type Part = readonly [value: number | string, bytes: 2 | 4 | 8 | 0];

const write = (...parts: readonly Part[]): Buffer =>
  Buffer.concat(
    parts.map(([value, bytes]) => {
      if (typeof value === 'string') return Buffer.from(value);
      const written = Buffer.alloc(bytes);
      if (bytes === 8) written.writeBigUInt64LE(BigInt(value));
      else written.writeUIntLE(value, 0, bytes);
      return written;
    }),
  );

/** 4.3.7. Without lengths they come behind. */
const header = (name: string, known?: Pick<ZipEntry, 'crc' | 'size' | 'packed'>): Buffer =>
  write(
    [0x04_03_4b_50, 4],
    [version, 2],
    [known === undefined ? utf8 | lengthsBehind : utf8, 2],
    [deflated, 2],
    [0, 2],
    [noDate, 2],
    [known?.crc ?? 0, 4],
    [known?.packed ?? 0, 4],
    [known?.size ?? 0, 4],
    [Buffer.byteLength(name), 2],
    [0, 2],
    [name, 0],
  );

const step = (state: ZipState, change: Partial<ZipState>, ...parts: readonly Buffer[]): ZipStep => {
  const bytes = Buffer.concat(parts);
  return { state: { ...state, ...change, length: state.length + bytes.length }, bytes };
};

/** An entry that is there at once. */
export const wholeEntry = async (state: ZipState, name: string, content: string): Promise<ZipStep> => {
  const plain = Buffer.from(content);
  const packed = await deflate(plain, { level });
  const entry = {
    name,
    offset: state.length,
    crc: crc32(plain),
    size: plain.length,
    packed: packed.length,
    streamed: false,
  };
  return step(state, { closed: [...state.closed, entry] }, header(name, entry), packed);
};

export const openEntry = (state: ZipState, name: string): ZipStep =>
  step(state, { open: { name, offset: state.length, crc: 0, size: 0, packed: 0, streamed: true } }, header(name));

const openIn = ({ open }: ZipState): ZipEntry => {
  if (open === null) throw new Error('no entry of the ZIP is open');
  return open;
};

/** More of the open entry. */
export const addContent = async (state: ZipState, content: string): Promise<ZipStep> => {
  const open = openIn(state);
  const plain = Buffer.from(content);
  const packed = await deflate(plain, { level, finishFlush: constants.Z_SYNC_FLUSH });
  const size = open.size + plain.length;
  if (size > largestEntry) throw new Error(`${open.name} does not fit in an entry of a ZIP`);
  const grown = { ...open, crc: crc32(plain, open.crc), size, packed: open.packed + packed.length };
  return step(state, { open: grown }, packed);
};

/** The block of no bytes that says of itself that it is the last (RFC 1951, 3.2.3). */
const lastBlock = Buffer.from([0x03, 0x00]);

export const closeEntry = (state: ZipState): ZipStep => {
  const open = openIn(state);
  const entry = { ...open, packed: open.packed + lastBlock.length };
  // 4.3.9.
  const descriptor = write([0x08_07_4b_50, 4], [entry.crc, 4], [entry.packed, 4], [entry.size, 4]);
  return step(state, { closed: [...state.closed, entry], open: null }, lastBlock, descriptor);
};

/** 4.3.12. */
const listed = ({ name, offset, crc, size, packed, streamed }: ZipEntry): Buffer => {
  const far = offset >= beyond32;
  return write(
    [0x02_01_4b_50, 4],
    [zip64Version, 2],
    [far ? zip64Version : version, 2],
    [streamed ? utf8 | lengthsBehind : utf8, 2],
    [deflated, 2],
    [0, 2],
    [noDate, 2],
    [crc, 4],
    [packed, 4],
    [size, 4],
    [Buffer.byteLength(name), 2],
    [far ? 12 : 0, 2],
    [0, 2],
    [0, 2],
    [0, 2],
    [0, 4],
    [far ? beyond32 : offset, 4],
    [name, 0],
    ...(far
      ? ([
          [1, 2],
          [8, 2],
          [offset, 8],
        ] as const)
      : []),
  );
};

/** 4.3.14 and 4.3.15. */
const farEnd = (count: number, size: number, offset: number): Buffer =>
  write(
    [0x06_06_4b_50, 4],
    [44, 8],
    [zip64Version, 2],
    [zip64Version, 2],
    [0, 4],
    [0, 4],
    [count, 8],
    [count, 8],
    [size, 8],
    [offset, 8],
    [0x07_06_4b_50, 4],
    [0, 4],
    [offset + size, 8],
    [1, 4],
  );

/** The directory, with which the file ends. ZIP64 where the file is too long without. */
export const endZip = ({ length, closed, open }: ZipState): Buffer => {
  if (open !== null) throw new Error(`${open.name} is not closed`);
  const directory = Buffer.concat(closed.map(listed));
  const far = length >= beyond32 || closed.length >= beyond16;
  const count = far ? beyond16 : closed.length;
  // 4.3.16.
  const end = write(
    [0x06_05_4b_50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [far ? beyond32 : directory.length, 4],
    [far ? beyond32 : length, 4],
    [0, 2],
  );
  return Buffer.concat([directory, far ? farEnd(closed.length, directory.length, length) : Buffer.alloc(0), end]);
};
