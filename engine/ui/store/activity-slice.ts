import { createSlice } from '@reduxjs/toolkit';

/** How many things the person waits for: navigation, saving, a first load. Work behind the screen does not count. */
const slice = createSlice({
  name: 'activity',
  initialState: { waiting: 0 },
  reducers: {
    waitStarted: (state) => ({ waiting: state.waiting + 1 }),
    waitEnded: (state) => ({ waiting: Math.max(0, state.waiting - 1) }),
  },
});

export const { waitStarted, waitEnded } = slice.actions;
export const activityReducer = slice.reducer;
