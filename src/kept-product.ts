/**
 * What the files come to, kept from one start to the next: compiling them takes a second, reading that a tenth of it. In:
 * the folders, a client. Out: what was kept of these very files by this very code, or else what loading them gives.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { filesBelow, sourcePaths } from '../engine/metadata/source-paths.ts';
import { freeze } from '../engine/model/freeze.ts';
import type { ServedProduct } from './load-product.ts';

export interface KeptOptions {
  /** Holds `schemas` and `clients`. */
  readonly files: string;
  /** Holds the code that compiles them: `engine`, `src` and the versions of its packages. */
  readonly code: string;
  readonly client: string;
  /** Where it is kept; made where missing. One that cannot be written to costs the time alone. */
  readonly folder: string;
  readonly load: () => Promise<ServedProduct>;
}

const sha256 = 'sha256';
const digestLength = 32;

const codePaths = async (root: string): Promise<readonly string[]> =>
  [...(await filesBelow(root, 'engine')), ...(await filesBelow(root, 'src'))]
    .filter((path) => path.endsWith('.ts'))
    .concat('package.json', 'package-lock.json')
    .sort();

/** Of everything that the product is made of. Read at once: nobody is served yet, and 2,000 promises take as long again. */
const digestOf = async ({ files, code, client }: KeptOptions): Promise<Buffer> => {
  const digest = createHash(sha256).update(JSON.stringify([process.version, client]));
  for (const [root, paths] of [
    [code, await codePaths(code)],
    [files, await sourcePaths(files)],
  ] as const)
    for (const path of paths) {
      const bytes = readFileSync(join(root, path));
      digest.update(`\0${path}\0${bytes.length}\0`).update(bytes);
    }
  return digest.digest();
};

const sumOf = (bytes: Buffer): Buffer => createHash(sha256).update(bytes).digest();

/** undefined: nothing is kept, it is of something else, or it is damaged. */
const readKept = async (file: string, digest: Buffer): Promise<ServedProduct | undefined> => {
  const bytes = await readFile(file).catch(() => undefined);
  if (bytes === undefined || !bytes.subarray(0, digestLength).equals(digest)) return;
  const kept = bytes.subarray(2 * digestLength);
  if (!bytes.subarray(digestLength, 2 * digestLength).equals(sumOf(kept))) return;
  return freeze(deserialize(kept) as ServedProduct);
};

/** In one step, so that another start reads the old or the new. */
const writeKept = async (file: string, folder: string, digest: Buffer, product: ServedProduct): Promise<void> => {
  const { model, messages, rows, schemaDigest } = product;
  const kept = serialize({ model, messages, rows, ...(schemaDigest !== undefined && { schemaDigest }) });
  const draft = `${file}.${process.pid}`;
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(draft, Buffer.concat([digest, sumOf(kept), kept]));
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
};

/** Raises what `load` does. `written` is there when what was loaded is kept, or cannot be. */
export const loadKept = async (
  options: KeptOptions,
): Promise<{ readonly product: ServedProduct; readonly written: Promise<void> }> => {
  const { folder, client, load } = options;
  const file = join(folder, `product-${client.replaceAll(/\W/g, '_')}`);
  const digest = await digestOf(options).catch(() => undefined);
  const kept = digest && (await readKept(file, digest));
  if (kept !== undefined) return { product: kept, written: Promise.resolve() };
  const product = await load();
  const write = async (): Promise<void> => {
    // What was read is of these files only where nobody has changed them meanwhile.
    if (digest?.equals(await digestOf(options)) === true) await writeKept(file, folder, digest, product);
  };
  return { product, written: write().catch(() => undefined) };
};
