import type { Access } from '../access/access.ts';
import { mayAct } from '../access/may-act.ts';
import type { Messages } from '../core/messages.ts';
import { isClosedTo } from '../model/confines.ts';
import type { Screen } from '../model/screen-types.ts';
import type { Model } from '../model/types.ts';
import { scopeRoles } from '../model/types.ts';
import type { MenuModel } from './screen-model.ts';

/** Whether the user holds the pair of the screen; a group without a pair asks its children, a drawn screen is open. */
const holdsPair = (access: Access, screen: Screen): boolean =>
  screen.permission === undefined
    ? screen.kind === 'screen'
    : access.can(screen.permission.action, screen.permission.subject);

/**
 * The screens that a user may open, each path once (the first that the user may open wins), and the groups above them.
 * A group that the user holds but that is empty stays: it is a place of its own.
 */
export const reachableScreens = (model: Model, access: Access): readonly Screen[] => {
  const byPath = new Map<string, Screen>();
  for (const screen of model.screens)
    if (holdsPair(access, screen) && !byPath.has(screen.path)) byPath.set(screen.path, screen);
  const groups = new Map(
    model.screens.filter((screen) => screen.kind === 'group').map((screen) => [screen.path, screen]),
  );
  for (const screen of [...byPath.values()]) {
    for (let up = groups.get(screen.parent); up && !byPath.has(up.path); up = groups.get(up.parent)) {
      if (up.permission === undefined) byPath.set(up.path, up);
      else break;
    }
  }
  const open = new Set(byPath.values());
  return model.screens.filter((screen) => open.has(screen));
};

/** The nearest group above that the user may open, so that no entry hangs in the air; the home otherwise. */
const visibleParent = (screen: Screen, open: ReadonlyMap<string, Screen>, all: ReadonlyMap<string, Screen>): string => {
  for (let path = screen.parent; path !== '/'; path = all.get(path)?.parent ?? '/') if (open.has(path)) return path;
  return '/';
};

const mayWrite = (model: Model, access: Access, screen: Screen): boolean => {
  const entity = screen.kind === 'registry' && screen.report === undefined ? model.entities[screen.entity] : undefined;
  return entity !== undefined && (mayAct(access, entity, 'insert') || mayAct(access, entity, 'update'));
};

/**
 * The screens in the order of the menu; of who sees only own records those with such come first, with the groups above
 * them: they came for these, and not for the tables.
 */
const ownFirst = (model: Model, access: Access, screens: readonly Screen[]): readonly Screen[] => {
  if (access.unconfined) return screens;
  const roles = scopeRoles.filter((role) => access.own[role].length > 0);
  const isOwn = (screen: Screen): boolean => {
    const entity = screen.kind === 'registry' ? model.entities[screen.entity] : undefined;
    return entity !== undefined && roles.some((role) => isClosedTo(entity, role));
  };
  const byPath = new Map(screens.map((screen) => [screen.path, screen]));
  const own = new Set<Screen>();
  for (const screen of screens.filter(isOwn))
    for (let up: Screen | undefined = screen; up && !own.has(up); up = byPath.get(up.parent)) own.add(up);
  return [...screens.filter((screen) => own.has(screen)), ...screens.filter((screen) => !own.has(screen))];
};

/** What rights to transitions are called: by the first that asks for each. */
const moveTexts = ({ entities }: Model): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.values(entities)
      .flatMap(({ states }) => states?.transitions ?? [])
      .toReversed()
      .map(({ action, title }) => [`permissions.action.${action}`, title]),
  );

/** Frame and menu for one user. `{cliente}` in titles becomes the client's name. */
export const buildMenuModel = (model: Model, access: Access, messages: Messages, timeZone: string): MenuModel => {
  const screens = ownFirst(model, access, reachableScreens(model, access));
  const open = new Map(screens.map((screen) => [screen.path, screen]));
  const all = new Map(model.screens.map((screen) => [screen.path, screen]));
  const client = model.client?.title ?? '';
  return {
    entries: screens.map((screen) => ({
      path: screen.path,
      title: screen.title.replaceAll('{cliente}', client),
      icon: screen.icon,
      parent: visibleParent(screen, open, all),
      kind: screen.kind === 'registry' && screen.report !== undefined ? 'report' : screen.kind,
      hidden: screen.hidden,
      ...(screen.kind === 'link' && { href: screen.href }),
      ...(screen.kind === 'screen' && { view: screen.view }),
      ...(mayWrite(model, access, screen) && { writes: true as const }),
    })),
    texts: {
      ...moveTexts(model),
      ...messages.texts,
      // What the forms say before anything is sent.
      ...Object.fromEntries(
        Object.entries(messages.errors).flatMap(([code, text]) =>
          code.startsWith('VALIDATION_') ? [[`errors.${code}`, text.message]] : [],
        ),
      ),
    },
    timeZone,
  };
};
