import type { Origin } from '../../core/origin.ts';
import type { RawDocument, RawScreen } from '../../metadata/documents.ts';
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
  /** Of a drawn screen alone: the name of its view. */
  readonly view?: string;
  /** undefined for what menu.json declares. */
  readonly screen: RawScreen | undefined;
  readonly file: string;
  readonly origin: (key: string) => Origin;
}

const entriesOf = (menu: RawDocument<'menu'>, list: 'groups' | 'links' | 'screens', kind: string): readonly Entry[] =>
  (menu.value[list] ?? []).map((entry, index) => ({
    path: entry.path,
    parent: entry.parent,
    icon: entry.icon,
    clients: entry.clients,
    flag: entry.flag,
    enabled: true,
    kind,
    ...('view' in entry && { view: entry.view }),
    screen: undefined,
    file: menu.file,
    origin: (key) => menu.origin(`/${list}/${index}/${key}`),
  }));

/** Every entry of the menu: those of the menu files, then registries with a route, each in the order of the files. */
export const listEntries = (files: ResolvedFiles): readonly Entry[] => [
  ...files.menus.flatMap((menu) => [
    ...entriesOf(menu, 'groups', 'group'),
    ...entriesOf(menu, 'links', 'link'),
    ...entriesOf(menu, 'screens', 'screen'),
  ]),
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
