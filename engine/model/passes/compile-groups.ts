import type { RawDocument } from '../../metadata/documents.ts';
import type { GroupScreen } from '../types.ts';

const defaultIcon = 'folder';
const defaultOrder = 1000;

/** The groups of one menu file, in the order of the file. */
export const compileGroups = (menu: RawDocument<'menu'>): readonly GroupScreen[] =>
  menu.value.groups.map((group) => ({
    kind: 'group',
    path: group.path,
    title: group.title,
    icon: group.icon ?? defaultIcon,
    module: menu.name,
    parent: group.parent,
    permission: group.permission && { action: group.permission.action ?? 'list', subject: group.permission.subject },
    hidden: group.hidden ?? false,
    order: group.order ?? defaultOrder,
    clients: group.clients,
    flag: group.flag,
  }));
