import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/**
 * The files below a folder, by path. Files that no formatter may touch carry a further `.txt`, which is taken off;
 * `expected.txt` is not one of them.
 */
export const readFixture = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'expected.txt')
      .map((entry): [string, string] => {
        const path = join(entry.parentPath, entry.name);
        return [relative(folder, path).replace(/\.(json)\.txt$/, '.$1'), readFileSync(path, 'utf8')];
      }),
  );
