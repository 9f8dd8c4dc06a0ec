import { Button } from '@mantine/core';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import { isOver } from '../../../engine/contract/job.ts';
import { Waiting } from '../../../engine/ui/controls/waiting.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { useJobActions } from '../jobs/use-job-actions.ts';
import classes from './import.module.css';
import { useLiveJob } from './use-live-job.ts';

interface Props {
  readonly detail: ImportDetail;
  readonly step: 'checking' | 'applying';
}

/** How far the rows are, which goes on whether it is looked at or not. */
export const ProgressStep = ({ detail, step }: Props) => {
  const texts = useTexts();
  const job = useLiveJob(detail.job);
  const { cancel } = useJobActions();
  return (
    <section className={classes.panel} aria-labelledby="fi-import-step">
      <h2 id="fi-import-step" tabIndex={-1}>
        {texts(`imports.${step}`)}
      </h2>
      {job === null || isOver(job.state) ? (
        <Waiting>{texts('imports.reading')}</Waiting>
      ) : (
        <>
          <JobProgress job={job} />
          <p className={classes.text}>{texts(`imports.${step}.leave`)}</p>
          <Button variant="default" className={classes.start ?? ''} onClick={() => cancel(job)}>
            {texts('action.cancel')}
          </Button>
        </>
      )}
    </section>
  );
};
