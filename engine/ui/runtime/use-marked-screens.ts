/** The screens that a person marked as favourites and those opened of late, kept on the server. */
import { useCallback, useMemo } from 'react';
import type { MenuEntry } from '../../model/screen-types.ts';
import { useMenu } from './use-menu.ts';
import { useSetting } from './use-setting.ts';

const mostFavorites = 40;
const mostRecents = 12;

const parsePaths = (stored: unknown): readonly string[] | undefined =>
  Array.isArray(stored) ? stored.filter((path) => typeof path === 'string') : undefined;
const noPaths: readonly string[] = [];

/** The newest first, each once. */
export const withRecent = (paths: readonly string[], path: string): readonly string[] =>
  paths[0] === path ? paths : [path, ...paths.filter((other) => other !== path)].slice(0, mostRecents);

export const withFavorite = (paths: readonly string[], path: string): readonly string[] =>
  paths.includes(path) ? paths.filter((other) => other !== path) : [...paths, path].slice(-mostFavorites);

export interface MarkedScreens {
  /** In the order in which they were marked. */
  readonly favorites: readonly MenuEntry[];
  /** The newest first. */
  readonly recents: readonly MenuEntry[];
  readonly isFavorite: (path: string) => boolean;
  readonly toggleFavorite: (path: string) => void;
  /** Notes that the screen was opened; undefined until the server has said what is kept. */
  readonly visit: ((path: string) => void) | undefined;
}

/** Only what the menu of this person still has. */
export const useMarkedScreens = (): MarkedScreens => {
  const { entryAt } = useMenu();
  const { value: favorites, set: setFavorites } = useSetting('favorites', parsePaths, noPaths);
  const { value: recents, set: setRecents, ready } = useSetting('recents', parsePaths, noPaths);
  const found = (paths: readonly string[]): readonly MenuEntry[] => paths.flatMap((path) => entryAt(path) ?? []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `found` reads nothing but entryAt
  const [favoriteEntries, recentEntries] = useMemo(
    () => [found(favorites), found(recents)],
    [favorites, recents, entryAt],
  );
  const visit = useCallback((path: string) => setRecents((paths) => withRecent(paths, path)), [setRecents]);
  return {
    favorites: favoriteEntries,
    recents: recentEntries,
    isFavorite: (path) => favorites.includes(path),
    toggleFavorite: useCallback((path) => setFavorites((paths) => withFavorite(paths, path)), [setFavorites]),
    visit: ready ? visit : undefined,
  };
};
