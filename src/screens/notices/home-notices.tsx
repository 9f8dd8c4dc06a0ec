import { Button } from '@mantine/core';
import { Check } from 'lucide-react';
import { Link } from 'react-router';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import classes from './home-notices.module.css';
import { NoticeDays, UrgentMark } from './notice-parts.tsx';
import { useNoticesQuery } from './notices-store.ts';
import { useReadNotices } from './use-read-notices.ts';

/** At the home: more stand on the page of the notices. */
const mostShown = 3;

/** The notices that the person has not read yet. */
const HomeNotices = () => {
  const texts = useTexts();
  const { data = [] } = useNoticesQuery('inicio');
  const { isRead, markRead, ready } = useReadNotices();
  const unread = ready ? data.filter((notice) => !isRead(notice)) : [];
  if (unread.length === 0) return null;
  return (
    <section aria-labelledby="fi-home-notices" className={classes.notices}>
      <header className={classes.header}>
        <h2 id="fi-home-notices">{texts('notices.title')}</h2>
        <Link to="/notices">
          {unread.length > mostShown ? texts('notices.more', { count: unread.length }) : texts('notices.all')}
        </Link>
      </header>
      <ul>
        {unread.slice(0, mostShown).map((notice) => (
          <li key={notice.id} className={classes.notice}>
            <div className={classes.head}>
              <Link to={{ pathname: '/notices', search: `?aviso=${notice.id}` }} className={classes.title ?? ''}>
                {notice.titulo}
              </Link>
              <UrgentMark notice={notice} />
              <NoticeDays notice={notice} />
            </div>
            <p className={classes.text}>{notice.conteudo}</p>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              className={classes.read ?? ''}
              leftSection={<Check size={14} aria-hidden />}
              aria-label={texts('notices.markRead.of', { title: notice.titulo })}
              onClick={() => markRead(notice)}
            >
              {texts('notices.markRead')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
};

export default HomeNotices;
