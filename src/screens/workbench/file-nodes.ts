/** The files of the project as a tree, pure. In: paths and what is looked for. Out: nodes, folders before files. */
import { matchesWords } from '../../shell/matches-words.ts';

export interface FileNode {
  /** Path of the file or the folder. */
  readonly value: string;
  readonly label: string;
  readonly children?: readonly FileNode[];
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly files: string[];
}

const emptyFolder = (): Folder => ({ folders: new Map(), files: [] });

/** The order in which somebody writes them. */
const order = ['schema.json', 'columns.json', 'search.json', 'data.csv', 'query.sql'];

const rank = (name: string): number => {
  const index = order.indexOf(name);
  return index < 0 ? order.length : index;
};

const nodesOf = (folder: Folder, above: string): readonly FileNode[] => [
  ...[...folder.folders]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => ({ value: `${above}${name}`, label: name, children: nodesOf(inner, `${above}${name}/`) })),
  ...folder.files
    .toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
    .map((name) => ({ value: `${above}${name}`, label: name })),
];

/** Those whose path, or the title of whose screen, holds every word that was typed. */
export const filesWith = (
  paths: readonly string[],
  titles: ReadonlyMap<string, string>,
  words: string,
): readonly string[] =>
  paths.filter((path) => matchesWords(`${path} ${titles.get(path.slice(0, path.lastIndexOf('/'))) ?? ''}`, words));

export const fileNodes = (paths: readonly string[]): readonly FileNode[] => {
  const top = emptyFolder();
  for (const path of paths) {
    const parts = path.split('/');
    const name = parts.pop() ?? '';
    let folder = top;
    for (const part of parts) {
      const inner: Folder = folder.folders.get(part) ?? emptyFolder();
      folder.folders.set(part, inner);
      folder = inner;
    }
    folder.files.push(name);
  }
  return nodesOf(top, '');
};

/** The folders that a path lies in, outermost first. */
export const foldersAbove = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, parts) => parts.slice(0, index + 1).join('/'));
