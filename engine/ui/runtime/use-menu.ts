import { useMemo } from 'react';
import type { MenuModel } from '../../contract/screen-model.ts';
import type { MenuEntry } from '../../model/screen-types.ts';
import { useMenuQuery } from '../store/api.ts';
import { useAppSelector } from '../store/hooks.ts';

export interface Menu {
  readonly entries: readonly MenuEntry[];
  /** Entries below a path that a menu shows, in menu order. */
  readonly childrenOf: (path: string) => readonly MenuEntry[];
  readonly entryAt: (path: string) => MenuEntry | undefined;
  /** From the entry below the home to the entry itself. */
  readonly trail: (path: string) => readonly MenuEntry[];
  /** A title with `{cliente}` replaced. */
  readonly titled: (title: string) => string;
}

const none: readonly MenuEntry[] = [];

export const createMenu = (model: Pick<MenuModel, 'entries'> | undefined, client: string): Menu => {
  const entries = model?.entries ?? none;
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const children = Map.groupBy(
    entries.filter((entry) => !entry.hidden),
    (entry) => entry.parent,
  );
  const trail = (path: string): readonly MenuEntry[] => {
    const found: MenuEntry[] = [];
    for (let entry = byPath.get(path); entry && !found.includes(entry); entry = byPath.get(entry.parent))
      found.unshift(entry);
    return found;
  };
  return {
    entries,
    childrenOf: (path) => children.get(path) ?? none,
    entryAt: (path) => byPath.get(path),
    trail,
    titled: (title) => title.replaceAll('{cliente}', client),
  };
};

/** The menu as this person has it. */
export const useMenu = (): Menu => {
  const { data } = useMenuQuery();
  const client = useAppSelector((state) => state.session.client?.title ?? '');
  return useMemo(() => createMenu(data, client), [data, client]);
};
