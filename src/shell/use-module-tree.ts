import type { KeyboardEvent } from 'react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMarkedScreens } from '../../engine/ui/runtime/use-marked-screens.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { groupToggled } from '../../engine/ui/store/frame-slice.ts';
import { useAppDispatch, useAppSelector } from '../../engine/ui/store/hooks.ts';
import { findByType, indexTitles, moveInTree, pathsFor, treeRows } from './tree-rows.ts';

/** Rows drawn above and below those in sight. */
const overscan = 10;
/** Milliseconds within which typed letters make one word. */
const typingPause = 600;

/** All that the tree of modules is drawn from. `rowHeight` in pixels; only the rows in sight are drawn. */
export const useModuleTree = (rowHeight: number) => {
  const texts = useTexts();
  const menu = useMenu();
  const dispatch = useAppDispatch();
  const { pathname } = useLocation();
  const id = useId();
  const closed = useAppSelector((state) => state.frame.closedGroups);
  const marked = useMarkedScreens();
  const { favorites, recents } = marked;
  const [words, setWords] = useState('');
  const filter = words.trim();

  const titles = useMemo(() => indexTitles(menu), [menu]);
  const shown = useMemo(() => (filter === '' ? undefined : pathsFor(menu, titles, filter)), [menu, titles, filter]);
  const lists = useMemo(
    () => [
      { key: 'favorites', title: texts('tree.favorites'), entries: favorites },
      { key: 'recents', title: texts('tree.recents'), entries: recents },
    ],
    [texts, favorites, recents],
  );
  const rows = useMemo(() => treeRows(menu, lists, new Set(closed), shown), [menu, lists, closed, shown]);
  const inside = useMemo(() => new Set(menu.trail(pathname).map(({ path }) => path)), [menu, pathname]);
  const current = rows.findIndex(({ key }) => key === pathname);

  // Which row the keys are on, by its key: rows come and go above it.
  const [activeKey, setActiveKey] = useState<string>();
  const found = rows.findIndex(({ key }) => key === activeKey);
  const active = found >= 0 ? found : Math.max(0, current);

  const scroller = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 900 });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, []);

  const reveal = (index: number): void => {
    const element = scroller.current;
    if (element === null || index < 0) return;
    const [top, bottom] = [index * rowHeight, (index + 1) * rowHeight];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (bottom > element.scrollTop + element.clientHeight) element.scrollTop = bottom - element.clientHeight;
  };
  // The screen that is open shows in the tree, however long the tree is, also when the recent ones above it grow.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen or another tree asks for another look
  useEffect(() => reveal(current), [pathname, menu, recents]);

  const toggle = (key: string) => dispatch(groupToggled(key));
  const moveTo = (index: number) => {
    setActiveKey(rows[index]?.key);
    reveal(index);
  };
  const rowId = (index: number) => `${id}${index}`;

  const typed = useRef({ text: '', at: 0 });
  const isTyping = (): boolean => Date.now() - typed.current.at < typingPause;
  const type = (letter: string): void => {
    typed.current = { text: isTyping() ? typed.current.text + letter : letter, at: Date.now() };
    const next = findByType(rows, active, typed.current.text);
    if (next >= 0) moveTo(next);
  };
  const open = (): void => {
    const row = rows[active];
    if (row === undefined) return;
    if (row.entry === undefined) toggle(row.key);
    else document.getElementById(rowId(active))?.querySelector('a')?.click();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moveInTree(rows, active, event.key);
    if (move !== undefined && 'to' in move) moveTo(move.to);
    else if (move !== undefined) {
      toggle(move.toggle);
      setActiveKey(move.toggle);
    } else if (event.key === 'Enter') open();
    else if (/^[\p{L}\p{N}]$/u.test(event.key) || (event.key === ' ' && isTyping())) type(event.key);
    else return;
    event.preventDefault();
  };
  /** From the filter the arrow leads into the tree, and Enter to the first screen that was found. */
  const onFilterKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') scroller.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
    else if (event.key === 'Enter' && filter !== '')
      scroller.current?.querySelector<HTMLElement>('[role="treeitem"]:not([aria-expanded]) a')?.click();
    else return;
    event.preventDefault();
  };

  const first = Math.max(0, Math.floor(view.top / rowHeight) - overscan);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / rowHeight) + overscan);
  const drawn = rows.map((_, index) => index).slice(first, last);
  // What the keys are on is there for whoever listens to it, in sight or not.
  if (active < rows.length && !drawn.includes(active)) drawn.push(active);

  return {
    menu,
    rows,
    drawn,
    active,
    inside,
    pathname,
    words,
    setWords,
    filter,
    scroller,
    rowId,
    toggle,
    choose: (index: number) => setActiveKey(rows[index]?.key),
    isFavorite: marked.isFavorite,
    toggleFavorite: marked.toggleFavorite,
    onKeyDown,
    onFilterKeyDown,
  };
};
