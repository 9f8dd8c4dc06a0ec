/** The registries that rows of a file may go to, in the order of the menu. */
import { useMemo } from 'react';
import type { MenuEntry } from '../../../engine/model/screen-types.ts';
import { useMenu } from '../../../engine/ui/runtime/use-menu.ts';

export interface Writable {
  readonly path: string;
  /** With that of the group above it, where two have the same. */
  readonly title: string;
}

export const useWritable = (): readonly Writable[] => {
  const menu = useMenu();
  return useMemo(() => {
    const entries = menu.entries.filter(({ writes }) => writes === true);
    const titled = Map.groupBy(entries, ({ title }) => menu.titled(title));
    const titleOf = (entry: MenuEntry): string => {
      const title = menu.titled(entry.title);
      const above = menu.entryAt(entry.parent);
      return (titled.get(title)?.length ?? 0) > 1 && above !== undefined
        ? `${title} (${menu.titled(above.title)})`
        : title;
    };
    return entries.map((entry) => ({ path: entry.path, title: titleOf(entry) }));
  }, [menu]);
};
