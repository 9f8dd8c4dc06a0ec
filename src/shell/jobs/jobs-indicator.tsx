import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { LoaderCircle } from 'lucide-react';
import { Link } from 'react-router';
import { shareOf } from '../../../engine/ui/runtime/progress-words.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useAppSelector } from '../../../engine/ui/store/hooks.ts';
import { JobProgress } from '../../screens/jobs/job-progress.tsx';
import classes from './jobs-indicator.module.css';

/** In the top bar while own jobs are under way: how far they are, and the way to all of them. */
const JobsIndicator = ({ phone }: { readonly phone: boolean }) => {
  const texts = useTexts();
  const open = useAppSelector((state) => state.jobs.open);
  const [opened, { toggle, close }] = useDisclosure(false);
  if (open.length === 0) return null;
  const [first] = open;
  const share = open.length === 1 && first ? shareOf(first) : undefined;
  const percent = share === undefined ? '' : `${Math.floor(share)} %`;
  return (
    <Popover opened={opened} onChange={close} position="bottom-end" width={300} withinPortal trapFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes.indicator}
          onClick={toggle}
          aria-label={[texts.count('jobs.indicator', open.length), percent].filter(Boolean).join(', ')}
        >
          <LoaderCircle size={15} className={classes.turning} aria-hidden />
          {!phone && <span>{percent || texts.count('jobs.indicator', open.length)}</span>}
        </button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.jobs}>
          {open.map((job) => (
            <li key={job.id}>
              <p className={classes.title}>{job.title}</p>
              <JobProgress job={job} />
            </li>
          ))}
        </ul>
        <Link to="/trabalhos" className={classes.all} onClick={close} data-autofocus>
          {texts('jobs.see')}
        </Link>
      </Popover.Dropdown>
    </Popover>
  );
};

export default JobsIndicator;
