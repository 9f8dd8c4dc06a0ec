import { useLayoutEffect } from 'react';
import { api } from '../store/api.ts';
import type { Dispatch, RootState } from '../store/create-store.ts';
import { useAppDispatch, useAppSelector } from '../store/hooks.ts';
import { providerChosen } from '../store/provider-slice.ts';

/** What was read for another provider, or for none, is read anew. */
const workFor = (id: number | null) => (dispatch: Dispatch, getState: () => RootState) => {
  if (getState().provider.screen === id) return;
  dispatch(providerChosen(id));
  dispatch(api.util.invalidateTags(['Rows']));
};

/** Has the calls of the screen made for the provider, until another screen comes. Whether they are already. */
export const useWorkingProvider = (id: number | null): boolean => {
  const dispatch = useAppDispatch();
  const current = useAppSelector((state) => state.provider.screen);
  useLayoutEffect(() => dispatch(workFor(id)), [dispatch, id]);
  useLayoutEffect(() => () => dispatch(workFor(null)), [dispatch]);
  return current === id;
};
