import { Button } from '@mantine/core';
import { CopyPlus, FileUp, PencilLine, Redo2, Trash2, Undo2 } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import type { BatchSummary } from '../../../engine/contract/batch.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { relativeTime } from '../../../engine/ui/runtime/relative-time.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import type { ApiFailure } from '../../../engine/ui/store/base-query.ts';
import { applyBatch, useBatchesQuery } from '../../../engine/ui/store/batch-api.ts';
import { useAppDispatch } from '../../../engine/ui/store/hooks.ts';
import { ScreenPage } from '../card-form.tsx';
import classes from './batches.module.css';
import { UndoDialog } from './undo-dialog.tsx';

const icons = {
  update: PencilLine,
  delete: Trash2,
  insert: CopyPlus,
  import: FileUp,
  restore: Undo2,
  revive: Undo2,
  remove: Undo2,
  withdraw: Undo2,
  reinstate: Redo2,
} as const;

/** Batches of one page: as many as a person has looked through. */
const shown = 200;

const removed = ({ operation }: BatchSummary): boolean => operation === 'delete' || operation === 'remove';

interface RowProps {
  readonly batch: BatchSummary;
  readonly onUndo: () => void;
  /** Takes what was cut off to its end. */
  readonly onContinue: () => void;
}

const BatchRow = ({ batch, onUndo, onContinue }: RowProps) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const Icon = icons[batch.operation];
  const applied = batch.appliedAt ?? batch.plannedAt;
  const at = formatMoment(applied, timeZone);
  return (
    <li className={classes.batch} data-undone={batch.undoneBy !== null || undefined}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <div>
        <p className={classes.name}>
          {texts(`batches.operation.${batch.operation}`)} <Link to={batch.path}>{batch.title}</Link>
          {batch.undoneBy !== null && <span className={classes.tag}>{texts('batches.undone')}</span>}
          {batch.state === 'applying' && <span className={classes.tag}>{texts('batches.applying')}</span>}
        </p>
        <p className={classes.meta}>
          <span>{texts('batches.number', { number: batch.number })}</span>
          <span>{texts.count(removed(batch) ? 'batches.removed' : 'batches.written', batch.written)}</span>
          {batch.refused > 0 && <span>{texts.count('batch.failed', batch.refused)}</span>}
          <time dateTime={applied} title={at}>
            {relativeTime(applied, at)}
          </time>
        </p>
      </div>
      {batch.state === 'applying' && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onContinue}
          aria-label={texts('batches.continue.of', { number: batch.number })}
        >
          {texts('batches.continue')}
        </Button>
      )}
      {batch.state === 'applied' && batch.undoneBy === null && batch.written > 0 && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onUndo}
          aria-label={texts('batches.undo.of', { number: batch.number })}
        >
          {texts('batch.undo')}
        </Button>
      )}
    </li>
  );
};

/** What the person has changed in bulk, the newest first, and the way back. */
export const BatchesPage = () => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const [search, setSearch] = useSearchParams();
  const { data, error } = useBatchesQuery({ limit: shown }, { refetchOnMountOrArgChange: true });
  const undoing = data?.find(({ id }) => id === search.get('desfazer'));
  const resume = async ({ id, seal }: BatchSummary) => {
    try {
      const { written } = await dispatch(applyBatch.initiate({ id, seal }, { track: false })).unwrap();
      showAlert({ type: 'success', value: texts.count('batch.done', written) });
    } catch (failure) {
      showAlert({ type: 'error', value: failureText(texts, failure as ApiFailure) });
    }
  };
  const open = (id: string | undefined) => setSearch(id === undefined ? {} : { desfazer: id }, { replace: true });
  return (
    <ScreenPage title={texts('batches.title')}>
      <p className={classes.lead}>{texts('batches.lead')}</p>
      {error !== undefined && <p role="alert">{failureText(texts, error)}</p>}
      {data?.length === 0 && <p className={classes.lead}>{texts('batches.none')}</p>}
      {data !== undefined && data.length > 0 && (
        <ul className={classes.batches}>
          {data.map((batch) => (
            <BatchRow
              key={batch.id}
              batch={batch}
              onUndo={() => open(batch.id)}
              onContinue={() => void resume(batch)}
            />
          ))}
        </ul>
      )}
      {undoing && <UndoDialog batch={undoing} onClose={() => open(undefined)} />}
    </ScreenPage>
  );
};
