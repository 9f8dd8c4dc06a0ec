/**
 * The menu as the rows of a tree, pure. In: the menu, what is filtered and which groups are closed. Out: the rows that
 * are open to the eye, in order, each with its place among its siblings.
 */

import type { MenuEntry } from '../../engine/model/screen-types.ts';
import type { Menu } from '../../engine/ui/runtime/use-menu.ts';
import { bare, wordsOf } from './matches-words.ts';
import { hasWord, titleText } from './singular.ts';

/** A list of screens of one's own, above the modules: favourites, screens of late. */
export interface TreeList {
  readonly key: string;
  readonly title: string;
  readonly entries: readonly MenuEntry[];
}

export interface TreeRow {
  /** One screen may stand in the tree and in a list above it. */
  readonly key: string;
  readonly title: string;
  /** undefined: the heading of a list. */
  readonly entry: MenuEntry | undefined;
  /** From 1. */
  readonly level: number;
  /** Place among the siblings, from 1, and how many they are. */
  readonly position: number;
  readonly siblings: number;
  /** undefined: nothing lies below. */
  readonly open: boolean | undefined;
  /** Key of the row above it in the tree. */
  readonly parent: string | undefined;
}

/** Titles from the top of the menu down to each entry, to look for words in: made once for a menu, read at every key. */
export const indexTitles = (menu: Menu): ReadonlyMap<string, string> =>
  new Map(
    menu.entries.map(({ path }) => [
      path,
      titleText(
        menu
          .trail(path)
          .map(({ title }) => menu.titled(title))
          .join(' '),
      ),
    ]),
  );

/** Paths to show for a filter: entries whose trail has every word, and the groups above them. */
export const pathsFor = (menu: Menu, titles: ReadonlyMap<string, string>, words: string): ReadonlySet<string> => {
  const wanted = wordsOf(words);
  const shown = new Set<string>();
  for (const { path } of menu.entries) {
    const title = titles.get(path) ?? '';
    if (wanted.every((word) => hasWord(title, word))) for (const above of menu.trail(path)) shown.add(above.path);
  }
  return shown;
};

export const treeRows = (
  menu: Menu,
  lists: readonly TreeList[],
  closed: ReadonlySet<string>,
  /** undefined: no filter. */
  shown: ReadonlySet<string> | undefined,
): readonly TreeRow[] => {
  const rows: TreeRow[] = [];
  const below = (path: string): readonly MenuEntry[] =>
    shown === undefined ? menu.childrenOf(path) : menu.childrenOf(path).filter((entry) => shown.has(entry.path));
  const add = (entries: readonly MenuEntry[], level: number, parent: string | undefined, before: number): void => {
    for (const [index, entry] of entries.entries()) {
      const children = below(entry.path);
      const open = children.length === 0 ? undefined : shown !== undefined || !closed.has(entry.path);
      rows.push({
        key: entry.path,
        title: menu.titled(entry.title),
        entry,
        level,
        position: before + index + 1,
        siblings: before + entries.length,
        open,
        parent,
      });
      if (open === true) add(children, level + 1, entry.path, 0);
    }
  };
  // A filter looks for screens, each of which is to be found once.
  const own = shown === undefined ? lists.filter(({ entries }) => entries.length > 0) : [];
  const tops = below('/');
  for (const [index, { key, title, entries }] of own.entries()) {
    const open = !closed.has(key);
    const siblings = own.length + tops.length;
    rows.push({ key, title, entry: undefined, level: 1, position: index + 1, siblings, open, parent: undefined });
    if (open)
      for (const [place, entry] of entries.entries())
        rows.push({
          key: `${key} ${entry.path}`,
          title: menu.titled(entry.title),
          entry,
          level: 2,
          position: place + 1,
          siblings: entries.length,
          open: undefined,
          parent: key,
        });
  }
  add(tops, 1, undefined, own.length);
  return rows;
};

/** The rows in branches of a screenful or less: what stands on the two top levels, with all that lies below; by their place. */
export const branchesOf = (
  rows: readonly Pick<TreeRow, 'level'>[],
): readonly { readonly first: number; readonly length: number }[] => {
  const firsts = [...rows.keys()].filter((index) => (rows[index]?.level ?? 1) <= 2);
  return firsts.map((first, at) => ({ first, length: (firsts[at + 1] ?? rows.length) - first }));
};

/** Where a key of the tree pattern leads: a row to go to, or a group to open or close. */
export type TreeMove = { readonly to: number } | { readonly toggle: string } | undefined;

/** The keys of a tree (WAI-ARIA): arrows, Home, End. undefined: a key of nobody's here. */
export const moveInTree = (rows: readonly TreeRow[], at: number, key: string): TreeMove => {
  const row = rows[at];
  const last = rows.length - 1;
  const moves: Readonly<Record<string, () => TreeMove>> = {
    ArrowDown: () => ({ to: Math.min(last, at + 1) }),
    ArrowUp: () => ({ to: Math.max(0, at - 1) }),
    Home: () => ({ to: 0 }),
    End: () => ({ to: last }),
    ArrowRight: () => (row?.open === false ? { toggle: row.key } : { to: row?.open === true ? at + 1 : at }),
    ArrowLeft: () => {
      if (row?.open === true) return { toggle: row.key };
      const up = rows.findIndex(({ key: other }) => other === row?.parent);
      return { to: up < 0 ? at : up };
    },
  };
  return rows.length === 0 ? undefined : moves[key]?.();
};

/** The next row whose title begins with what was typed, beginning behind the row one is on; -1: none. */
export const findByType = (rows: readonly TreeRow[], at: number, typed: string): number => {
  const start = bare(typed);
  const from = start.length > 1 ? at : at + 1;
  const order = rows.map((_, index) => (from + index) % rows.length);
  return order.find((index) => bare(rows[index]?.title ?? '').startsWith(start)) ?? -1;
};
