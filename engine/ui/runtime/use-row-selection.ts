/** The chosen rows of a list: kept over its pages, its order and a visit to other screens, undone by another filter. */
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Row } from '../store/api.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { rowsChosen } from '../store/selection-slice.ts';
import type { Selection } from './selection.ts';
import { choose, everything, holderOf, nothing, pageState, sizeOf } from './selection.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';

interface ListPart {
  readonly path: string;
  /** The filter as it is sent. */
  readonly filter: string;
  readonly rows: readonly Row[];
  readonly count: { readonly total: number; readonly estimated: boolean } | undefined;
}

export const useRowSelection = ({ path, filter, rows, count }: ListPart) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const stored = useAppSelector((state) => state.selection[path]);
  const state = stored?.filter === filter ? stored.selection : nothing;

  const set = useCallback(
    (selection: Selection) => dispatch(rowsChosen({ path, filter, selection })),
    [dispatch, path, filter],
  );

  // Only a filter that changes before one's eyes undoes a choice that one still has in mind.
  const last = useRef({ path, filter, state });
  useEffect(() => {
    const before = last.current;
    last.current = { path, filter, state };
    if (before.path !== path || before.filter === filter || sizeOf(before.state, undefined) === 0) return;
    dispatch(rowsChosen({ path, filter, selection: nothing }));
    showAlert({ type: 'info', value: texts('selection.undone') });
  }, [path, filter, state, dispatch, texts]);

  return useMemo(() => {
    const has = holderOf(state);
    const onPage = rows.filter(({ id }) => has(id)).map(({ id }) => id);
    const total = count === undefined || count.estimated ? undefined : count.total;
    const size = sizeOf(state, total);
    return {
      state,
      has,
      /** Undefined where all are chosen and nobody has counted them to the last. */
      size,
      empty: size === 0,
      /** The chosen rows among those shown, in their order. */
      onPage,
      /** How much of the page is chosen. */
      page: pageState(
        state,
        rows.map(({ id }) => id),
      ),
      set,
      choose: (ids: readonly number[], on: boolean) => set(choose(state, ids, on)),
      all: () => set(everything),
      clear: () => set(nothing),
    };
  }, [state, rows, count, set]);
};
