/** The provider that is worked for: every call for rows tells the server, which then gives none of others. */
import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';

export interface ProviderState {
  /** That of the open screen, which asks for one; null: it works for nobody in particular. */
  readonly screen: number | null;
  /** The one that a person who acts for several has chosen, for all screens; null: all of them. */
  readonly chosen: number | null;
  /** How often the server has refused the chosen one: the person acts for it no more. */
  readonly refusals: number;
}

/** As much of the store as a call may read. */
export interface WithProvider {
  readonly provider: ProviderState;
}

const initial: ProviderState = { screen: null, chosen: null, refusals: 0 };

/** Whom calls are for: a screen that asks for a provider goes before what holds for all. */
export const workedFor = ({ provider: { screen, chosen } }: WithProvider): number | null => screen ?? chosen;

const slice = createSlice({
  name: 'provider',
  initialState: initial,
  reducers: {
    providerChosen: (state, { payload }: PayloadAction<number | null>): ProviderState => ({
      ...state,
      screen: payload,
    }),
    providerTakenUp: (state, { payload }: PayloadAction<number | null>): ProviderState => ({
      ...state,
      chosen: payload,
    }),
    providerRefused: (state): ProviderState =>
      state.chosen === null ? state : { ...state, refusals: state.refusals + 1 },
  },
});

export const { providerChosen, providerTakenUp, providerRefused } = slice.actions;
export const providerReducer = slice.reducer;
