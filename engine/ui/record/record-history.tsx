import { Button } from '@mantine/core';
import { ArrowRight, Eye, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { HistoryEntry, ScreenModel } from '../../contract/screen-model.ts';
import { formatFieldValue, recordLabel, rowLabels } from '../runtime/column-text.ts';
import { formatMoment } from '../runtime/date-text.ts';
import { relativeTime } from '../runtime/relative-time.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { useRecordAddress } from '../runtime/use-record-address.ts';
import { useWaiting } from '../runtime/use-waiting.ts';
import { useHistoryQuery, useRecordQuery } from '../store/api.ts';
import { RecordPanel } from './record-drawer.tsx';
import { RecordFailure } from './record-failure.tsx';
import classes from './record-history.module.css';

/** Changes shown before the rest is folded. */
const open = 4;
const icons = { insert: Plus, update: Pencil, delete: Trash2 } as const;

const changeText = (model: ScreenModel, column: string, value: unknown, timeZone: string): string => {
  const field = model.entity.fields.find((candidate) => candidate.column === column || candidate.name === column);
  if (value === null || value === undefined || value === '') return '';
  const child = model.entity.children.find(({ name }) => name === column);
  if (child !== undefined) return rowLabels(model, child, value).join('; ');
  // Relations come as labels.
  return field === undefined || field.type === 'relation'
    ? String(value)
    : formatFieldValue(model, field, value, timeZone);
};

const Change = ({ entry, change }: { entry: HistoryEntry; change: HistoryEntry['changes'][number] }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const timeZone = useTimeZone();
  const write = (value: unknown) => changeText(model, change.field, value, timeZone);
  const side = (value: unknown) => write(value) || texts('value.empty');
  return (
    <li className={classes.change}>
      <span className={classes.field}>{change.title}</span>
      <span className={classes.values}>
        {entry.operation === 'update' && (
          <>
            <del className={classes.before}>{side(change.before)}</del>
            <ArrowRight size={12} role="img" aria-label={texts('history.to')} className={classes.arrow} />
          </>
        )}
        <ins className={classes.after}>{side(entry.operation === 'delete' ? change.before : change.after)}</ins>
      </span>
    </li>
  );
};

const Entry = ({ entry }: { readonly entry: HistoryEntry }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const timeZone = useTimeZone();
  const [all, setAll] = useState(false);
  const Icon = icons[entry.operation];
  const shown = all ? entry.changes : entry.changes.slice(0, entry.changes.length <= open + 1 ? open + 1 : open);
  const folded = entry.changes.length - shown.length;
  const exact = formatMoment(entry.at, timeZone);
  return (
    <li className={classes.entry} data-operation={entry.operation}>
      <span className={classes.bullet}>
        <Icon size={13} aria-hidden />
      </span>
      <p className={classes.line}>
        <strong>{entry.by ?? texts('history.product')}</strong> {texts(`history.${entry.operation}`)}{' '}
        <time dateTime={entry.at} title={exact} className={classes.when}>
          {relativeTime(entry.at, exact)}
        </time>
      </p>
      {entry.operation === 'update' && entry.changes.length === 0 && model.entity.children.length > 0 && (
        <p className={classes.rows}>
          {texts('history.rows', { titles: model.entity.children.map(({ title }) => title).join(', ') })}
        </p>
      )}
      <ul className={classes.changes}>
        {shown.map((change) => (
          <Change key={change.field} entry={entry} change={change} />
        ))}
      </ul>
      {folded > 0 && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setAll(true)}>
          {texts.count('history.more', folded)}
        </Button>
      )}
    </li>
  );
};

/** Who did what to the record and when, newest first. */
export const RecordHistory = ({ id }: { readonly id: number }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { openRecord } = useRecordAddress();
  const { path } = model.screen;
  const { currentData: entries, error, refetch } = useHistoryQuery({ path, id }, { refetchOnMountOrArgChange: true });
  const record = useRecordQuery({ path, id, select: model.recordSelect }, { skip: !model.rights.view });
  useWaiting(entries === undefined && error === undefined);
  return (
    <RecordPanel
      title={texts('history.title')}
      label={record.currentData && recordLabel(model, record.currentData.row)}
      tools={
        model.rights.view && (
          <Button
            size="compact-md"
            variant="default"
            leftSection={<Eye size={14} />}
            onClick={() => openRecord({ mode: 'view', id }, true)}
          >
            {texts('row.view')}
          </Button>
        )
      }
    >
      {error && <RecordFailure failure={error} onRetry={refetch} />}
      {entries?.length === 0 && <p>{texts('history.none')}</p>}
      <ol className={classes.entries}>
        {entries?.map((entry) => (
          <Entry key={`${entry.version}${entry.at}`} entry={entry} />
        ))}
      </ol>
    </RecordPanel>
  );
};
