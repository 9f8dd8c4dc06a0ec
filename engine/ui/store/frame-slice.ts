import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import { sessionClosed } from './session-slice.ts';

/** What the frame remembers from visit to visit. */
export interface FrameState {
  readonly treeFolded: boolean;
  /** Paths of the groups that the person closed, and names of lists above them; all others are open. */
  readonly closedGroups: readonly string[];
  readonly searchPanelOpen: boolean;
}

export const initialFrame: FrameState = { treeFolded: false, closedGroups: ['recents'], searchPanelOpen: false };

const slice = createSlice({
  name: 'frame',
  initialState: initialFrame,
  reducers: {
    treeToggled: (state) => ({ ...state, treeFolded: !state.treeFolded }),
    groupToggled: (state, { payload }: PayloadAction<string>) => ({
      ...state,
      closedGroups: state.closedGroups.includes(payload)
        ? state.closedGroups.filter((path) => path !== payload)
        : [...state.closedGroups, payload],
    }),
    searchPanelToggled: (state, { payload }: PayloadAction<boolean>) => ({ ...state, searchPanelOpen: payload }),
  },
  extraReducers: (build) => {
    // How the frame stands is the machine's; which groups there are is not for whoever comes next.
    build.addCase(sessionClosed, (state) => ({ ...state, closedGroups: initialFrame.closedGroups }));
  },
});

export const { treeToggled, groupToggled, searchPanelToggled } = slice.actions;
export const frameReducer = slice.reducer;
