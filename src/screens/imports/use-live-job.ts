/** The job of an import as the frame is told of it, which is newer than what was read with the import. */
import type { Job } from '../../../engine/contract/job.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';

export const useLiveJob = (job: Job | null): Job | null => {
  const live = useAppSelector((state) => state.jobs.open.find(({ id }) => id === job?.id));
  return live ?? job;
};
