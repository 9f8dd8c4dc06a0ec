import { useMediaQuery } from '@mantine/hooks';
import {
  CircleHelp,
  FileJson,
  Keyboard,
  LogOut,
  PanelLeft,
  Plus,
  Printer,
  Star,
  SunMoon,
  UserRoundCog,
} from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { MenuEntry } from '../../engine/model/screen-types.ts';
import { ScreenIcon } from '../../engine/ui/controls/screen-icon.tsx';
import { useShowKeyHelp } from '../../engine/ui/runtime/key-help-context.ts';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMarkedScreens } from '../../engine/ui/runtime/use-marked-screens.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { useAskWhy } from '../../engine/ui/runtime/why-context.ts';
import { useScreenQuery } from '../../engine/ui/store/api.ts';
import { treeToggled } from '../../engine/ui/store/frame-slice.ts';
import { useAppDispatch, useAppSelector } from '../../engine/ui/store/hooks.ts';
import { sizes } from '../../engine/ui/theme/tokens.ts';
import { matchesWords } from './matches-words.ts';
import { mayManageAccounts } from './may-manage-accounts.ts';
import { findScreens, newRecordTargets, recordSearches } from './search-screens.ts';
import { useThemeSwitch } from './theme-switch.tsx';
import { indexTitles } from './tree-rows.ts';
import { useFoundRecords } from './use-found-records.ts';
import { useSignOut } from './use-sign-out.ts';

/** Screens offered at a time. */
const offered = 12;

interface Command {
  readonly id: string;
  readonly label: string;
  /** Of a record what tells it from others of like name. */
  readonly beside?: string | undefined;
  /** Where it lies, or of what it is one. */
  readonly detail?: string | undefined;
  readonly icon: ReactNode;
  readonly run: () => void;
  /** Ctrl+Enter: of a record its form, without the view before it. */
  readonly edit?: () => void;
}

export interface CommandGroup {
  readonly title: string;
  readonly commands: readonly Command[];
}

const newRecordAt = (path: string): string => `${path}?_record=new`;
const recordAt = (path: string, mode: 'view' | 'edit', id: number): string => `${path}?_record=${mode}.${id}`;

/** What Ctrl+K does that is no screen and no record. */
const useActions = (): readonly Command[] => {
  const texts = useTexts();
  const menu = useMenu();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { isFavorite, toggleFavorite } = useMarkedScreens();
  const { toggle: switchTheme } = useThemeSwitch();
  const showKeys = useShowKeyHelp();
  const signOut = useSignOut();
  const folded = useAppSelector((state) => state.frame.treeFolded);
  const phone = useMediaQuery(`(max-width: ${sizes.phone - 1}px)`, undefined, { getInitialValueInEffect: false });
  const entry = menu.entryAt(pathname);
  const { data: model } = useScreenQuery(pathname, { skip: entry?.kind !== 'registry' });
  const own = entry && entry.kind !== 'group' ? entry : undefined;
  const account = useAppSelector(mayManageAccounts);
  const askWhy = useAskWhy();
  return [
    ...(own && model?.rights.insert === true
      ? [
          {
            id: 'new',
            label: texts('command.new', { title: menu.titled(own.title) }),
            icon: <Plus size={16} />,
            run: () => void navigate(newRecordAt(own.path)),
          },
        ]
      : []),
    ...(own
      ? [
          {
            id: 'favorite',
            label: texts(isFavorite(own.path) ? 'favorite.remove' : 'favorite.add'),
            icon: <Star size={16} />,
            run: () => toggleFavorite(own.path),
          },
        ]
      : []),
    { id: 'theme', label: texts('theme.switch'), icon: <SunMoon size={16} />, run: switchTheme },
    // On a phone the tree is a sheet, which is shown or not, and never narrow.
    ...(phone
      ? []
      : [
          {
            id: 'tree',
            label: texts(folded ? 'tree.unfold' : 'tree.fold'),
            icon: <PanelLeft size={16} />,
            run: () => dispatch(treeToggled()),
          },
        ]),
    { id: 'print', label: texts('command.print'), icon: <Printer size={16} />, run: () => window.print() },
    ...(askWhy ? [{ id: 'why', label: texts('why.open'), icon: <CircleHelp size={16} />, run: askWhy }] : []),
    { id: 'keys', label: texts('keys.title'), icon: <Keyboard size={16} />, run: showKeys },
    {
      id: 'docs',
      label: texts('apiDocs.title'),
      icon: <FileJson size={16} />,
      run: () => void navigate('/documentacao-api'),
    },
    ...(account
      ? [
          {
            id: 'account',
            label: texts('account.title'),
            icon: <UserRoundCog size={16} />,
            run: () => void navigate('/minha-conta'),
          },
        ]
      : []),
    { id: 'signOut', label: texts('signOut.action'), icon: <LogOut size={16} />, run: signOut },
  ];
};

interface Asked {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly onClose: () => void;
}

/** Ctrl+K: screens, actions and records in groups, and which of them the keys are on. */
export const useCommandSearch = ({ typed, onTyped, onClose }: Asked) => {
  const texts = useTexts();
  const menu = useMenu();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { favorites, recents } = useMarkedScreens();
  const id = useId();
  const words = typed.trim();

  const titles = useMemo(() => indexTitles(menu), [menu]);
  const searches = useMemo(() => {
    const current = menu.entryAt(pathname);
    return recordSearches(menu, [...(current ? [current] : []), ...favorites, ...recents], words);
  }, [menu, pathname, favorites, recents, words]);
  const targets = useMemo(() => newRecordTargets(menu, titles, words), [menu, titles, words]);
  const { records, creatable, searching } = useFoundRecords(searches, targets);
  const actions = useActions();

  const screen = (entry: MenuEntry): Command => ({
    id: `screen:${entry.path}`,
    label: menu.titled(entry.title),
    detail: menu
      .trail(entry.path)
      .slice(0, -1)
      .map(({ title }) => menu.titled(title))
      .join(' › '),
    icon: <ScreenIcon name={entry.icon} size={16} />,
    run: () => {
      if (entry.href === undefined) void navigate(entry.path);
      else window.open(entry.href, '_blank', 'noopener,noreferrer');
    },
  });
  const lists: readonly CommandGroup[] =
    words === ''
      ? [
          { title: texts('tree.favorites'), commands: favorites.map(screen) },
          {
            title: texts('tree.recents'),
            commands: recents.filter((entry) => !favorites.includes(entry) && entry.path !== pathname).map(screen),
          },
          { title: texts('command.actions'), commands: actions },
          {
            title: texts('command.screens'),
            commands: menu.entries
              .filter(({ hidden }) => !hidden)
              .slice(0, 40)
              .map(screen),
          },
        ]
      : [
          { title: texts('command.screens'), commands: findScreens(menu, titles, words).slice(0, offered).map(screen) },
          {
            title: texts('command.actions'),
            commands: [
              ...creatable.map((entry) => ({
                // That of the screen itself has a name of its own.
                id: entry.path === pathname ? 'new' : `new:${entry.path}`,
                label: texts('command.new', { title: menu.titled(entry.title) }),
                icon: <Plus size={16} />,
                run: () => void navigate(newRecordAt(entry.path)),
              })),
              ...actions.filter(
                ({ id, label }) =>
                  matchesWords(label, words) && !(id === 'new' && creatable.some(({ path }) => path === pathname)),
              ),
            ],
          },
          {
            title: texts('command.records'),
            commands: records.flatMap((found) =>
              found.records.map((record) => ({
                id: `record:${found.entry.path}.${record.id}`,
                label: String(record['label']),
                beside: record['detail'] === undefined ? undefined : String(record['detail']),
                detail: menu.titled(found.entry.title),
                icon: <ScreenIcon name={found.entry.icon} size={16} />,
                run: () => void navigate(recordAt(found.entry.path, 'view', record.id)),
                edit: () => void navigate(recordAt(found.entry.path, 'edit', record.id)),
              })),
            ),
          },
        ];
  const groups = lists.filter(({ commands }) => commands.length > 0);
  const all = groups.flatMap(({ commands }) => commands);

  // Kept by name: what arrives late moves nothing under the person's fingers.
  const [chosen, setChosen] = useState<string>();
  const active = all.find((command) => command.id === chosen) ?? all[0];
  const optionId = (command: Command): string => `${id}${command.id}`;
  const activeId = active && optionId(active);
  useEffect(() => {
    if (activeId !== undefined) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);

  const run = (command: Command, edits = false): void => {
    onClose();
    if (edits && command.edit) command.edit();
    else command.run();
  };
  const move = (step: number): void => {
    const at = active === undefined ? -1 : all.indexOf(active);
    setChosen(all.at((at + step) % all.length)?.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') move(1);
    else if (event.key === 'ArrowUp') move(-1);
    else if (event.key === 'Enter') {
      if (active) run(active, event.ctrlKey || event.metaKey);
    } else return;
    event.preventDefault();
  };

  return {
    words,
    search: (next: string) => {
      onTyped(next);
      setChosen(undefined);
    },
    groups,
    active,
    searching,
    none: all.length === 0 && !searching,
    listId: `${id}list`,
    optionId,
    point: (command: Command) => setChosen(command.id),
    run,
    onKeyDown,
  };
};
