import type { RawDocument } from '../../metadata/documents.ts';
import type { Menu } from '../../metadata/registry.ts';
import type { GroupScreen, LinkScreen } from '../types.ts';

const defaultIcons = { group: 'folder', link: 'external-link' };
const defaultOrder = 1000;

type Written = Menu['groups'][number] | NonNullable<Menu['links']>[number];

const compileEntry = <K extends 'group' | 'link'>(module: string, kind: K, entry: Written) => ({
  kind,
  path: entry.path,
  title: entry.title,
  icon: entry.icon ?? defaultIcons[kind],
  module,
  parent: entry.parent,
  permission: entry.permission && { action: entry.permission.action ?? 'list', subject: entry.permission.subject },
  hidden: entry.hidden ?? false,
  order: entry.order ?? defaultOrder,
  clients: entry.clients,
  flag: entry.flag,
});

/** The groups of one menu file, then its links, each in the order of the file. */
export const compileGroups = (menu: RawDocument<'menu'>): readonly (GroupScreen | LinkScreen)[] => [
  ...menu.value.groups.map((group) => compileEntry(menu.name, 'group', group)),
  ...(menu.value.links ?? []).map((link) => ({ ...compileEntry(menu.name, 'link', link), href: link.href })),
];
