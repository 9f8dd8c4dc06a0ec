/** Which files below a project folder are sources. In: the folder. Out: their paths. */
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** Generated, for editors: not a source. */
const languageFolder = 'schemas/language/';

/** Whether a path below `schemas/` and `clients/` is read at all: a `README.md` is for people, in whichever folder. */
export const isSource = (path: string): boolean => {
  const parts = path.split('/');
  return (
    !path.startsWith(languageFolder) && parts.at(-1) !== 'README.md' && !parts.some((part) => part.startsWith('.'))
  );
};

/** Every file below `folder` of `root`, by its path from `root` with forward slashes; none where there is no such folder. */
export const filesBelow = async (root: string, folder: string): Promise<readonly string[]> => {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
};

/** The sources of a project folder, in a stable order. */
export const sourcePaths = async (root: string): Promise<readonly string[]> =>
  [...(await filesBelow(root, 'schemas')), ...(await filesBelow(root, 'clients'))].filter(isSource).sort();
