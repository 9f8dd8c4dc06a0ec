/** The files of `schemas` and `clients` as the workbench reads and writes them. In: the project's root. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { Refusal } from '../../engine/core/errors.ts';
import { placeOf } from '../../engine/metadata/file-place.ts';
import { messagesFile } from '../../engine/metadata/load-messages.ts';
import { isSource } from '../../engine/metadata/source-paths.ts';
import type { FileChange, FileEntry } from './workbench.ts';

export const tagOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 22);

const segment = /^[\w][\w.-]*$/;

/** A file that the product reads, by its place. Raises WORKBENCH_FILE_REFUSED for every other. */
export const checkPath = (path: string): void => {
  const parts = path.split('/');
  const place = isSource(path) && parts.every((part) => segment.test(part)) ? placeOf(path) : undefined;
  const known = (parts[0] === 'schemas' && place?.kind !== 'client') || place?.kind === 'client';
  if (path === messagesFile || (place !== undefined && known)) return;
  throw new Refusal('WORKBENCH_FILE_REFUSED', { file: path });
};

/** As it is on disk; null: it is not there. */
export const readText = async (root: string, path: string): Promise<string | null> => {
  try {
    return await readFile(join(root, path), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

/** Raises WORKBENCH_FILE_REFUSED where a link on the way leads out of the project. */
const checkInside = async (root: string, path: string): Promise<void> => {
  let nearest = join(root, path);
  for (;;) {
    const real = await realpath(nearest).catch(() => undefined);
    if (real !== undefined) {
      const top = await realpath(root);
      if (real === top || real.startsWith(`${top}${sep}`)) return;
      throw new Refusal('WORKBENCH_FILE_REFUSED', { file: path });
    }
    nearest = dirname(nearest);
  }
};

/** A folder that holds nothing any more goes with its last file. */
const removeEmpty = async (folder: string): Promise<void> => {
  if ((await readdir(folder)).length === 0) await rmdir(folder);
};

/**
 * Writes all the changes or, where one of the files is not what the person had before them, none. Raises
 * WORKBENCH_FILE_REFUSED and WORKBENCH_FILE_CHANGED.
 */
export const writeFiles = async (
  root: string,
  changes: Readonly<Record<string, FileChange>>,
): Promise<readonly FileEntry[]> => {
  const paths = Object.keys(changes);
  for (const path of paths) checkPath(path);
  for (const path of paths) await checkInside(root, path);
  const before = await Promise.all(paths.map((path) => readText(root, path)));
  const moved = paths.filter((path, index) => {
    const text = before[index] ?? null;
    return (text === null ? null : tagOf(text)) !== changes[path]?.tag;
  });
  const [first] = moved;
  if (first !== undefined) throw new Refusal('WORKBENCH_FILE_CHANGED', { file: first });
  // Each is written whole beside the project's and then put into its place: nobody reads half a file.
  const stage = await mkdtemp(join(root, '.saving-'));
  try {
    const staged = Object.entries(changes).map(([path, { text }], index) => ({
      text,
      target: join(root, path),
      from: join(stage, String(index)),
    }));
    for (const { text, from } of staged) if (text !== null) await writeFile(from, text);
    for (const { text, target, from } of staged) {
      if (text === null) {
        await rm(target, { force: true });
        await removeEmpty(dirname(target));
        continue;
      }
      await mkdir(dirname(target), { recursive: true });
      await rename(from, target);
    }
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return Object.entries(changes).flatMap(([path, { text }]) => (text === null ? [] : [{ path, tag: tagOf(text) }]));
};
