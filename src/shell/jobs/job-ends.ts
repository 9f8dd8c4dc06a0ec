import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import type { Job } from '../../../engine/contract/job.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useAppStore } from '../../../engine/ui/store/hooks.ts';
import { useSaveJobFile } from '../../screens/jobs/use-job-actions.ts';
import { tellEnd } from './tell-end.ts';
import { watchJobs } from './watch-jobs.ts';

/** Tells of own jobs that end while one works, wherever one is. Draws nothing. */
const JobEnds = (): null => {
  const texts = useTexts();
  const store = useAppStore();
  const navigate = useNavigate();
  const save = useSaveJobFile();
  const latest = useRef<(job: Job) => void>(() => {});
  latest.current = (job) => tellEnd(texts, job, { save, open: () => void navigate('/trabalhos') });
  useEffect(() => watchJobs(store, (job) => latest.current(job)), [store]);
  return null;
};

export default JobEnds;
