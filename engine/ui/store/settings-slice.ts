import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice, original } from '@reduxjs/toolkit';
import { sessionClosed, sessionExpired, sessionStarted } from './session-slice.ts';

/** Settings that the server does not have yet, by key; null: to be taken away. They count before what it has. */
export interface SettingsState {
  readonly unsent: Readonly<Record<string, unknown>>;
}

interface Setting {
  readonly key: string;
  readonly value: unknown;
}

const initialState: SettingsState = { unsent: {} };
const nothing = (): SettingsState => initialState;

const slice = createSlice({
  name: 'settings',
  initialState,
  reducers: {
    settingChanged: ({ unsent }, { payload: { key, value } }: PayloadAction<Setting>): SettingsState => ({
      unsent: { ...unsent, [key]: value },
    }),
    /** The server has the value, or will not have it; one set meanwhile is still to be sent. */
    settingSettled: (state, { payload: { key, value } }: PayloadAction<Setting>): SettingsState => {
      // As it was put in: a draft gives another object for the same value.
      const { unsent } = original(state) ?? state;
      if (unsent[key] !== value) return state;
      const { [key]: _settled, ...others } = unsent;
      return { unsent: others };
    },
    /** What this person's last visit could not send. */
    settingsRestored: ({ unsent }, { payload }: PayloadAction<SettingsState['unsent']>): SettingsState => ({
      unsent: { ...payload, ...unsent },
    }),
  },
  extraReducers: (build) => {
    for (const action of [sessionStarted, sessionClosed, sessionExpired]) build.addCase(action, nothing);
  },
});

export const { settingChanged, settingSettled, settingsRestored } = slice.actions;
export const settingsReducer = slice.reducer;
