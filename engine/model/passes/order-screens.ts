import type { Screen } from '../types.ts';

const collator = new Intl.Collator('pt-BR', { numeric: true });

/** Menu order: each entry before what hangs on it, siblings by order, then by title, then as the files have them. */
export const orderScreens = (screens: readonly Screen[]): readonly Screen[] => {
  const children = Map.groupBy(screens, (screen) => screen.parent);
  const known = new Set(screens.map((screen) => screen.path));
  const placed = new Set<Screen>();
  const walk = (parent: string): Screen[] =>
    (children.get(parent) ?? [])
      .toSorted((a, b) => a.order - b.order || collator.compare(a.title, b.title))
      .flatMap((screen) => {
        if (placed.has(screen)) return [];
        placed.add(screen);
        return [screen, ...walk(screen.path)];
      });
  const fromHome = walk('/');
  // Only in files with issues: parents that do not exist, and cycles.
  const lost = screens
    .filter((screen) => !placed.has(screen) && !known.has(screen.parent))
    .flatMap((screen) => walk(screen.parent));
  return [...fromHome, ...lost, ...screens.filter((screen) => !placed.has(screen))];
};
