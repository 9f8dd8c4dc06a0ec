import type { Screen } from '../screen-types.ts';

const collator = new Intl.Collator('pt-BR', { numeric: true });

const isAlternative = (screen: Screen): boolean => screen.kind === 'registry' && screen.alternativeOf !== undefined;

/** An entry on the route of another stands behind it: of those on one route that somebody may open the first counts. */
const alternativesBehind = (screens: readonly Screen[]): readonly Screen[] => {
  const met = new Set<string>();
  const early = new Set<Screen>();
  for (const screen of screens) {
    if (!isAlternative(screen)) met.add(screen.path);
    else if (!met.has(screen.path)) early.add(screen);
  }
  return early.size === 0 ? screens : [...screens.filter((screen) => !early.has(screen)), ...early];
};

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
  return alternativesBehind([...fromHome, ...lost, ...screens.filter((screen) => !placed.has(screen))]);
};
