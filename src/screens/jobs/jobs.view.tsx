import { Select } from '@mantine/core';
import { useState } from 'react';
import { permits } from '../../../engine/access/permission-pair.ts';
import { archivesRight } from '../../../engine/contract/history-archive.ts';
import type { JobState } from '../../../engine/contract/job.ts';
import { jobStates, jobsRight } from '../../../engine/contract/job.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { useJobKindsQuery } from '../../../engine/ui/store/jobs-api.ts';
import type { WithSession } from '../../../engine/ui/store/session-slice.ts';
import account from '../account.module.css';
import { ScreenPage } from '../card-form.tsx';
import { HistoryArchives } from './history-archives.tsx';
import { JobList } from './job-list.tsx';
import classes from './jobs.module.css';
import { Schedules } from './schedules.tsx';

const administersJobs = ({ session }: WithSession): boolean =>
  permits(session.user?.permissions ?? [], jobsRight.action, jobsRight.subject);

const readsArchives = ({ session }: WithSession): boolean =>
  permits(session.user?.permissions ?? [], archivesRight.action, archivesRight.subject);

/** The jobs of all people, for who administers them. */
const AllJobs = () => {
  const texts = useTexts();
  const { data: kinds = [] } = useJobKindsQuery();
  const [state, setState] = useState<string | null>(null);
  const [kind, setKind] = useState<string | null>(null);
  return (
    <section className={account.section} aria-labelledby="fi-jobs-all">
      <h2 id="fi-jobs-all">{texts('jobs.all')}</h2>
      <div className={classes.filters}>
        <Select
          label={texts('jobs.filter.state')}
          placeholder={texts('jobs.filter.any')}
          data={jobStates.map((value) => ({ value, label: texts(`jobs.state.${value}`) }))}
          value={state}
          onChange={setState}
          clearable
        />
        <Select
          label={texts('jobs.filter.kind')}
          placeholder={texts('jobs.filter.any')}
          data={kinds.map(({ name, label }) => ({ value: name, label }))}
          value={kind}
          onChange={setKind}
          clearable
        />
      </div>
      <JobList shown={{ all: true, state: (state ?? undefined) as JobState | undefined, kind: kind ?? undefined }} />
    </section>
  );
};

/** The own jobs, and for who administers them those of all. */
export const JobsPage = () => {
  const texts = useTexts();
  const all = useAppSelector(administersJobs);
  const archives = useAppSelector(readsArchives);
  return (
    <ScreenPage title={texts('jobs.title')}>
      <section className={account.section} aria-labelledby="fi-jobs-mine">
        <h2 id="fi-jobs-mine">{texts('jobs.mine')}</h2>
        <JobList shown={{ all: false }} />
      </section>
      <Schedules />
      {all && <AllJobs />}
      {archives && <HistoryArchives />}
    </ScreenPage>
  );
};
