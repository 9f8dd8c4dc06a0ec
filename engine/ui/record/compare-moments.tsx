import { Button, Select } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { HistoryChange, HistoryEntry } from '../../contract/screen-model.ts';
import { formatMomentSeconds } from '../../fields/date-text.ts';
import { compareRecords, isRestorable, valuesToRestore } from '../runtime/compare-records.ts';
import { describeFailure } from '../runtime/describe-failure.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { showAlert } from '../runtime/show-alert.tsx';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { useWaiting } from '../runtime/use-waiting.ts';
import type { StoredRecord } from '../store/api.ts';
import { useLazyRecordQuery, useRecordQuery, useUpdateMutation } from '../store/api.ts';
import { RecordFailure } from './record-failure.tsx';
import classes from './record-history.module.css';
import { Change } from './record-history.tsx';

interface Props {
  readonly id: number;
  readonly entries: readonly HistoryEntry[];
}

const now = 'now';

/** Takes fields back by a change like any other, and says which of them are not what they were. */
const useRestoreFields = (id: number) => {
  const texts = useTexts();
  const model = useScreenModel();
  const [update, { isLoading }] = useUpdateMutation();
  const [read] = useLazyRecordQuery();
  useWaiting(isLoading);
  return async (then: StoredRecord, present: StoredRecord, columns: readonly string[]): Promise<void> => {
    const { path } = model.screen;
    const values = valuesToRestore(model, { was: then.row, is: present.row }, columns);
    const result = await update({ path, id, etag: present.etag, values, select: 'id' });
    if (result.error !== undefined) return describeFailure(texts, result.error);
    const { data } = await read({ path, id, select: model.recordSelect });
    const left = data === undefined ? [] : compareRecords(model, then.row, data.row);
    const fields = left.filter(({ field, rows }) => columns.includes(field) && rows === undefined);
    showAlert(
      fields.length === 0
        ? { type: 'success', value: texts('compare.restored') }
        : { type: 'warning', value: texts('compare.left', { fields: fields.map(({ title }) => title).join(', ') }) },
    );
  };
};

interface DifferencesProps {
  readonly id: number;
  readonly from: StoredRecord;
  readonly to: StoredRecord;
  /** Whether `to` is the record as it is. */
  readonly present: boolean;
}

const Differences = ({ id, from, to, present }: DifferencesProps) => {
  const texts = useTexts();
  const model = useScreenModel();
  const restore = useRestoreFields(id);
  const changes = compareRecords(model, from.row, to.row);
  const open = (change: HistoryChange): boolean => present && isRestorable(model, change.field);
  const restorable = changes.filter(open).map(({ field }) => field);
  if (changes.length === 0) return <p role="status">{texts('compare.same')}</p>;
  return (
    <>
      <ul className={classes.changes}>
        {changes.map((change) => (
          <Change key={change.field} operation="update" change={change} id={id}>
            {open(change) && (
              <Button
                variant="subtle"
                size="compact-xs"
                leftSection={<Undo2 size={13} aria-hidden />}
                aria-label={texts('compare.restore', { title: change.title })}
                onClick={() => void restore(from, to, [change.field])}
              >
                {texts('compare.restoreOne')}
              </Button>
            )}
          </Change>
        ))}
      </ul>
      {restorable.length > 1 && (
        <Button
          variant="default"
          size="compact-sm"
          mt="xs"
          leftSection={<Undo2 size={14} aria-hidden />}
          onClick={() => void restore(from, to, restorable)}
        >
          {texts('compare.restoreAll')}
        </Button>
      )}
    </>
  );
};

/** A record at two moments of its history, or at one and now: field by field, with the way back. */
const CompareMoments = ({ id, entries }: Props) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const model = useScreenModel();
  // What was deleted is not there at that moment.
  const moments = entries.filter(({ operation }) => operation !== 'delete');
  const [from, setFrom] = useState<string | null>((moments[1] ?? moments[0])?.settled ?? null);
  const [to, setTo] = useState<string | null>(now);
  const asked = { path: model.screen.path, id, select: model.recordSelect };
  const old = useRecordQuery({ ...asked, asOf: from ?? '' }, { skip: from === null });
  const other = useRecordQuery({ ...asked, asOf: to === null || to === now ? undefined : to }, { skip: to === null });
  const data = moments.map((entry) => ({
    value: entry.settled,
    label: `${formatMomentSeconds(entry.at, timeZone)} · ${entry.by ?? texts('history.product')}`,
  }));
  const common = { size: 'xs', allowDeselect: false } as const;
  const failure = old.error ?? other.error;
  return (
    <section aria-label={texts('compare.open')} className={classes.compare}>
      <div className={classes.filter}>
        <Select {...common} label={texts('compare.from')} data={data} value={from} onChange={setFrom} />
        <Select
          {...common}
          label={texts('compare.to')}
          data={[{ value: now, label: texts('compare.now') }, ...data]}
          value={to}
          onChange={setTo}
        />
      </div>
      {failure && <RecordFailure failure={failure} onRetry={old.error ? old.refetch : other.refetch} />}
      {old.currentData && other.currentData && (
        <Differences id={id} from={old.currentData} to={other.currentData} present={to === now} />
      )}
    </section>
  );
};

export default CompareMoments;
