import { CircleAlert } from 'lucide-react';
import { formatDay } from '../../../engine/fields/date-text.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { Notice } from '../../notices/notice.ts';
import classes from './notice-parts.module.css';

/** From this priority on a notice is told as urgent. */
const urgent = 7;

export const UrgentMark = ({ notice }: { readonly notice: Notice }) => {
  const texts = useTexts();
  return (notice.prioridade ?? 0) < urgent ? null : (
    <span className={classes.urgent}>
      <CircleAlert size={13} aria-hidden />
      {texts('notices.urgent')}
    </span>
  );
};

/** Since when, and until when where it ends. */
export const NoticeDays = ({ notice }: { readonly notice: Notice }) => {
  const texts = useTexts();
  const from = formatDay(notice.inicio);
  return (
    <span className={classes.days}>
      {notice.fim == null ? from : texts('notices.until', { from, until: formatDay(notice.fim) })}
    </span>
  );
};

/** The paragraphs of a text: an empty line stands between them, a single break stays one. */
export const NoticeText = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/\n\s*\n/).map((paragraph, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the paragraphs of one text never change places
      <p key={index} className={classes.paragraph}>
        {paragraph.trim()}
      </p>
    ))}
  </>
);
