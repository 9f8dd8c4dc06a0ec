/**
 * The saved views of a list, and the one in force. The address names it; its filters are in the address too, so that they
 * can be changed without the view. In: the list's setting. Out: views, and what may be done with them.
 */
import { useCallback, useEffect, useState } from 'react';
import type { ListLayout } from '../../contract/list-layout.ts';
import { parseListQuery } from '../../contract/list-query.ts';
import type { SavedView, ViewChange } from '../../contract/saved-view.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { ApiFailure } from '../store/base-query.ts';
import { useAppDispatch } from '../store/hooks.ts';
import {
  useChangeViewMutation,
  useCreateViewMutation,
  useRemoveViewMutation,
  useViewsQuery,
  viewRemoved,
  viewWritten,
} from '../store/views-api.ts';
import type { ListSetting } from './list-setting.ts';
import { useAddressChanges, useListPart } from './screen-address.tsx';
import type { Setting } from './use-setting.ts';
import { addressOf, saysNothing, viewIdIn, writeViewQuery } from './view-address.ts';

const noViews: readonly SavedView[] = [];

/** undefined: done. */
type Outcome = Promise<ApiFailure | undefined>;

export const useListViews = ({ screen: { path } }: ScreenModel, setting: Setting<ListSetting>) => {
  const dispatch = useAppDispatch();
  const { params } = useListPart();
  const { change: changeAddress } = useAddressChanges();
  const { start } = setting.value;
  const id = viewIdIn(params);

  // The list begins with a view of the person's choice where the address asks for nothing else.
  const [begun, setBegun] = useState(() => start === undefined || !saysNothing(params));
  const [asked, setAsked] = useState(false);
  const answer = useViewsQuery(path, { skip: !asked && begun && id === undefined });
  const all = answer.data ?? noViews;
  const settled = answer.data !== undefined || answer.isError;
  const active = all.find((view) => view.id === id);

  const apply = useCallback(
    (view: SavedView | undefined, replace = false) => changeAddress((kept) => addressOf(view, kept), replace),
    [changeAddress],
  );
  useEffect(() => {
    if (begun || !settled) return;
    const first = all.find((view) => view.id === start);
    if (first !== undefined) apply(first, true);
    setBegun(true);
  }, [begun, settled, all, start, apply]);

  const [create, creating] = useCreateViewMutation();
  const [change, changing] = useChangeViewMutation();
  const [remove, removing] = useRemoveViewMutation();

  const changeView = async (view: SavedView, changes: ViewChange): Outcome => {
    const { data, error } = await change({ view, change: changes });
    if (data) dispatch(viewWritten(data));
    return error as ApiFailure | undefined;
  };
  const forget = (view: SavedView) =>
    setting.set((kept) => ({
      ...kept,
      view: kept.view?.id === view.id ? undefined : kept.view,
      start: kept.start === view.id ? undefined : kept.start,
    }));
  const query = writeViewQuery(parseListQuery(params));

  return {
    all,
    active,
    start: all.some((view) => view.id === start) ? start : undefined,
    query,
    /** The list does not know yet what it shows. */
    pending: !begun || (id !== undefined && !settled),
    /** Whether the views are still to be read. */
    reading: !settled,
    failure: answer.error as ApiFailure | undefined,
    busy: creating.isLoading || changing.isLoading || removing.isLoading,
    load: () => setAsked(true),
    apply,
    saveAs: async (name: string, shared: boolean, layout: ListLayout): Outcome => {
      const { data, error } = await create({ screen: path, name, shared, content: { query, layout } });
      if (data) {
        dispatch(viewWritten(data));
        apply(data, true);
      }
      return error as ApiFailure | undefined;
    },
    save: async (view: SavedView, layout: ListLayout): Outcome => {
      const failure = await changeView(view, { content: { query, layout } });
      if (failure === undefined) forgetChanges(setting, view);
      return failure;
    },
    change: changeView,
    remove: async (view: SavedView): Outcome => {
      const failure = (await remove(view)).error as ApiFailure | undefined;
      if (failure !== undefined) return failure;
      forget(view);
      if (view.id === id) apply(undefined, true);
      dispatch(viewRemoved(view));
      return undefined;
    },
    /** Gives up what was changed of the view since it was saved. */
    revert: (view: SavedView) => {
      forgetChanges(setting, view);
      apply(view);
    },
    setStart: (view: SavedView | undefined) => setting.set((kept) => ({ ...kept, start: view?.id })),
  };
};

const forgetChanges = (setting: Setting<ListSetting>, { id }: SavedView): void =>
  setting.set((kept) => (kept.view?.id === id ? { ...kept, view: undefined } : kept));
