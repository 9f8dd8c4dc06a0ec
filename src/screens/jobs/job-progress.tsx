import { Progress } from '@mantine/core';
import type { Job } from '../../../engine/contract/job.ts';
import { progressWords, shareOf } from '../../../engine/ui/runtime/progress-words.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './jobs.module.css';

export const JobProgress = ({ job }: { readonly job: Job }) => {
  const texts = useTexts();
  const share = shareOf(job);
  return (
    <>
      <Progress
        value={share ?? 100}
        animated={share === undefined && job.state === 'running'}
        size="sm"
        aria-label={texts('jobs.progress.of', { title: job.title })}
      />
      <p className={classes.meta}>
        {job.state === 'queued' && <span>{texts('jobs.state.queued')}</span>}
        {progressWords(texts, job).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
    </>
  );
};
