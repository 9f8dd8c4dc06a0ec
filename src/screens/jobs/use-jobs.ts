/** A list of jobs that is true while they go on: the own ones as the frame is told of them, all of them asked again. */
import { useEffect } from 'react';
import type { Job, JobState } from '../../../engine/contract/job.ts';
import type { ApiFailure } from '../../../engine/ui/store/api.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { useJobsQuery } from '../../../engine/ui/store/jobs-api.ts';

export interface JobsShown {
  readonly all: boolean;
  readonly state?: JobState | undefined;
  readonly kind?: string | undefined;
}

export const useJobs = (shown: JobsShown) => {
  const { data, error, isLoading, refetch } = useJobsQuery(shown, { refetchOnMountOrArgChange: true });
  const { open, ended } = useAppSelector((state) => state.jobs);
  // What began or ended since is read with everything else that is told of it.
  const marks = [...open.map(({ id, state }) => `${id} ${state}`), ...ended.map(({ id }) => id)].join();
  const loaded = data !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the marks change
  useEffect(() => {
    if (loaded) void refetch();
  }, [marks]);
  const live = new Map([...open, ...ended].map((job) => [job.id, job]));
  return {
    jobs: (data ?? []).map((job): Job => live.get(job.id) ?? job),
    loading: isLoading,
    failure: error as ApiFailure | undefined,
  };
};
