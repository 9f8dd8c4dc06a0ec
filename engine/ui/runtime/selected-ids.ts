/** The ids behind a selection: those it names, or all that the filter finds now, read page by page. */
import { useEffect, useState } from 'react';
import type { ApiFailure } from '../store/base-query.ts';
import { readPage } from '../store/batch-api.ts';
import type { Dispatch } from '../store/create-store.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { Selection } from './selection.ts';
import { holderOf } from './selection.ts';

/** Rows that one batch takes. */
export const batchLimit = 100_000;
const pageSize = 1000;

interface Chosen {
  readonly path: string;
  /** The filter that `all` is about, as it is sent. */
  readonly filter: string;
  readonly selection: Selection;
}

/** Reads the ids until all are there, `told` of their number says no, or there are more than a batch takes. */
export const readSelectedIds = async (
  dispatch: Dispatch,
  { path, filter, selection }: Chosen,
  told: (count: number) => boolean,
): Promise<readonly number[]> => {
  if (selection.kind === 'some') return selection.ids;
  const has = holderOf(selection);
  const found: number[] = [];
  let cursor: string | undefined;
  do {
    const search = new URLSearchParams(filter);
    for (const [name, value] of [
      ['select', 'id'],
      ['order', 'id.asc'],
      ['limit', String(pageSize)],
    ] as const)
      search.set(name, value);
    if (cursor !== undefined) search.set('cursor', cursor);
    const page = await dispatch(readPage.initiate({ path, search: search.toString() }, { track: false })).unwrap();
    found.push(...page.ids.filter(has));
    cursor = page.next;
    if (!told(found.length)) break;
  } while (cursor !== undefined && found.length <= batchLimit);
  return found;
};

export type SelectedIds =
  | { readonly state: 'reading'; readonly count: number }
  | { readonly state: 'read'; readonly ids: readonly number[] }
  | { readonly state: 'many' }
  | { readonly state: 'failed'; readonly failure: ApiFailure };

/** The ids of a selection as it is now; reading stops with the component. */
export const useSelectedIds = (chosen: Chosen): SelectedIds => {
  const dispatch = useAppDispatch();
  const [asked] = useState(chosen);
  const [read, setRead] = useState<SelectedIds>(() =>
    asked.selection.kind === 'some' ? { state: 'read', ids: asked.selection.ids } : { state: 'reading', count: 0 },
  );
  useEffect(() => {
    if (asked.selection.kind === 'some') return;
    let stopped = false;
    const told = (count: number): boolean => {
      if (!stopped) setRead({ state: 'reading', count });
      return !stopped;
    };
    readSelectedIds(dispatch, asked, told).then(
      (ids) => {
        if (!stopped) setRead(ids.length > batchLimit ? { state: 'many' } : { state: 'read', ids });
      },
      (failure: ApiFailure) => {
        if (!stopped) setRead({ state: 'failed', failure });
      },
    );
    return () => {
      stopped = true;
    };
  }, [asked, dispatch]);
  return read;
};
