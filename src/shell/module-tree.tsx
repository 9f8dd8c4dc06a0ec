import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronRight, House, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { NavLink, useLocation } from 'react-router';
import type { MenuEntry } from '../../engine/model/types.ts';
import { FilterInput } from '../../engine/ui/controls/filter-input.tsx';
import { ScreenIcon } from '../../engine/ui/controls/screen-icon.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import type { Menu } from '../../engine/ui/runtime/use-menu.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { groupToggled, treeToggled } from '../../engine/ui/store/frame-slice.ts';
import { useAppDispatch, useAppSelector } from '../../engine/ui/store/hooks.ts';
import { matchesWords } from './matches-words.ts';
import classes from './module-tree.module.css';

/** Paths to show for a filter: entries that match, and the groups above and below them. */
const matching = (menu: Menu, words: string): ReadonlySet<string> => {
  const shown = new Set<string>();
  for (const entry of menu.entries) {
    const trail = menu.trail(entry.path);
    if (trail.some(({ title }) => matchesWords(menu.titled(title), words)))
      for (const { path } of trail) shown.add(path);
  }
  return shown;
};

interface BranchProps {
  readonly menu: Menu;
  readonly entry: MenuEntry;
  readonly depth: number;
  readonly filter: ReadonlySet<string> | undefined;
}

const Branch = ({ menu, entry, depth, filter }: BranchProps) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const closedByHand = useAppSelector((state) => state.frame.closedGroups.includes(entry.path));
  const children = menu.childrenOf(entry.path).filter(({ path }) => filter?.has(path) ?? true);
  const title = menu.titled(entry.title);
  const inside = menu.trail(pathname).some(({ path }) => path === entry.path);
  const open = children.length > 0 && (filter !== undefined || !closedByHand);
  return (
    <li>
      <div className={classes.row} style={{ paddingInlineStart: 4 + depth * 14 }}>
        {children.length > 0 ? (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-label={texts(open ? 'tree.closeGroup' : 'tree.openGroup', { title })}
            onClick={() => dispatch(groupToggled(entry.path))}
          >
            <ChevronRight size={13} aria-hidden />
          </button>
        ) : (
          <span className={classes.leaf} />
        )}
        <NavLink to={entry.path} end className={classes.link ?? ''} data-inside={inside || undefined}>
          <ScreenIcon name={entry.icon} size={15} />
          <span className={classes.title}>{title}</span>
        </NavLink>
      </div>
      {open && (
        <ul>
          {children.map((child) => (
            <Branch key={child.path} menu={menu} entry={child} depth={depth + 1} filter={filter} />
          ))}
        </ul>
      )}
    </li>
  );
};

/** Folded: only the top of the menu, as icons. */
const Rail = ({ menu }: { readonly menu: Menu }) => {
  const { pathname } = useLocation();
  const texts = useTexts();
  const trail = menu.trail(pathname);
  return (
    <ul className={classes.rail}>
      <li>
        <Tooltip label={texts('home.title')} position="right">
          <NavLink to="/" end className={classes.icon ?? ''} aria-label={texts('home.title')}>
            <House size={17} />
          </NavLink>
        </Tooltip>
      </li>
      {menu.childrenOf('/').map((entry) => (
        <li key={entry.path}>
          <Tooltip label={menu.titled(entry.title)} position="right">
            <NavLink
              to={entry.path}
              className={classes.icon ?? ''}
              data-inside={trail[0]?.path === entry.path || undefined}
              aria-label={menu.titled(entry.title)}
            >
              <ScreenIcon name={entry.icon} size={17} />
            </NavLink>
          </Tooltip>
        </li>
      ))}
    </ul>
  );
};

interface Props {
  readonly folded: boolean;
  /** Drawn in the sheet of a phone: it is not folded there. */
  readonly sheet?: boolean;
}

/** The screens of this person as a tree, with a filter on top. */
export const ModuleTree = ({ folded, sheet = false }: Props) => {
  const texts = useTexts();
  const menu = useMenu();
  const dispatch = useAppDispatch();
  const [words, setWords] = useState('');
  const filter = useMemo(() => (words.trim() === '' ? undefined : matching(menu, words)), [menu, words]);
  const top = menu.childrenOf('/').filter(({ path }) => filter?.has(path) ?? true);
  const { pathname } = useLocation();
  const branches = useRef<HTMLDivElement>(null);
  // The screen that is open shows in the tree, however long the tree is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen or another tree asks for another look
  useEffect(() => {
    branches.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, menu, folded]);
  const Fold = folded ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav className={classes.tree} aria-label={texts('tree.title')} data-folded={folded || undefined}>
      {!folded && (
        <div className={classes.filter}>
          <FilterInput value={words} onChange={setWords} label={texts('tree.filter')} />
        </div>
      )}
      <div ref={branches} className={classes.scroll}>
        {folded ? (
          <Rail menu={menu} />
        ) : (
          <ul className={classes.branches}>
            {top.map((entry) => (
              <Branch key={entry.path} menu={menu} entry={entry} depth={0} filter={filter} />
            ))}
          </ul>
        )}
        {!folded && top.length === 0 && <p className={classes.none}>{texts('tree.none')}</p>}
      </div>
      {!sheet && (
        <div className={classes.foot}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label={texts(folded ? 'tree.unfold' : 'tree.fold')}
            title={texts(folded ? 'tree.unfold' : 'tree.fold')}
            onClick={() => dispatch(treeToggled())}
          >
            <Fold size={16} />
          </ActionIcon>
        </div>
      )}
    </nav>
  );
};
