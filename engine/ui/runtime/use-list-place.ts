/**
 * The place in a list: its page, what was seen of it and the cell with the focus. Coming back from another screen, by
 * the browser's way back or by a reload one finds it as it was; another filter or order begins at the first page.
 */
import { useCallback, useEffect, useState } from 'react';
import type { NavigationType } from 'react-router';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import type { ListPlace } from '../store/places-slice.ts';
import { listBeginning, listLeft, pageTurned, screenSeen } from '../store/places-slice.ts';
import type { ListPages } from './list-pages.ts';
import { firstPage } from './list-pages.ts';

interface Shown {
  readonly path: string;
  /** Filters, order and page size. */
  readonly of: string;
  /** The list's own part of its address. */
  readonly address: string;
  /** How one came to it. */
  readonly arrival: NavigationType;
}

export const useListPlace = ({ path, of, address, arrival }: Shown) => {
  const dispatch = useAppDispatch();
  const list = `${path}?${of}`;
  const [seen, setSeen] = useState({ list, fresh: false });
  if (seen.list !== list) setSeen({ list, fresh: arrival !== 'POP' });
  const fresh = seen.list === list ? seen.fresh : arrival !== 'POP';
  const stored = useAppSelector((state) => state.places.lists[list]);
  const place: ListPlace = fresh ? listBeginning : (stored ?? listBeginning);

  useEffect(() => {
    if (fresh) dispatch(pageTurned({ list, pages: firstPage }));
  }, [fresh, list, dispatch]);
  useEffect(() => void dispatch(screenSeen({ path, address })), [path, address, dispatch]);

  return {
    list,
    place,
    setPages: useCallback(
      (pages: ListPages) => {
        dispatch(pageTurned({ list, pages }));
        setSeen({ list, fresh: false });
      },
      [dispatch, list],
    ),
    leave: useCallback(
      (left: Pick<ListPlace, 'top' | 'cell'>) => void dispatch(listLeft({ list, ...left })),
      [dispatch, list],
    ),
  };
};
