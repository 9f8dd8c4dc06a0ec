/** What Ctrl+K finds, as far as it is decided without the server. Pure. */
import type { MenuEntry } from '../../engine/model/screen-types.ts';
import type { Menu } from '../../engine/ui/runtime/use-menu.ts';
import { bare, wordsOf } from './matches-words.ts';
import { beginsWith, hasWord, titleText } from './singular.ts';

/** Registries asked at a time; each is a call. */
const asked = 6;
/** Registries that the first word may name. */
const named = 4;
/** The rank of what is in no menu, and which the words do not name. */
const unnamed = 5;
/** Characters from which records are looked for. */
export const shortestTerm = 2;

/** Not in the menu, but there for who asks for it by name, as by its address. */
const isUnlisted = ({ hidden, kind }: MenuEntry): boolean => hidden && kind === 'registry';

/**
 * Entries with every word in their trail; those first whose own title begins with them, then those that hold them. Of
 * registries that are in no menu those that the words name, last.
 */
export const findScreens = (menu: Menu, titles: ReadonlyMap<string, string>, query: string): readonly MenuEntry[] => {
  const words = wordsOf(query);
  const rankOf = (entry: MenuEntry): number => {
    const title = menu.titled(entry.title);
    if (beginsWith(title, words)) return 0;
    const own = titleText(title);
    return words.every((word) => hasWord(own, word)) ? 1 : 2;
  };
  return menu.entries
    .filter((entry) => !entry.hidden || isUnlisted(entry))
    .filter(({ path }) => words.every((word) => hasWord(titles.get(path) ?? '', word)))
    .map((entry) => ({ entry, rank: rankOf(entry) + (entry.hidden ? 3 : 0) }))
    .filter(({ rank }) => rank < unnamed)
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry);
};

export interface RecordSearch {
  readonly entry: MenuEntry;
  readonly term: string;
}

/** `banco itau` looks for `itau` among the registries whose title begins with `banco`. */
const searchesByName = (menu: Menu, query: string): readonly RecordSearch[] => {
  const [first = '', ...rest] = query.trim().split(/\s+/);
  const term = rest.join(' ');
  if (first.length < shortestTerm || term === '') return [];
  return menu.entries
    .filter(({ kind, title }) => kind === 'registry' && beginsWith(menu.titled(title), wordsOf(first)))
    .toSorted((a, b) => Number(a.hidden) - Number(b.hidden))
    .slice(0, named)
    .map((entry) => ({ entry, term }));
};

/** Where to look for records: the registries that the query names, then `near` in order, then the first of the menu. */
export const recordSearches = (menu: Menu, near: readonly MenuEntry[], query: string): readonly RecordSearch[] => {
  const term = query.trim();
  if (term.length < shortestTerm) return [];
  const others = [...near, ...menu.entries]
    .filter((entry) => entry.kind === 'registry' && !entry.hidden)
    .map((entry) => ({ entry, term }));
  const seen = new Set<string>();
  return [...searchesByName(menu, query), ...others]
    .filter(({ entry }) => !seen.has(entry.path) && seen.add(entry.path))
    .slice(0, asked);
};

/** `novo banco`: the registries that a new record is meant for. */
export const newRecordTargets = (
  menu: Menu,
  titles: ReadonlyMap<string, string>,
  query: string,
): readonly MenuEntry[] => {
  const [first = '', ...rest] = query.trim().split(/\s+/);
  return rest.length > 0 && ['novo', 'nova', 'incluir'].includes(bare(first))
    ? findScreens(menu, titles, rest.join(' '))
        .filter((entry) => entry.kind === 'registry')
        .slice(0, named)
    : [];
};
