import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { formatOfKind } from '../../../engine/contract/export.ts';
import type { JobSchedule } from '../../../engine/contract/job-schedule.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import { rhythmWords } from '../../../engine/ui/runtime/rhythm-words.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import { useRemoveScheduleMutation, useSchedulesQuery } from '../../../engine/ui/store/jobs-api.ts';
import account from '../account.module.css';
import classes from './jobs.module.css';

const ScheduleItem = ({ schedule }: { readonly schedule: JobSchedule }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const [remove, removing] = useRemoveScheduleMutation();
  const { id, kind, title, place, nextAt, lastAt, problem } = schedule;
  const format = formatOfKind(kind);
  const rhythm = rhythmWords(texts, schedule.rhythm);
  const drop = async (): Promise<void> => {
    const { error } = await remove(id);
    if (error === undefined) showAlert({ type: 'success', value: texts('jobs.schedules.removed') });
  };
  return (
    <li className={classes.job}>
      <div>
        <p className={classes.name}>{place === null ? title : <Link to={place}>{title}</Link>}</p>
        {problem !== null && lastAt !== null && (
          <p className={classes.problem}>
            {texts('jobs.schedules.problem', { moment: formatMoment(lastAt, timeZone), problem })}
          </p>
        )}
        <p className={classes.meta}>
          {format && <span>{texts(`export.format.${format}`)}</span>}
          <span>{rhythm}</span>
          <span>{texts('jobs.schedules.next', { moment: formatMoment(nextAt, timeZone) })}</span>
        </p>
      </div>
      <div className={classes.buttons}>
        <Button
          variant="default"
          size="compact-sm"
          loading={removing.isLoading}
          onClick={() => void drop()}
          aria-label={texts('jobs.schedules.remove.of', { title, rhythm })}
        >
          {texts('jobs.schedules.remove')}
        </Button>
      </div>
    </li>
  );
};

/** What the person is given again and again; nothing where there is none. */
export const Schedules = () => {
  const texts = useTexts();
  const { data: schedules = [] } = useSchedulesQuery();
  if (schedules.length === 0) return null;
  return (
    <section className={account.section} aria-labelledby="fi-schedules">
      <h2 id="fi-schedules">{texts('jobs.schedules')}</h2>
      <ul className={classes.jobs}>
        {schedules.map((schedule) => (
          <ScheduleItem key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </section>
  );
};
