import { Button, Select } from '@mantine/core';
import { ArrowRight, Eye, GitCompareArrows, Pencil, Plus, Trash2, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { formatFieldValue, recordLabel } from '../../contract/column-text.ts';
import type { HistoryChange, HistoryEntry, HistoryRow, ScreenModel } from '../../contract/screen-model.ts';
import { historyLimit } from '../../contract/screen-model.ts';
import { formatMoment, formatMomentSeconds } from '../../fields/date-text.ts';
import type { Entity, Field } from '../../model/types.ts';
import type { HistoryFilter } from '../runtime/history-filter.ts';
import { filterHistory, historyChoices, restoredAt, wholeHistory } from '../runtime/history-filter.ts';
import { later } from '../runtime/later.tsx';
import { relativeTime } from '../runtime/relative-time.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { useOpenRecord } from '../runtime/use-opened-record.ts';
import { useWaiting } from '../runtime/use-waiting.ts';
import { useHistoryQuery, useRecordQuery } from '../store/api.ts';
import { RecordPanel } from './record-drawer.tsx';
import { RecordFailure } from './record-failure.tsx';
import classes from './record-history.module.css';

const HistoryFiles = later(() => import('./history-files.tsx'));
const CompareMoments = later(() => import('./compare-moments.tsx'));

/** Changes and rows shown before the rest is folded. */
const open = 4;
/** A fold never hides one alone. */
const firstOf = <Item,>(items: readonly Item[]): readonly Item[] =>
  items.slice(0, items.length <= open + 1 ? open + 1 : open);
const icons = { insert: Plus, update: Pencil, delete: Trash2 } as const;

/** Relations come as labels. */
const changeText = (model: ScreenModel, field: Field | undefined, value: unknown, timeZone: string): string => {
  if (value === null || value === undefined) return '';
  return field === undefined || field.type === 'relation'
    ? String(value)
    : formatFieldValue(model, field, value, timeZone);
};

interface ChangeProps {
  readonly entity: Entity;
  readonly operation: HistoryEntry['operation'];
  readonly change: HistoryChange;
}

/** What a field was and is; of what is new or gone, only that. */
const Values = ({ entity, operation, change }: ChangeProps) => {
  const texts = useTexts();
  const model = useScreenModel();
  const timeZone = useTimeZone();
  const field = entity.fields.find(({ column }) => column === change.field);
  const side = (value: unknown) => changeText(model, field, value, timeZone) || texts('value.empty');
  return (
    <>
      {operation === 'update' && (
        <>
          <del className={classes.before}>{side(change.before)}</del>
          <ArrowRight size={12} role="img" aria-label={texts('history.to')} className={classes.arrow} />
        </>
      )}
      <ins className={classes.after}>{side(operation === 'delete' ? change.before : change.after)}</ins>
    </>
  );
};

const RowChange = ({ entity, row }: { readonly entity: Entity; readonly row: HistoryRow }) => {
  const texts = useTexts();
  const places = { from: row.from, to: row.to };
  const changed = row.operation !== 'update' || row.changes.length > 0;
  const what = [...(row.moved ? ['move'] : []), ...(changed ? [row.operation] : [])];
  return (
    <li>
      {what.map((key) => texts(`history.row.${key}`, places)).join('; ')}
      {row.label !== '' && (
        <>
          : <strong>{row.label}</strong>
        </>
      )}
      {row.changes.length > 0 && (
        <ul className={classes.rowFields}>
          {row.changes.map((change) => (
            <li key={change.field}>
              <span className={classes.field}>{change.title}:</span>{' '}
              <Values entity={entity} operation={row.operation} change={change} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** The rows of an array that came, went, changed or moved. */
const RowChanges = ({ entity, rows }: { readonly entity: Entity; readonly rows: readonly HistoryRow[] }) => {
  const texts = useTexts();
  const [all, setAll] = useState(false);
  const shown = all ? rows : firstOf(rows);
  return (
    <div className={classes.values}>
      <ul className={classes.rows}>
        {shown.map((row) => (
          <RowChange key={`${row.from} ${row.to}`} entity={entity} row={row} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setAll(true)}>
          {texts.count('history.rows', rows.length - shown.length)}
        </Button>
      )}
    </div>
  );
};

interface FieldChangeProps extends Omit<ChangeProps, 'entity'> {
  readonly id: number;
  /** What may be done about it. */
  readonly children?: ReactNode;
}

/** What became of one field or array. */
export const Change = ({ operation, change, id, children }: FieldChangeProps) => {
  const model = useScreenModel();
  const files = model.entity.fields.find(({ column }) => column === change.field)?.type === 'attachment';
  const child = model.entity.children.find(({ name }) => name === change.field);
  return (
    <li className={classes.change}>
      <span className={classes.field}>{change.title}</span>
      {change.rows !== undefined && child !== undefined ? (
        <RowChanges entity={child.entity} rows={change.rows} />
      ) : files ? (
        <div className={classes.values}>
          <HistoryFiles url={`/anexos${model.screen.path}/${id}/${change.field}`} change={change} />
        </div>
      ) : (
        <span className={classes.values}>
          <Values entity={model.entity} operation={operation} change={change} />
        </span>
      )}
      {children}
    </li>
  );
};

interface EntryProps {
  readonly entry: HistoryEntry;
  readonly id: number;
  /** It brought the record back. */
  readonly restored: boolean;
}

const Entry = ({ entry, id, restored }: EntryProps) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const [all, setAll] = useState(false);
  const Icon = restored ? Undo2 : icons[entry.operation];
  const shown = all ? entry.changes : firstOf(entry.changes);
  const folded = entry.changes.length - shown.length;
  const exact = formatMomentSeconds(entry.at, timeZone);
  return (
    <li className={classes.entry} data-operation={entry.operation}>
      <span className={classes.bullet}>
        <Icon size={13} aria-hidden />
      </span>
      <p className={classes.line}>
        <strong>{entry.by ?? texts('history.product')}</strong>{' '}
        {texts(restored ? 'history.restore' : `history.${entry.operation}`)}{' '}
        <time dateTime={entry.at} title={exact} className={classes.when}>
          {relativeTime(entry.at, exact)}
        </time>
        {entry.import !== undefined && (
          <span className={classes.origin}>
            {texts(entry.import.loads ? 'history.import.load' : 'history.import', { number: entry.import.number })}
          </span>
        )}
        {entry.origin !== null && (
          <span className={classes.origin}>
            {texts(`history.origin.${entry.origin.channel}`, { address: entry.origin.address })}
          </span>
        )}
      </p>
      <ul className={classes.changes}>
        {shown.map((change) => (
          <Change key={change.field} operation={entry.operation} change={change} id={id} />
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

interface FilterProps {
  readonly entries: readonly HistoryEntry[];
  readonly filter: HistoryFilter;
  readonly shown: number;
  readonly onChange: (filter: HistoryFilter) => void;
}

/** Chooses one field and one person. */
const Filter = ({ entries, filter, shown, onChange }: FilterProps) => {
  const texts = useTexts();
  const { fields, people } = useMemo(() => historyChoices(entries), [entries]);
  const common = { size: 'xs', clearable: true, searchable: true } as const;
  return (
    <div className={classes.filter}>
      <Select
        {...common}
        label={texts('history.field')}
        placeholder={texts('history.everyField')}
        data={fields.map(({ field, title }) => ({ value: field, label: title }))}
        value={filter.field}
        onChange={(field) => onChange({ ...filter, field })}
      />
      <Select
        {...common}
        label={texts('history.person')}
        placeholder={texts('history.everybody')}
        data={people.map((person) => ({ value: person, label: person || texts('history.product') }))}
        value={filter.person}
        onChange={(person) => onChange({ ...filter, person })}
      />
      <p className={classes.shown} aria-live="polite">
        {shown < entries.length && texts('history.shown', { shown, total: entries.length })}
      </p>
    </div>
  );
};

/** Who did what to the record, when and from where, newest first. */
export const RecordHistory = ({ id }: { readonly id: number }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { openRecord } = useOpenRecord();
  const { path } = model.screen;
  const { currentData: entries, error, refetch } = useHistoryQuery({ path, id }, { refetchOnMountOrArgChange: true });
  const timeZone = useTimeZone();
  const until = entries?.at(-1)?.archivedUntil;
  const [filter, setFilter] = useState(wholeHistory);
  const [comparing, setComparing] = useState(false);
  // What is no more, or may not be read, has no present to be compared with.
  const comparable = model.rights.view && entries !== undefined && entries[0]?.operation !== 'delete';
  const shown = useMemo(() => filterHistory(entries ?? [], filter), [entries, filter]);
  const restored = useMemo(() => restoredAt(entries ?? []), [entries]);
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
      {comparable && entries.length > 1 && (
        <Button
          variant={comparing ? 'light' : 'default'}
          size="compact-sm"
          leftSection={<GitCompareArrows size={14} aria-hidden />}
          aria-expanded={comparing}
          onClick={() => setComparing((open) => !open)}
        >
          {texts(comparing ? 'compare.close' : 'compare.open')}
        </Button>
      )}
      {comparing && comparable && <CompareMoments id={id} entries={entries} />}
      {entries && entries.length > 1 && (
        <Filter entries={entries} filter={filter} shown={shown.length} onChange={setFilter} />
      )}
      {entries && entries.length > 0 && shown.length === 0 && <p>{texts('history.noneShown')}</p>}
      <ol className={classes.entries}>
        {shown.map((entry) => (
          <Entry key={`${entry.version}${entry.at}`} entry={entry} id={id} restored={restored.has(entry.at)} />
        ))}
      </ol>
      {until !== undefined && (
        <p className={classes.shown}>{texts('history.archived', { moment: formatMoment(until, timeZone) })}</p>
      )}
      {entries?.length === historyLimit && <p className={classes.shown}>{texts('history.limit')}</p>}
    </RecordPanel>
  );
};
