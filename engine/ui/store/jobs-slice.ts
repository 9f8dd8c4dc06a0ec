/** The own jobs as the server told of them last, while any of them is not over. */
import type { PayloadAction } from '@reduxjs/toolkit';
import { createSlice } from '@reduxjs/toolkit';
import type { JobsNow } from '../../contract/job.ts';

export interface JobsState extends Pick<JobsNow, 'open' | 'ended' | 'filling'> {
  /** Grows when one is asked for here: then the server is asked of them. */
  readonly asked: number;
}

export const noJobs: JobsState = { open: [], ended: [], filling: false, asked: 0 };

const slice = createSlice({
  name: 'jobs',
  initialState: noJobs,
  reducers: {
    jobsAsked: (state): JobsState => ({ ...state, asked: state.asked + 1 }),
    jobsTold: ({ asked }, { payload: { open, ended, filling } }: PayloadAction<Omit<JobsNow, 'at'>>): JobsState => ({
      open,
      ended,
      filling,
      asked,
    }),
  },
});

export const { jobsAsked, jobsTold } = slice.actions;
export const jobsReducer = slice.reducer;
