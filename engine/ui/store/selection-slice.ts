import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { Selection } from '../runtime/selection.ts';
import { choose } from '../runtime/selection.ts';
import { sessionClosed, sessionExpired, sessionStarted } from './session-slice.ts';

/** The chosen rows of each list, by its path, as long as the page is not loaded anew. */
export interface SelectionState {
  readonly [path: string]: {
    /** The filter that they were chosen under. */
    readonly filter: string;
    readonly selection: Selection;
  };
}

const none: SelectionState = {};

const slice = createSlice({
  name: 'selection',
  initialState: none,
  reducers: {
    rowsChosen: (
      state,
      { payload: { path, filter, selection } }: PayloadAction<{ path: string; filter: string; selection: Selection }>,
    ): SelectionState => ({ ...state, [path]: { filter, selection } }),
    /** Records that are gone are no longer chosen. */
    rowsGone: (state, { payload: { path, ids } }: PayloadAction<{ path: string; ids: readonly number[] }>) => {
      const known: SelectionState[string] | undefined = state[path];
      if (known === undefined || known.selection.kind === 'all') return state;
      return { ...state, [path]: { ...known, selection: choose(known.selection, ids, false) } };
    },
  },
  extraReducers: (builder) => {
    for (const over of [sessionStarted, sessionClosed, sessionExpired]) builder.addCase(over, () => none);
  },
});

export const { rowsChosen, rowsGone } = slice.actions;
export const selectionReducer = slice.reducer;
