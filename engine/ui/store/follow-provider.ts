/**
 * Has the calls of whoever acts for several providers made for the one that is chosen, as soon as both are known: whom the
 * person acts for, and what was chosen last. What is not among them any more is no choice.
 */
import { keptProvider, providerSetting } from '../runtime/chosen-provider.ts';
import { settingIn } from '../runtime/use-setting.ts';
import { api } from './api.ts';
import type { Dispatch, RootState } from './create-store.ts';
import { providerTakenUp } from './provider-slice.ts';

interface Source {
  getState(): RootState;
  subscribe(listener: () => void): () => void;
  readonly dispatch: Dispatch;
}

const menuOf = api.endpoints.menu.select();

const choiceIn = (state: RootState): number | null => {
  const { providers = [] } = menuOf(state).data ?? {};
  if (providers.length < 2) return null;
  const kept = settingIn<number | undefined>(state, providerSetting, keptProvider, undefined);
  return providers.find(({ id }) => id === kept)?.id ?? null;
};

export const followProvider = (store: Source): void => {
  store.subscribe(() => {
    const state = store.getState();
    const chosen = choiceIn(state);
    if (chosen === state.provider.chosen) return;
    store.dispatch(providerTakenUp(chosen));
    // What was read for another, or for all, is read anew.
    store.dispatch(api.util.invalidateTags(['Rows']));
  });
};
