/** The calls of jobs. */

import type { HistoryArchive } from '../../contract/history-archive.ts';
import { archivesPath } from '../../contract/history-archive.ts';
import type { Job, JobDetail, JobState } from '../../contract/job.ts';
import type { JobSchedule, NewSchedule } from '../../contract/job-schedule.ts';
import { schedulesPath } from '../../contract/job-schedule.ts';
import { api } from './api.ts';
import { jobsAsked } from './jobs-slice.ts';

interface JobsAsked {
  /** Of all people, for who administers jobs. */
  readonly all: boolean;
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
}

const listUrl = ({ all, state, kind }: JobsAsked): string => {
  const search = new URLSearchParams({ limit: '200', ...(state && { state }), ...(kind && { kind }) });
  return `/trabalhos${all ? '/todos' : ''}?${search}`;
};

export const jobsApi = api.injectEndpoints({
  endpoints: (build) => ({
    askJob: build.mutation<Job, { readonly kind: string; readonly input: unknown }>({
      query: (body) => ({ url: '/trabalhos', method: 'POST', body, placed: true }),
      invalidatesTags: ['Jobs'],
      onQueryStarted: async (_asked, { dispatch, queryFulfilled }) => {
        await queryFulfilled.then(
          () => dispatch(jobsAsked()),
          () => undefined,
        );
      },
    }),
    jobs: build.query<readonly Job[], JobsAsked>({
      query: (asked) => ({ url: listUrl(asked), placed: true }),
      providesTags: ['Jobs'],
      keepUnusedDataFor: 0,
    }),
    job: build.query<JobDetail, string>({
      query: (id) => ({ url: `/trabalhos/${id}`, placed: true }),
      providesTags: ['Jobs'],
      keepUnusedDataFor: 0,
    }),
    jobKinds: build.query<readonly { readonly name: string; readonly label: string }[], void>({
      query: () => ({ url: '/trabalhos/tipos', placed: true }),
    }),
    schedules: build.query<readonly JobSchedule[], void>({
      query: () => ({ url: schedulesPath, placed: true }),
      providesTags: ['Schedules'],
      keepUnusedDataFor: 0,
    }),
    addSchedule: build.mutation<JobSchedule, NewSchedule>({
      query: (body) => ({ url: schedulesPath, method: 'POST', body, placed: true }),
      invalidatesTags: ['Schedules'],
    }),
    removeSchedule: build.mutation<null, string>({
      query: (id) => ({ url: `${schedulesPath}/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Schedules'],
    }),
    historyArchives: build.query<readonly HistoryArchive[], void>({
      query: () => ({ url: archivesPath, placed: true }),
      keepUnusedDataFor: 0,
    }),
    moveJob: build.mutation<Job, { readonly id: string; readonly move: 'cancelar' | 'repetir' }>({
      query: ({ id, move }) => ({ url: `/trabalhos/${id}/${move}`, method: 'POST' }),
      // Where it was refused, what is shown is old.
      invalidatesTags: ['Jobs'],
      onQueryStarted: async (_moved, { dispatch, queryFulfilled }) => {
        await queryFulfilled.catch(() => undefined);
        dispatch(jobsAsked());
      },
    }),
  }),
});

export const {
  useAskJobMutation,
  useJobsQuery,
  useJobQuery,
  useJobKindsQuery,
  useMoveJobMutation,
  useHistoryArchivesQuery,
  useSchedulesQuery,
  useAddScheduleMutation,
  useRemoveScheduleMutation,
} = jobsApi;
