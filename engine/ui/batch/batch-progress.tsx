import { Progress } from '@mantine/core';
import type { BatchPlan, BatchProgress } from '../../contract/batch.ts';
import { progressAbove } from '../../contract/batch-progress.ts';
import { progressWords, shareOf } from '../runtime/progress-words.ts';
import { useTexts } from '../runtime/texts.ts';
import { useBatchNowQuery, usePlanNowQuery } from '../store/batch-api.ts';
import classes from './batch-progress.module.css';

/** How far a batch is: a bar, and beneath it the records, how fast they go and how long they take. */
export const BatchProgressLine = ({
  title,
  progress,
}: {
  readonly title: string;
  readonly progress: BatchProgress;
}) => {
  const texts = useTexts();
  return (
    <>
      <Progress value={shareOf(progress) ?? 0} size="sm" mt={6} aria-label={texts('jobs.progress.of', { title })} />
      <p className={classes.words}>
        {progressWords(texts, progress).map((words) => (
          <span key={words}>{words}</span>
        ))}
      </p>
    </>
  );
};

/** Milliseconds between two looks at a batch that is being planned or applied. */
const look = 1_000;

interface NowProps {
  readonly batch: Pick<BatchPlan, 'id' | 'rows'>;
  readonly title: string;
}

/** Of a batch that is being applied: how far it is, once the server tells, and that one need not wait for it. */
export const BatchNow = ({ batch: { id, rows }, title }: NowProps) => {
  const texts = useTexts();
  const { data } = useBatchNowQuery(id, {
    pollingInterval: look,
    refetchOnMountOrArgChange: true,
    skip: rows <= progressAbove,
  });
  if (data === undefined || data.progress === null) return null;
  return (
    <div className={classes.now}>
      <BatchProgressLine title={title} progress={data.progress} />
      <p className={classes.leave}>{texts('batch.running.leave')}</p>
    </div>
  );
};

interface PlanProps {
  /** By what it is followed. */
  readonly followed: string | undefined;
  readonly rows: number;
  readonly title: string;
}

/** Of a plan that is being made: how far it is, once the server tells, and that it can be ended. */
export const PlanProgress = ({ followed, rows, title }: PlanProps) => {
  const texts = useTexts();
  const { data } = usePlanNowQuery(followed ?? '', {
    pollingInterval: look,
    refetchOnMountOrArgChange: true,
    skip: rows <= progressAbove || followed === undefined,
  });
  if (data === undefined || data.progress === null) return null;
  return (
    <div className={classes.now}>
      <BatchProgressLine title={title} progress={data.progress} />
      <p className={classes.leave}>{texts('batch.planning.stop')}</p>
    </div>
  );
};
