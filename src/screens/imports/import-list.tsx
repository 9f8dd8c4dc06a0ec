import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { Import } from '../../../engine/contract/import.ts';
import { isOver } from '../../../engine/contract/job.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { relativeTime } from '../../../engine/ui/runtime/relative-time.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import classes from './imports.module.css';
import { useImportsQuery, useRemoveImportMutation } from './imports-api.ts';
import { useLiveJob } from './use-live-job.ts';

/** What the rows came to, as far as it is known. */
const countWords = (texts: Texts, { state, batch }: Import): readonly string[] =>
  batch === null
    ? []
    : [
        state === 'applied'
          ? texts.count('batches.written', batch.written)
          : texts.count('imports.changes', batch.changes),
        ...(batch.refused > 0 ? [texts.count('imports.refused', batch.refused)] : []),
      ];

const ImportItem = ({ one, onRemove }: { readonly one: Import; readonly onRemove: () => void }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const job = useLiveJob(one.job);
  const { id, file, state, createdAt, batch } = one;
  const busy = state === 'checking' || state === 'applying';
  const undone = batch !== null && batch.undoneBy !== null;
  const exact = formatMoment(createdAt, timeZone);
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.name}>
          <Link to={`/importacoes/${id}`}>{file.name}</Link>
          <span className={classes.state} data-state={undone ? 'undone' : state}>
            {texts(undone ? 'batches.undone' : `imports.state.${state}`)}
          </span>
        </p>
        {busy && job !== null && !isOver(job.state) && <JobProgress job={job} />}
        <p className={classes.meta}>
          <Link to={one.path}>{one.title}</Link>
          <time dateTime={createdAt} title={exact}>
            {relativeTime(createdAt, exact)}
          </time>
          {countWords(texts, one).map((words) => (
            <span key={words}>{words}</span>
          ))}
        </p>
      </div>
      {!busy && state !== 'applied' && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onRemove}
          aria-label={texts('imports.remove.of', { name: file.name })}
        >
          {texts('imports.remove')}
        </Button>
      )}
    </li>
  );
};

/** The own imports, the newest first. */
export const ImportList = () => {
  const texts = useTexts();
  const { data, error } = useImportsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [remove] = useRemoveImportMutation();
  const onRemove = async (id: string) => {
    const answer = await remove(id);
    if (answer.error !== undefined) showAlert({ type: 'error', value: failureText(texts, answer.error) });
  };
  if (error !== undefined) return <p role="alert">{failureText(texts, error)}</p>;
  if (data === undefined) return <p className={classes.text}>{texts('imports.loading')}</p>;
  if (data.length === 0) return <p className={classes.text}>{texts('imports.none')}</p>;
  return (
    <ul className={classes.items}>
      {data.map((one) => (
        <ImportItem key={one.id} one={one} onRemove={() => void onRemove(one.id)} />
      ))}
    </ul>
  );
};
