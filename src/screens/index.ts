/**
 * The views of this product. In: the name that `menu.json` gives a screen. Out: what draws it, fetched when the screen
 * is opened. A screen that is made anew is one line here.
 */
import type { ComponentType } from 'react';
import type { MenuEntry } from '../../engine/model/screen-types.ts';
import type { ScreenViewProps } from '../../engine/screens/contract.ts';
import { screenKinds } from '../../engine/screens/index.ts';
import { sizes } from '../../engine/ui/theme/tokens.ts';

type LoadView = () => Promise<{ readonly default: ComponentType<ScreenViewProps> }>;

export const screenViews: Readonly<Record<string, LoadView>> = {
  help: () => import('./help/help.view.tsx'),
  notices: () => import('./notices/notices.view.tsx'),
  'phone-terminal': () => import('./phone-terminal/phone-terminal.view.tsx'),
  'clone-user': () => import('./users/clone-user.view.tsx'),
  'migrate-user': () => import('./users/migrate-user.view.tsx'),
  imports: () => import('./imports/imports.view.tsx'),
  permissions: () => import('./permissions/permissions.view.tsx'),
};

/** The largest part of a list, which no phone draws. What fails here is asked for again, and said, by the list itself. */
const readGridAhead = (): void => {
  if (!matchMedia(`(min-width: ${sizes.phone}px)`).matches) return;
  import('../../engine/ui/grid/record-grid.tsx').catch(() => undefined);
};

/** Its parts beside one another, so that none waits for the next. */
const loadRegistry: LoadView = async () => {
  readGridAhead();
  const [{ default: view }, { withRecordParts }] = await Promise.all([
    screenKinds.registry.load(),
    import('./record-parts.tsx'),
  ]);
  return { default: withRecordParts(view) };
};

/** What draws a menu entry: the view of its kind, or the one of its own. */
export const loadScreen = (entry: MenuEntry): ReturnType<LoadView> => {
  if (entry.kind === 'registry') return loadRegistry();
  if (entry.kind !== 'screen') return screenKinds[entry.kind].load();
  const load = screenViews[entry.view ?? ''];
  if (load === undefined) throw new Error(`no view is called '${entry.view}'`);
  return load();
};

/** What asks for the rows that a screen begins with; undefined: it begins with none. */
export const loadAhead = async ({ kind }: MenuEntry) =>
  kind === 'registry' ? (await import('../../engine/ui/runtime/read-list-ahead.ts')).readListAhead : undefined;

/** Whether it is drawn from `GET /model/screen`. */
export const isModelled = (entry: MenuEntry): boolean => entry.kind !== 'screen' && screenKinds[entry.kind].modelled;
