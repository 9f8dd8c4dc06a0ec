import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Job } from '../../../engine/contract/job.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useAppStore } from '../../../engine/ui/store/hooks.ts';
import { isOfImport, takeImportEnd } from '../../screens/imports/take-import-end.ts';
import { useSaveJobFile } from '../../screens/jobs/use-job-actions.ts';
import { tellEnd } from './tell-end.ts';
import { watchJobs } from './watch-jobs.ts';

interface Props {
  /** Since when the frame is shown, a moment of `performance.now()`. */
  readonly shown: number;
}

/** Tells of own jobs that end while one works, wherever one is. Draws nothing. */
const JobEnds = ({ shown }: Props): null => {
  const texts = useTexts();
  const store = useAppStore();
  const navigate = useNavigate();
  const save = useSaveJobFile();
  const { pathname } = useLocation();
  const location = useRef(pathname);
  location.current = pathname;
  const latest = useRef<(job: Job) => unknown>(() => {});
  latest.current = async (job) => {
    const at = isOfImport(job) ? await takeImportEnd(store, job) : undefined;
    // The page of the import says it itself.
    if (at !== undefined && at === location.current) return;
    tellEnd(texts, job, {
      save,
      open: () => void navigate('/trabalhos'),
      openImport: () => void navigate(at ?? '/importacoes'),
    });
  };
  useEffect(() => watchJobs(store, (job) => void latest.current(job), shown), [store, shown]);
  return null;
};

export default JobEnds;
