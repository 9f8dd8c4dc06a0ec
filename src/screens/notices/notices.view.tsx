import { Button } from '@mantine/core';
import { ArrowLeft, BellOff, RotateCw } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { ScreenViewProps } from '../../../engine/screens/contract.ts';
import { EmptyState } from '../../../engine/ui/controls/empty-state.tsx';
import { later } from '../../../engine/ui/runtime/later.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useWaiting } from '../../../engine/ui/runtime/use-waiting.ts';
import type { Notice } from '../../notices/notice.ts';
import { NoticeDays, NoticeText, UrgentMark } from './notice-parts.tsx';
import classes from './notices.module.css';
import { useNoticesQuery } from './notices-store.ts';
import { useReadNotices } from './use-read-notices.ts';

const RecordFiles = later(() => import('../../../engine/ui/record/record-files.tsx'));

const useNotices = () => {
  const { data, isFetching, refetch } = useNoticesQuery('vigentes', { refetchOnMountOrArgChange: true });
  const { isRead, markRead, ready } = useReadNotices();
  const [search] = useSearchParams();
  const asked = search.get('aviso');
  const open = data?.find(({ id }) => String(id) === asked);
  useWaiting(isFetching && data === undefined);
  useEffect(() => {
    if (open !== undefined && ready) markRead(open);
  }, [open, ready, markRead]);
  return {
    notices: data,
    /** Asked for, and the first one where none was: on a wide page something is always open. */
    open: open ?? data?.[0],
    chosen: open !== undefined,
    isRead,
    waiting: isFetching,
    retry: () => void refetch(),
  };
};

const Article = ({ notice }: { readonly notice: Notice }) => {
  const texts = useTexts();
  return (
    <article aria-labelledby="fi-notice" className={classes.article}>
      <Link to={{ search: '' }} className={classes.back ?? ''}>
        <ArrowLeft size={14} aria-hidden />
        {texts('notices.back')}
      </Link>
      <h2 id="fi-notice">{notice.titulo}</h2>
      <p className={classes.facts}>
        <UrgentMark notice={notice} />
        <NoticeDays notice={notice} />
      </p>
      <NoticeText text={notice.conteudo} />
      {(notice.anexo?.length ?? 0) > 0 && (
        <div className={classes.files}>
          <RecordFiles url={`/avisos/vigentes/${notice.id}`} files={notice.anexo} />
        </div>
      )}
    </article>
  );
};

/** All notices in force: the list of them, and the one that is read. */
const NoticesView = ({ entry }: ScreenViewProps) => {
  const texts = useTexts();
  const { notices, open, chosen, isRead, waiting, retry } = useNotices();
  if (notices === undefined)
    return waiting ? null : (
      <EmptyState
        level={1}
        icon={RotateCw}
        title={texts('notices.failed')}
        action={
          <Button variant="default" onClick={retry}>
            {texts('action.retry')}
          </Button>
        }
      />
    );
  if (open === undefined)
    return <EmptyState level={1} icon={BellOff} title={texts('notices.empty')} text={texts('notices.empty.text')} />;
  return (
    <div className={classes.page} data-chosen={chosen || undefined}>
      <nav aria-labelledby="fi-notices" className={classes.list}>
        <h1 id="fi-notices">{entry.title}</h1>
        <ul>
          {notices.map((notice) => (
            <li key={notice.id}>
              <Link
                to={{ search: `?aviso=${notice.id}` }}
                aria-current={notice === open ? 'true' : undefined}
                className={classes.entry ?? ''}
              >
                <span className={classes.name}>
                  {!isRead(notice) && (
                    <span className={classes.unread} role="img" aria-label={texts('notices.unread')} />
                  )}
                  {notice.titulo}
                </span>
                <span className={classes.facts}>
                  <UrgentMark notice={notice} />
                  <NoticeDays notice={notice} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <Article key={open.id} notice={open} />
    </div>
  );
};

export default NoticesView;
