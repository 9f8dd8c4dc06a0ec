import type { RawDocument } from '../../metadata/documents.ts';
import type { Menu } from '../../metadata/registry.ts';
import type { GroupScreen, LinkScreen, ViewScreen } from '../screen-types.ts';

const defaultIcons = { group: 'folder', link: 'external-link', screen: 'app-window' };
const defaultOrder = 1000;

type Written = Menu['groups'][number] | NonNullable<Menu['links']>[number] | NonNullable<Menu['screens']>[number];

const compilePermission = (written: Written['permission']) =>
  written === undefined || written === 'everyone'
    ? undefined
    : { action: written.action ?? 'list', subject: written.subject };

const compileEntry = <K extends 'group' | 'link' | 'screen'>(module: string, kind: K, entry: Written) => ({
  kind,
  path: entry.path,
  title: entry.title,
  icon: entry.icon ?? defaultIcons[kind],
  module,
  parent: entry.parent,
  permission: compilePermission(entry.permission),
  hidden: entry.hidden ?? false,
  order: entry.order ?? defaultOrder,
  clients: entry.clients,
  flag: entry.flag,
});

/** The groups of one menu file, then its links, then its drawn screens, each in the order of the file. */
export const compileGroups = (menu: RawDocument<'menu'>): readonly (GroupScreen | LinkScreen | ViewScreen)[] => [
  ...menu.value.groups.map((group) => compileEntry(menu.name, 'group', group)),
  ...(menu.value.links ?? []).map((link) => ({ ...compileEntry(menu.name, 'link', link), href: link.href })),
  ...(menu.value.screens ?? []).map((screen) => ({
    ...compileEntry(menu.name, 'screen', screen),
    view: screen.view,
    search: screen.search ?? false,
  })),
];
