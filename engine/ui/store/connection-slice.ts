import { createSlice } from '@reduxjs/toolkit';

/** Whether the last call got any answer. */
const slice = createSlice({
  name: 'connection',
  initialState: { lost: false },
  reducers: {
    connectionLost: () => ({ lost: true }),
    connectionRestored: (state) => (state.lost ? { lost: false } : state),
  },
});

export const { connectionLost, connectionRestored } = slice.actions;
export const connectionReducer = slice.reducer;
