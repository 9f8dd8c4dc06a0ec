import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';
import { Refusal } from '../../core/errors.ts';
import type { ByteSource } from '../byte-source.ts';
import { streamBytes } from '../byte-source.ts';
import type { FileLimits } from '../file-limits.ts';

export interface ZipPart {
  readonly entry: Entry;
  /** Where its packed bytes stand in the file. */
  readonly start: number;
  readonly end: number;
}

export interface Zip {
  readonly source: ByteSource;
  /** In the order of the file. */
  readonly entries: readonly Entry[];
  /** By name, whatever its case and with or without a `/` before it. Raises FILE_ZIP_BROKEN. */
  readonly find: (name: string) => Promise<ZipPart | undefined>;
  /** The unpacked bytes. Raises FILE_ZIP_BROKEN, FILE_TOO_LARGE, both by the bytes that come. */
  readonly unpack: (part: ZipPart, most: number) => AsyncGenerator<Uint8Array>;
}

const broken = (problem: string, cause?: unknown): Refusal => new Refusal('FILE_ZIP_BROKEN', { problem }, { cause });

/** Lets yauzl read the bytes that we hold; whoever opened them closes them. */
class Reader extends RandomAccessReader {
  readonly #source: ByteSource;
  constructor(source: ByteSource) {
    super();
    this.#source = source;
  }
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(streamBytes(this.#source, start, end));
  }
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#source.read(position, length).then((bytes) => {
      buffer.set(bytes, offset);
      callback(bytes.length < length ? new Error('unexpected EOF') : null);
    }, callback);
  }
}

const encrypted = 1;
const methods = { stored: 0, deflated: 8 } as const;
const localHeader = 30;

/** Parts that share bytes make a small file unpack for ever; two of one name mean different things to different readers. */
const refuseOverlaps = (entries: readonly Entry[], size: number): void => {
  let end = 0;
  const ordered = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength } of ordered) {
    if (start < end) throw broken('duas partes ocupam os mesmos bytes');
    end = start + localHeader + fileNameLength + compressedSize;
  }
  if (end > size) throw broken('uma parte vai além do fim do arquivo');
};

const keyOf = (name: string): string => name.replace(/^\/+/, '').toLowerCase();

const readEntries = async (zip: ZipFile, limits: FileLimits): Promise<readonly Entry[]> => {
  const entries: Entry[] = [];
  if (zip.entryCount > limits.parts) throw broken(`mais de ${limits.parts} partes`);
  for await (const entry of zip.eachEntry()) {
    if (entries.length >= limits.parts) throw broken(`mais de ${limits.parts} partes`);
    entries.push(entry);
  }
  return entries;
};

/** What yauzl found, in Portuguese; its own words are the cause. */
const found: readonly (readonly [words: RegExp, problem: string])[] = [
  [/end of central directory|EOF|comment length/i, 'o fim do arquivo falta ou não é dele'],
  [/path|file name|backslash/i, 'o nome de uma parte leva para fora do arquivo'],
];

const inOurWords = (thrown: unknown): Refusal => {
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  if (/encryption/i.test(words)) return new Refusal('FILE_PASSWORD', {}, { cause: thrown });
  return broken(found.find(([form]) => form.test(words))?.[1] ?? 'o índice das partes não confere', thrown);
};

const openDirectory = async (source: ByteSource, limits: FileLimits): Promise<[ZipFile, readonly Entry[]]> => {
  try {
    const zip = await fromRandomAccessReaderPromise(new Reader(source), source.size, {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: false,
    });
    return [zip, await readEntries(zip, limits)];
  } catch (thrown) {
    if (thrown instanceof Refusal) throw thrown;
    throw inOurWords(thrown);
  }
};

/**
 * The directory of a ZIP. What it claims of sizes is believed for places alone, never for how much comes.
 *
 * Raises FILE_ZIP_BROKEN: cut off, paths that lead elsewhere, parts that overlap or have one name, too many parts.
 */
export const openZip = async (source: ByteSource, limits: FileLimits): Promise<Zip> => {
  const [zip, entries] = await openDirectory(source, limits);
  refuseOverlaps(entries, source.size);
  const byName = new Map<string, Entry>();
  for (const entry of entries) {
    const key = keyOf(entry.fileName);
    if (byName.has(key)) throw broken(`a parte '${entry.fileName}' aparece duas vezes`);
    byName.set(key, entry);
  }
  return {
    source,
    entries,
    find: async (name) => {
      const entry = byName.get(keyOf(name));
      if (entry === undefined) return undefined;
      try {
        const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true });
        const end = fileDataStart + entry.compressedSize;
        if (end > source.size) throw new Error('file data overflows file bounds');
        return { entry, start: fileDataStart, end };
      } catch (thrown) {
        throw broken(`${entry.fileName}: a parte não está onde o índice diz`, thrown);
      }
    },
    unpack: (part, most) => unpack(source, part, most, limits),
  };
};

async function* inflated(source: ByteSource, { entry, start, end }: ZipPart): AsyncGenerator<Uint8Array> {
  const packed = streamBytes(source, start, end);
  if (entry.compressionMethod === methods.stored) return yield* packed;
  const inflate = createInflateRaw({ chunkSize: 16 * 1024 });
  pipeline(Readable.from(packed, { highWaterMark: 1 }), inflate, () => {});
  try {
    yield* inflate;
  } catch (thrown) {
    throw broken(`${entry.fileName}: os bytes não se descompactam`, thrown);
  } finally {
    inflate.destroy();
  }
}

async function* unpack(
  source: ByteSource,
  part: ZipPart,
  most: number,
  { ratio, ratioFrom }: FileLimits,
): AsyncGenerator<Uint8Array> {
  const { fileName, compressionMethod, generalPurposeBitFlag, compressedSize, uncompressedSize } = part.entry;
  if ((generalPurposeBitFlag & encrypted) !== 0) throw new Refusal('FILE_PASSWORD', {});
  if (compressionMethod !== methods.stored && compressionMethod !== methods.deflated)
    throw broken(`${fileName}: compressão ${compressionMethod}`);
  const tooLarge = (): Refusal =>
    new Refusal('FILE_TOO_LARGE', { part: fileName, maximum: Math.floor(most / 1024 / 1024), ratio });
  if (uncompressedSize > most) throw tooLarge();
  let size = 0;
  let sum = 0;
  for await (const chunk of inflated(source, part)) {
    size += chunk.length;
    if (size > most || (size > ratioFrom && size > ratio * compressedSize)) throw tooLarge();
    sum = crc32(chunk, sum);
    yield chunk;
  }
  if (size !== uncompressedSize || sum !== part.entry.crc32)
    throw broken(`${fileName}: o conteúdo não é o que foi gravado`);
}
