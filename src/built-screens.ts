/** The screens in `dist`, built where they are not those of this code. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '../engine/metadata/source-paths.ts';

/** What a build reads beside `engine` and `src`. */
const otherFiles = [
  'index.html',
  'package.json',
  'package-lock.json',
  'schemas/messages/pt-BR.json',
  'tsconfig.json',
  'vite.config.ts',
];

/** Read at once: nobody waits for anything else. */
const digestOf = async (root: string): Promise<string> => {
  const paths = [...(await filesBelow(root, 'engine')), ...(await filesBelow(root, 'src')), ...otherFiles].sort();
  const digest = createHash('sha256').update(process.version);
  for (const path of paths) {
    const bytes = readFileSync(join(root, path));
    digest.update(`\0${path}\0${bytes.length}\0`).update(bytes);
  }
  return digest.digest('base64url');
};

/**
 * Builds them where those that are there were not built of just these files, which reading all of them tells in a tenth of
 * the time. `build` empties `dist` before it writes, and with it the note of what it holds. Raises what `build` does.
 */
export const buildScreens = async (root: string, build: () => Promise<unknown>): Promise<void> => {
  const note = join(root, 'dist/.built-of');
  const digest = await digestOf(root);
  if ((await readFile(note, 'utf8').catch(() => undefined)) === digest) return;
  await build();
  // A file that was saved meanwhile may be in it or not.
  if ((await digestOf(root)) === digest) await writeFile(note, digest);
};
