import { ActionIcon, Tooltip } from '@mantine/core';
import { ChevronRight, House, PanelLeftClose, PanelLeftOpen, Star } from 'lucide-react';
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
import { useModuleTree } from './use-module-tree.ts';

/** Pixels of a row; a finger needs more. */
const rowHeights = { mouse: 30, touch: 40 };

type Tree = ReturnType<typeof useModuleTree>;

interface RowProps {
  readonly tree: Tree;
  readonly row: TreeRow;
  readonly index: number;
  readonly height: number;
}

const Row = ({ tree, row, index, height }: RowProps) => {
  const texts = useTexts();
  const { entry, title, open } = row;
  const current = entry !== undefined && row.key === tree.pathname;
  const favorite = entry !== undefined && tree.isFavorite(entry.path);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the tree around it has focus and keys
    <div
      id={tree.rowId(index)}
      role="treeitem"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={open}
      aria-current={current ? 'page' : undefined}
      className={classes.row}
      data-active={index === tree.active || undefined}
      data-inside={(entry !== undefined && tree.inside.has(row.key)) || undefined}
      style={{ top: index * height, height, paddingInlineStart: 4 + (row.level - 1) * 14 }}
      onClick={() => tree.choose(index)}
    >
      {open === undefined ? (
        <span className={classes.leaf} />
      ) : (
        <button
          type="button"
          tabIndex={-1}
          className={classes.toggle}
          data-open={open || undefined}
          aria-label={texts(open ? 'tree.closeGroup' : 'tree.openGroup', { title })}
          onClick={() => tree.toggle(row.key)}
        >
          <ChevronRight size={13} aria-hidden />
        </button>
      )}
      {entry === undefined ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: Enter on the row does the same
        <span className={classes.heading} onClick={() => tree.toggle(row.key)}>
          {title}
        </span>
      ) : (
        <EntryLink entry={entry} className={classes.link} tabIndex={-1} current={current}>
          <ScreenIcon name={entry.icon} size={15} />
          <span className={classes.title} title={title}>
            <MarkedText text={title} words={tree.filter} />
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
          onClick={() => tree.toggleFavorite(entry.path)}
        >
          <Star size={13} aria-hidden />
        </button>
      )}
    </div>
  );
};

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

const Branches = ({ height }: { readonly height: number }) => {
  const texts = useTexts();
  const tree = useModuleTree(height);
  const { rows } = tree;
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the input inside */}
      <div className={classes.filter} onKeyDown={tree.onFilterKeyDown}>
        <FilterInput value={tree.words} onChange={tree.setWords} label={texts('tree.filter')} />
      </div>
      <div ref={tree.scroller} className={classes.scroll}>
        <div
          role="tree"
          tabIndex={0}
          // Where the sheet of a phone begins: the filter would bring up the keyboard.
          data-autofocus
          aria-label={texts('tree.title')}
          aria-activedescendant={rows.length > 0 ? tree.rowId(tree.active) : undefined}
          className={classes.branches}
          style={{ height: rows.length * height }}
          onKeyDown={tree.onKeyDown}
        >
          {tree.drawn.map((index) => {
            const row = rows[index];
            return row && <Row key={row.key} tree={tree} row={row} index={index} height={height} />;
          })}
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
      {folded ? <Rail /> : <Branches height={sheet ? rowHeights.touch : rowHeights.mouse} />}
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
