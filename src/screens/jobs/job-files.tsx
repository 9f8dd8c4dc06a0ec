import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { JobItem } from './job-item.tsx';
import classes from './jobs.module.css';
import { useImportsByJob } from './use-imports-by-job.ts';
import { useJobs } from './use-jobs.ts';

/** Own jobs that are told of beside the files of exports. */
const most = 5;

/** Above the list of generated files: the own ones that are made behind, or are to be taken. */
export const JobFiles = () => {
  const texts = useTexts();
  const { jobs } = useJobs({ all: false });
  const shown = jobs.filter(({ state, file }) => state !== 'done' || file?.gone === false).slice(0, most);
  const imports = useImportsByJob(shown);
  if (shown.length === 0) return null;
  return (
    <section className={classes.note} aria-labelledby="fi-job-files">
      <h2 id="fi-job-files">{texts('jobs.files')}</h2>
      <ul className={classes.jobs}>
        {shown.map((job) => (
          <JobItem key={job.id} job={job} own of={imports.get(job.id)} />
        ))}
      </ul>
    </section>
  );
};
