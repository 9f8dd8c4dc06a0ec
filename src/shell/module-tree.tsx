import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronRight, House, PanelLeftClose, PanelLeftOpen, Star } from 'lucide-react';
import type { CSSProperties } from 'react';
import { createContext, memo, useContext } from 'react';
import { NavLink, useLocation } from 'react-router';
import { EntryLink } from '../../engine/ui/controls/entry-link.tsx';
import { FilterInput } from '../../engine/ui/controls/filter-input.tsx';
import { ScreenIcon } from '../../engine/ui/controls/screen-icon.tsx';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { treeToggled } from '../../engine/ui/store/frame-slice.ts';
import { useAppDispatch } from '../../engine/ui/store/hooks.ts';
import { MarkedText } from './marked-text.tsx';
import classes from './module-tree.module.css';
import type { TreeRow } from './tree-rows.ts';
import { branchesOf } from './tree-rows.ts';
import { useModuleTree } from './use-module-tree.ts';

/** What is looked for: it reaches the titles past rows that stay as they are. */
const Filter = createContext('');

const Title = ({ text }: { readonly text: string }) => <MarkedText text={text} words={useContext(Filter)} />;

interface ContentProps extends Pick<TreeRow, 'entry' | 'title' | 'open'> {
  readonly name: string;
  /** The screen that is open. */
  readonly current: boolean;
  readonly favorite: boolean;
  readonly toggle: (name: string) => void;
  readonly toggleFavorite: (path: string) => void;
}

const Content = memo(({ name, entry, title, open, current, favorite, toggle, toggleFavorite }: ContentProps) => {
  const texts = useTexts();
  return (
    <>
      {open === undefined ? (
        <span className={classes.leaf} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={classes.toggle}
          data-open={open || undefined}
          aria-label={texts(open ? 'tree.closeGroup' : 'tree.openGroup', { title })}
          onClick={() => toggle(name)}
        >
          <ChevronRight size={13} aria-hidden />
        </button>
      )}
      {entry === undefined ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Enter on the row does the same
        <span className={classes.heading} onClick={() => toggle(name)}>
          {title}
        </span>
      ) : (
        <EntryLink entry={entry} className={classes.link} tabIndex={-1} current={current} plain>
          <ScreenIcon name={entry.icon} size={15} />
          <span className={classes.title} title={title}>
            <Title text={title} />
          </span>
        </EntryLink>
      )}
      {entry !== undefined && entry.kind !== 'group' && (
        <button
          type="button"
          tabIndex={-1}
          className={classes.star}
          aria-pressed={favorite}
          aria-label={texts('favorite.screen', { title })}
          onClick={() => toggleFavorite(entry.path)}
        >
          <Star size={13} aria-hidden />
        </button>
      )}
    </>
  );
});

/** Far down a step is smaller: there a long word would not fit its line. */
const indentOf = (level: number): number => 4 + Math.min(level - 1, 2) * 14 + Math.max(level - 3, 0) * 8;

interface RowProps extends ContentProps, Pick<TreeRow, 'level' | 'position' | 'siblings'> {
  readonly id: string;
  readonly active: boolean;
  /** Lies above the screen that is open, or is it. */
  readonly inside: boolean;
  readonly choose: (name: string) => void;
}

/** Drawn anew only where something of its own changes: of hundreds of rows a key concerns few. */
const Row = memo(({ id, level, position, siblings, active, inside, choose, ...content }: RowProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the tree around it has focus and keys
  <div
    id={id}
    role="treeitem"
    aria-level={level}
    aria-posinset={position}
    aria-setsize={siblings}
    aria-expanded={content.open}
    aria-current={content.current ? 'page' : undefined}
    className={classes.row}
    data-active={active || undefined}
    data-inside={inside || undefined}
    style={{ paddingInlineStart: indentOf(level) }}
    onClick={() => choose(content.name)}
  >
    <Content {...content} />
  </div>
));

/** Folded: only the top of the menu, as icons. */
const Rail = () => {
  const { pathname } = useLocation();
  const texts = useTexts();
  const menu = useMenu();
  const [top] = menu.trail(pathname);
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
              data-inside={top?.path === entry.path || undefined}
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

const Branches = () => {
  const texts = useTexts();
  const tree = useModuleTree();
  const { rows, inside, filter, choose, toggle, toggleFavorite } = tree;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the input inside */}
      <div className={classes.filter} onKeyDown={tree.onFilterKeyDown}>
        <FilterInput value={tree.words} onChange={tree.setWords} label={texts('tree.filter')} />
      </div>
      <div ref={tree.scroller} className={classes.scroll} {...tree.stillness}>
        <div
          role="tree"
          tabIndex={0}
          // Where the sheet of a phone begins: the filter would bring up the keyboard.
          data-autofocus
          aria-label={texts('tree.title')}
          aria-activedescendant={rows.length > 0 ? tree.rowId(rows[tree.active]?.key) : undefined}
          className={classes.branches}
          onKeyDown={tree.onKeyDown}
          onClick={tree.onClick}
        >
          <Filter value={filter}>
            {branchesOf(rows).map(({ first, length }) => (
              <div
                key={rows[first]?.key}
                role="none"
                className={classes.branch}
                style={{ '--rows': length } as CSSProperties}
              >
                {rows.slice(first, first + length).map(({ key, parent: _, ...row }, place) => (
                  <Row
                    key={key}
                    {...row}
                    name={key}
                    id={tree.rowId(key)}
                    active={first + place === tree.active}
                    current={row.entry !== undefined && key === tree.pathname}
                    inside={row.entry !== undefined && inside.has(key)}
                    favorite={row.entry !== undefined && tree.isFavorite(row.entry.path)}
                    choose={choose}
                    toggle={toggle}
                    toggleFavorite={toggleFavorite}
                  />
                ))}
              </div>
            ))}
          </Filter>
        </div>
        {rows.length === 0 && <p className={classes.none}>{texts('tree.none')}</p>}
      </div>
    </>
  );
};

interface Props {
  readonly folded: boolean;
  /** Drawn in the sheet of a phone: it is not folded there. */
  readonly sheet?: boolean;
}

/** The screens of this person as a tree, with a filter on top; what is one's own stands first. */
export const ModuleTree = ({ folded, sheet = false }: Props) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const Fold = folded ? PanelLeftOpen : PanelLeftClose;
  return (
    <nav className={classes.tree} aria-label={texts('tree.title')} data-folded={folded || undefined}>
      {folded ? <Rail /> : <Branches />}
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
