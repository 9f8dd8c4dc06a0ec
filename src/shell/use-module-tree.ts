import type { KeyboardEvent, MouseEvent } from 'react';
import { useCallback, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTexts } from '../../engine/ui/runtime/texts.ts';
import { useMarkedScreens } from '../../engine/ui/runtime/use-marked-screens.ts';
import { useMenu } from '../../engine/ui/runtime/use-menu.ts';
import { groupToggled } from '../../engine/ui/store/frame-slice.ts';
import { useAppDispatch, useAppSelector } from '../../engine/ui/store/hooks.ts';
import { findByType, indexTitles, moveInTree, pathsFor, treeRows } from './tree-rows.ts';
import { useStill } from './use-still.ts';

/** Milliseconds within which typed letters make one word. */
const typingPause = 600;

/** All that the tree of modules is drawn from. */
export const useModuleTree = () => {
  const texts = useTexts();
  const menu = useMenu();
  const dispatch = useAppDispatch();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const id = useId();
  const closed = useAppSelector((state) => state.frame.closedGroups);
  const marked = useMarkedScreens();
  // A screen that opens comes to the recent ones, above all rows: none moves away from under the mouse.
  const { value: own, ...stillness } = useStill(
    useMemo(() => ({ favorites: marked.favorites, recents: marked.recents }), [marked.favorites, marked.recents]),
  );
  const { favorites, recents } = own;
  const [words, setWords] = useState('');
  // Hundreds of rows may come and go at a key: the input does not wait for them.
  const filter = useDeferredValue(words).trim();

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
  /** Of an element, so without blanks. */
  const rowId = (key = '') => `${id}${key.replace(' ', '')}`;
  const reveal = (key: string | undefined): void => {
    // A promise in newer browsers, which no effect may give back.
    void document.getElementById(rowId(key))?.scrollIntoView({ block: 'nearest' });
  };
  // The screen that is open shows in the tree, however long the tree is, also when the recent ones above it grow.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen or another tree asks for another look
  useEffect(() => reveal(rows[current]?.key), [pathname, menu, recents]);

  const toggle = useCallback((key: string) => void dispatch(groupToggled(key)), [dispatch]);
  const moveTo = (index: number) => {
    setActiveKey(rows[index]?.key);
    reveal(rows[index]?.key);
  };

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
    else document.getElementById(rowId(row.key))?.querySelector('a')?.click();
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
  /** Follows the link that was clicked; a click for another tab is the browser's. */
  const onClick = (event: MouseEvent): void => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    const to = link.getAttribute('href') ?? '/';
    void navigate(to, { replace: to === `${pathname}${search}` });
  };
  const openFirst = (): void =>
    scroller.current?.querySelector<HTMLElement>('[role="treeitem"]:not([aria-expanded]) a')?.click();
  /** Enter was pressed before what it is about was drawn. */
  const entered = useRef(false);
  useEffect(() => {
    if (!entered.current || words.trim() !== filter) return;
    entered.current = false;
    openFirst();
  });
  /** From the filter the arrow leads into the tree, and Enter to the first screen that was found. */
  const onFilterKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown') scroller.current?.querySelector<HTMLElement>('[role="tree"]')?.focus();
    else if (event.key === 'Enter' && words.trim() !== '') {
      if (words.trim() === filter) openFirst();
      else entered.current = true;
    } else return;
    event.preventDefault();
  };

  return {
    rows,
    active,
    inside,
    pathname,
    words,
    setWords,
    filter,
    scroller,
    rowId,
    toggle,
    choose: setActiveKey,
    stillness,
    isFavorite: marked.isFavorite,
    toggleFavorite: marked.toggleFavorite,
    onKeyDown,
    onClick,
    onFilterKeyDown,
  };
};
