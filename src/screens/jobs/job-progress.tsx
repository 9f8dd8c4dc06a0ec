import { Progress } from '@mantine/core';
import type { Job } from '../../../engine/contract/job.ts';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';
import { formatCount, useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './jobs.module.css';

/** Of a hundred; undefined where nobody knows how much there is. */
export const shareOf = ({ done, total }: Pick<Job, 'done' | 'total'>): number | undefined =>
  total === null || total === 0 ? undefined : Math.min(100, (done / total) * 100);

/** `12 s`, `3 min`, `1 h 20 min`. */
export const writeDuration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

/** What is done, how fast, and how long it still takes. */
export const progressWords = (texts: Texts, job: Job): readonly string[] => [
  ...(job.state === 'queued' ? [texts('jobs.state.queued')] : []),
  ...(job.total === null
    ? job.done > 0
      ? [formatCount(job.done)]
      : []
    : [texts('jobs.progress', { done: formatCount(job.done), total: formatCount(job.total) })]),
  ...(job.rate === null ? [] : [texts('jobs.rate', { rate: formatCount(Math.round(job.rate)) })]),
  ...(job.remaining === null ? [] : [texts('jobs.remaining', { time: writeDuration(job.remaining) })]),
];

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
        {progressWords(texts, job).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
    </>
  );
};
