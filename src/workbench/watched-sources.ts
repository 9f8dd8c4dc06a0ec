import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SourceFiles } from '../../engine/metadata/documents.ts';
import { readSourceFiles } from '../../engine/metadata/load-files.ts';
import { isSource } from '../../engine/metadata/source-paths.ts';

/** The files below a folder that is watched: the first time all are read, then those that are told of alone. */
export interface WatchedSources {
  readonly read: () => Promise<SourceFiles>;
  /** `event` as the watcher names it. What comes, goes or is no file has everything read anew. */
  readonly note: (event: string, path: string) => void;
}

export const watchSources = (root: string): WatchedSources => {
  let known: Map<string, string> | undefined;
  const changed = new Set<string>();
  return {
    read: async () => {
      if (known === undefined) {
        changed.clear();
        known = new Map(await readSourceFiles(root));
        return known;
      }
      const paths = [...changed];
      changed.clear();
      if (paths.length === 0) return known;
      const texts = await Promise.all(
        // What is gone again by now is told of by another event.
        paths.map((path) => readFile(join(root, path), 'utf8').catch(() => known?.get(path) ?? '')),
      );
      known = new Map([...known, ...paths.map((path, at): [string, string] => [path, texts[at] ?? ''])]);
      return known;
    },
    note: (event, path) => {
      const name = relative(root, path).replaceAll('\\', '/');
      if (!isSource(name)) return;
      if (event === 'change' && known?.has(name) === true) changed.add(name);
      else known = undefined;
    },
  };
};
