/**
 * Files of versions that left the database: JSON lines in gzip, `{"table":"banco","version":{...}}`, each record's oldest
 * first, a version with all that its history table has of it. Beside each `<file>.json`: what it is, and its SHA-256.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

export interface ArchiveContent {
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
  /** Of the file. */
  readonly bytes: number;
}

/** A name is on the disk only once its folder is; Windows opens no folder, and needs none of it. */
const keepNames = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

/** Writes the whole of it under another name, and on to the disk, before it has its own. */
const writeWhole = async (path: string, streams: readonly (Readable | Transform)[]): Promise<void> => {
  const unfinished = `${path}.tmp`;
  await pipeline([...streams, createWriteStream(unfinished, { mode: 0o600, flush: true })]);
  await rename(unfinished, path);
  await keepNames(dirname(path));
};

/** Nobody else on the machine reads what may be personal data. */
export const makeFolder = (folder: string): Promise<unknown> => mkdir(folder, { recursive: true, mode: 0o700 });

export const writeArchive = async (path: string, lines: AsyncIterable<string>): Promise<ArchiveContent> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  await writeWhole(path, [Readable.from(lines), createGzip(), measured]);
  return { sha256: hash.digest('hex'), bytes };
};

export const writeManifest = (path: string, manifest: object): Promise<void> =>
  writeWhole(`${path}.json`, [Readable.from([`${JSON.stringify(manifest, null, 2)}\n`])]);

/** Takes away the files whose names begin so. */
export const dropFiles = async (folder: string, stem: string): Promise<void> => {
  for (const name of await readdir(folder)) if (name.startsWith(stem)) await rm(join(folder, name), { force: true });
};

/** Whether the file is there, with these very bytes. */
export const isWhole = async (path: string, { sha256, bytes }: ArchiveContent): Promise<boolean> => {
  const found = await stat(path).catch(() => undefined);
  if (found?.size !== bytes) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
};

export interface ArchivedVersion {
  readonly table: string;
  readonly version: Readonly<Record<string, unknown>>;
}

const newline = 0x0a;

/** By its bytes: what reads lines of text also ends one at characters that a value may hold. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const content = createReadStream(path).pipe(createGunzip());
  let rest: Buffer[] = [];
  for await (const chunk of content as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]).toString('utf8');
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
}

export async function* versionsIn(path: string): AsyncGenerator<ArchivedVersion> {
  for await (const line of linesOf(path)) yield JSON.parse(line) as ArchivedVersion;
}
