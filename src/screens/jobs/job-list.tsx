import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { JobItem } from './job-item.tsx';
import classes from './jobs.module.css';
import { useImportsByJob } from './use-imports-by-job.ts';
import type { JobsShown } from './use-jobs.ts';
import { useJobs } from './use-jobs.ts';

const noneText = ({ all, state, kind }: JobsShown): string => {
  if (!all) return 'jobs.none';
  return state === undefined && kind === undefined ? 'jobs.none.all' : 'jobs.none.filtered';
};

/** Jobs, the newest first. */
export const JobList = ({ shown }: { readonly shown: JobsShown }) => {
  const texts = useTexts();
  const login = useAppSelector((state) => state.session.user?.principal);
  const { jobs, loading, failure } = useJobs(shown);
  const imports = useImportsByJob(jobs);
  if (failure !== undefined) return <p className={classes.text}>{failureText(texts, failure)}</p>;
  if (loading) return <p className={classes.text}>{texts('jobs.loading')}</p>;
  if (jobs.length === 0) return <p className={classes.text}>{texts(noneText(shown))}</p>;
  return (
    <ul className={classes.jobs}>
      {jobs.map((job) => (
        <JobItem key={job.id} job={job} own={job.owner === login} named={shown.all} of={imports.get(job.id)} />
      ))}
    </ul>
  );
};
