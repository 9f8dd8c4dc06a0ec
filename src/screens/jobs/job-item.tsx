import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Import } from '../../../engine/contract/import.ts';
import type { Job } from '../../../engine/contract/job.ts';
import { isOver } from '../../../engine/contract/job.ts';
import { writeSize } from '../../../engine/fields/attachment.ts';
import { formatMoment, formatMomentSeconds } from '../../../engine/fields/date-text.ts';
import { relativeTime } from '../../../engine/ui/runtime/relative-time.ts';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';
import { formatCount, useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import { useJobQuery } from '../../../engine/ui/store/jobs-api.ts';
import { JobProgress } from './job-progress.tsx';
import classes from './jobs.module.css';
import { isImportJob } from './use-imports-by-job.ts';
import { useJobActions } from './use-job-actions.ts';

const JobLog = ({ id }: { readonly id: string }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { data } = useJobQuery(id);
  if (data === undefined) return null;
  return (
    <ol className={classes.log} aria-label={texts('jobs.log')}>
      {data.log.length === 0 && <li>{texts('jobs.log.none')}</li>}
      {data.log.map(({ at, text }) => (
        <li key={`${at} ${text}`}>
          <time dateTime={at}>{formatMomentSeconds(at, timeZone)}</time>
          {text}
        </li>
      ))}
    </ol>
  );
};

/** What is told of a job that is over: rows, size, when its file goes. */
const endWords = (texts: Texts, { done, file }: Job, timeZone: string): readonly string[] => [
  ...(done > 0 ? [texts.count('jobs.done', done, { count: formatCount(done) })] : []),
  ...(file === null
    ? []
    : [
        writeSize(file.size),
        texts(file.gone ? 'jobs.expired' : 'jobs.expires', { moment: formatMoment(file.expiresAt, timeZone) }),
      ]),
];

interface Props {
  readonly job: Job;
  /** The caller asked for it: others get no file. */
  readonly own: boolean;
  /** Among those of others, where it is said whose each is. */
  readonly named?: boolean;
  /** Of the job that an own import had last: the import. */
  readonly of?: Import | undefined;
}

/** One job: its state, how far it is, and what may be done to it. */
export const JobItem = ({ job, own, named = !own, of }: Props) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const actions = useJobActions();
  const [logged, setLogged] = useState(false);
  const { title, state, owner, createdAt, problem, file, attempts } = job;
  const over = isOver(state);
  const exact = formatMoment(createdAt, timeZone);
  return (
    <li className={classes.job}>
      <div>
        <p className={classes.name}>
          {title}
          <span className={classes.state} data-state={state}>
            {texts(`jobs.state.${state}`)}
          </span>
        </p>
        {!over && <JobProgress job={job} />}
        {problem !== null && <p className={classes.problem}>{problem}</p>}
        <p className={classes.meta}>
          {named && <span>{owner}</span>}
          <time dateTime={createdAt} title={exact}>
            {relativeTime(createdAt, exact)}
          </time>
          {over && endWords(texts, job, timeZone).map((words) => <span key={words}>{words}</span>)}
          {attempts > 1 && <span>{texts('jobs.attempts', { count: attempts })}</span>}
        </p>
      </div>
      <div className={classes.buttons}>
        {own && file !== null && !file.gone && (
          <Button
            size="compact-sm"
            onClick={() => actions.save(job)}
            aria-label={texts('jobs.download.of', { name: file.name })}
          >
            {texts('jobs.download')}
          </Button>
        )}
        {of !== undefined && (
          <Button
            variant="default"
            size="compact-sm"
            component={Link}
            to={`/importacoes/${of.id}`}
            aria-label={texts('jobs.import.of', { name: of.file.name })}
          >
            {texts('jobs.import')}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (of !== undefined || !isImportJob(job)) && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => actions.again(job)}
            aria-label={texts('jobs.again.of', { title })}
          >
            {texts('jobs.again')}
          </Button>
        )}
        {!over && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => actions.cancel(job)}
            aria-label={texts('jobs.cancel.of', { title })}
          >
            {texts('action.cancel')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={logged}
          aria-label={texts('jobs.log.of', { title })}
          onClick={() => setLogged(!logged)}
        >
          {texts('jobs.log')}
        </Button>
      </div>
      {logged && <JobLog id={job.id} />}
    </li>
  );
};
