import type { Origin } from '../../core/origin.ts';
import type { RawScreen } from '../../metadata/documents.ts';
import type { ResolvedFiles } from '../../overlay/resolved.ts';

/** What a group and a screen have in common, as the files say it, with the way back to the file. */
export interface Entry {
  readonly path: string;
  readonly parent: string;
  readonly icon: string | undefined;
  readonly clients: readonly string[] | undefined;
  readonly flag: string | undefined;
  readonly enabled: boolean;
  readonly kind: string;
  /** undefined for a group. */
  readonly screen: RawScreen | undefined;
  readonly file: string;
  readonly origin: (key: string) => Origin;
}

/** Every entry of the menu: groups, then screens with a route, each in the order of the files. */
export const listEntries = (files: ResolvedFiles): readonly Entry[] => [
  ...files.menus.flatMap((menu) =>
    menu.value.groups.map(
      (group, index): Entry => ({
        path: group.path,
        parent: group.parent,
        icon: group.icon,
        clients: group.clients,
        flag: group.flag,
        enabled: true,
        kind: 'group',
        screen: undefined,
        file: menu.file,
        origin: (key) => menu.origin(`/groups/${index}/${key}`),
      }),
    ),
  ),
  ...files.screens.flatMap((screen): Entry[] => {
    const { registry } = screen;
    const { path, parent, icon, clients, flag, enabled, kind } = registry.value;
    return path === undefined
      ? []
      : [
          {
            path,
            parent: parent ?? '/',
            icon,
            clients,
            flag,
            enabled: enabled ?? true,
            kind: kind ?? 'registry',
            screen,
            file: registry.file,
            origin: (key) => registry.origin(`/${key}`),
          },
        ];
  }),
];
