import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Search, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { DeletedRecord } from '../../contract/screen-model.ts';
import { formatMomentSeconds } from '../../fields/date-text.ts';
import { RecordDrawer, RecordPanel } from '../record/record-drawer.tsx';
import { RecordFailure } from '../record/record-failure.tsx';
import { describeFailure } from '../runtime/describe-failure.ts';
import { relativeTime } from '../runtime/relative-time.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { showAlert } from '../runtime/show-alert.tsx';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { useOpenRecord } from '../runtime/use-opened-record.ts';
import { useWaiting } from '../runtime/use-waiting.ts';
import { useDeletedQuery, useRestoreMutation } from '../store/deleted-api.ts';
import classes from './deleted-records.module.css';

/** Restores a record and says what came of it. */
const useRestore = () => {
  const texts = useTexts();
  const { screen, rights } = useScreenModel();
  const { openRecord } = useOpenRecord();
  const [send, { isLoading }] = useRestoreMutation();
  useWaiting(isLoading);
  return async ({ id, label }: DeletedRecord): Promise<void> => {
    const result = await send({ path: screen.path, id });
    if (result.error !== undefined) return describeFailure(texts, result.error);
    const left = result.data.left.map(({ title }) => title).join(', ');
    const see = rights.view ? { label: texts('row.view'), run: () => openRecord({ mode: 'view', id }) } : undefined;
    const value = left === '' ? texts('deleted.restored', { label }) : texts('deleted.restoredPart', { label, left });
    showAlert({ type: left === '' ? 'success' : 'warning', value }, see);
  };
};

interface PageProps {
  readonly q: string;
  readonly cursor: string | undefined;
  readonly onRestore: (record: DeletedRecord) => void;
}

const DeletedPage = ({ q, cursor, onRestore }: PageProps) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const { screen, rights } = useScreenModel();
  const [further, setFurther] = useState(false);
  const { data, error, refetch, isFetching } = useDeletedQuery({ path: screen.path, q, cursor });
  useWaiting(data === undefined && error === undefined);
  if (error) return <RecordFailure failure={error} onRetry={refetch} />;
  if (data === undefined) return null;
  return (
    <>
      {data.rows.length === 0 && <p role="status">{texts(q === '' ? 'deleted.none' : 'deleted.noMatch')}</p>}
      <ul className={classes.rows} aria-busy={isFetching}>
        {data.rows.map((record) => {
          const exact = formatMomentSeconds(record.at, timeZone);
          const label = record.label || `#${record.id}`;
          return (
            <li key={record.id} className={classes.row}>
              <div className={classes.what}>
                <p className={classes.label}>{label}</p>
                <p className={classes.when}>
                  {texts('deleted.by', { person: record.by ?? texts('history.product') })}{' '}
                  <time dateTime={record.at} title={exact}>
                    {relativeTime(record.at, exact)}
                  </time>
                </p>
              </div>
              {rights.insert && (
                <Button
                  variant="default"
                  size="compact-sm"
                  leftSection={<Undo2 size={14} aria-hidden />}
                  aria-label={texts('deleted.restoreOne', { label })}
                  onClick={() => onRestore(record)}
                >
                  {texts('deleted.restore')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {data.next !== undefined &&
        (further ? (
          <DeletedPage q={q} cursor={data.next} onRestore={onRestore} />
        ) : (
          <Button mt="sm" variant="subtle" color="gray" size="compact-sm" onClick={() => setFurther(true)}>
            {texts('deleted.more')}
          </Button>
        ))}
    </>
  );
};

/** What was deleted of the screen, newest first; each can be brought back. */
const DeletedRecords = ({ onClose }: { readonly onClose: () => void }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 250);
  const restore = useRestore();
  return (
    <RecordDrawer opened onClose={onClose} wide={false}>
      <RecordPanel title={texts('deleted.title')} label={model.screen.title}>
        <TextInput
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          label={texts('deleted.search')}
          leftSection={<Search size={15} aria-hidden />}
        />
        <DeletedPage key={q} q={q} cursor={undefined} onRestore={(record) => void restore(record)} />
      </RecordPanel>
    </RecordDrawer>
  );
};

export default DeletedRecords;
