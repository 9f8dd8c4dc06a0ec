import { Button } from '@mantine/core';
import type { HistoryArchive } from '../../../engine/contract/history-archive.ts';
import { archivesPath } from '../../../engine/contract/history-archive.ts';
import { writeSize } from '../../../engine/fields/attachment.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import { useSaveFile } from '../../../engine/ui/runtime/file-content.ts';
import { storedFile } from '../../../engine/ui/runtime/send-file.ts';
import { formatCount, useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import { useCallerHeaders } from '../../../engine/ui/runtime/use-caller-headers.ts';
import { useHistoryArchivesQuery } from '../../../engine/ui/store/jobs-api.ts';
import account from '../account.module.css';
import classes from './jobs.module.css';

const ArchiveItem = ({ archive }: { readonly archive: HistoryArchive }) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const headersOf = useCallerHeaders();
  const save = useSaveFile();
  const { id, title, until, rows, file, size } = archive;
  const url = `${archivesPath}/${id}/arquivo`;
  return (
    <li className={classes.job}>
      <div>
        <p className={classes.name}>{title}</p>
        <p className={classes.meta}>
          <span>{texts('archives.until', { moment: formatMoment(until, timeZone) })}</span>
          <span>{texts.count('archives.rows', rows, { count: formatCount(rows) })}</span>
          <span>{writeSize(size)}</span>
        </p>
      </div>
      <div className={classes.buttons}>
        <Button
          size="compact-sm"
          onClick={() => void save(storedFile(url, headersOf(url)), file)}
          aria-label={texts('jobs.download.of', { name: file })}
        >
          {texts('jobs.download')}
        </Button>
      </div>
    </li>
  );
};

/** Histories that left the database, for who may do everything; nothing where there are none. */
export const HistoryArchives = () => {
  const texts = useTexts();
  const { data: archives = [] } = useHistoryArchivesQuery();
  if (archives.length === 0) return null;
  return (
    <section className={account.section} aria-labelledby="fi-archives">
      <h2 id="fi-archives">{texts('archives.title')}</h2>
      <ul className={classes.jobs}>
        {archives.map((archive) => (
          <ArchiveItem key={archive.id} archive={archive} />
        ))}
      </ul>
    </section>
  );
};
