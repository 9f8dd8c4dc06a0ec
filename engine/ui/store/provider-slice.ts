/** The provider that the open screen works for: every call for rows tells the server, which then gives none of others. */
import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';

export interface ProviderState {
  /** null: the screen works for nobody in particular. */
  readonly id: number | null;
}

/** As much of the store as a call may read. */
export interface WithProvider {
  readonly provider: ProviderState;
}

const initial: ProviderState = { id: null };

const slice = createSlice({
  name: 'provider',
  initialState: initial,
  reducers: {
    providerChosen: (_state, { payload }: PayloadAction<number | null>): ProviderState => ({ id: payload }),
  },
});

export const { providerChosen } = slice.actions;
export const providerReducer = slice.reducer;
