import { Button } from '@mantine/core';
import { CopyPlus, FileUp, PencilLine, Redo2, Trash2, Undo2 } from 'lucide-react';
import { Link } from 'react-router';
import type { BatchOperation, BatchSummary } from '../../../engine/contract/batch.ts';
import { formatMoment } from '../../../engine/fields/date-text.ts';
import { BatchProgressLine } from '../../../engine/ui/batch/batch-progress.tsx';
import { relativeTime } from '../../../engine/ui/runtime/relative-time.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useTimeZone } from '../../../engine/ui/runtime/time-zone.ts';
import { chainWords, isRedo, isUndo, takesBack, untilWords } from './batch-chain.ts';
import classes from './batches.module.css';

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

type Words<Key extends string> = Partial<Record<BatchOperation, Key>>;

const redone: Words<`batches.redone.${'update' | 'delete' | 'insert'}`> = {
  update: 'batches.redone.update',
  delete: 'batches.redone.delete',
  insert: 'batches.redone.insert',
};

const files: Words<`batches.file.${'import' | 'withdraw' | 'reinstate'}`> = {
  import: 'batches.file.import',
  withdraw: 'batches.file.withdraw',
  reinstate: 'batches.file.reinstate',
};

const removed = ({ operation }: BatchSummary): boolean => operation === 'delete' || operation === 'remove';

/** What was done, where; of an import, with its file. */
const BatchName = ({ batch }: { readonly batch: BatchSummary }) => {
  const texts = useTexts();
  const { operation, chain, file, loads, path, title } = batch;
  const where = <Link to={path}>{title}</Link>;
  const words = files[operation];
  if (file !== null && words !== undefined)
    return (
      <>
        {texts(loads ? 'batches.file.load' : 'batches.file')}{' '}
        {file.import === null ? file.name : <Link to={`/importacoes/${file.import}`}>{file.name}</Link>} {texts(words)}{' '}
        {where}
      </>
    );
  const again = isRedo(batch) && chain !== null ? redone[chain.operation] : undefined;
  return (
    <>
      {texts(again ?? (loads && operation === 'import' ? 'batches.operation.load' : `batches.operation.${operation}`))}{' '}
      {where}
    </>
  );
};

interface RowProps {
  readonly batch: BatchSummary;
  /** Looks at what taking it back does. */
  readonly onUndo: () => void;
  /** Takes what was cut off to its end. */
  readonly onContinue: () => void;
}

export const BatchRow = ({ batch, onUndo, onContinue }: RowProps) => {
  const texts = useTexts();
  const timeZone = useTimeZone();
  const Icon = isRedo(batch) ? Redo2 : icons[batch.operation];
  const applied = batch.appliedAt ?? batch.plannedAt;
  const at = formatMoment(applied, timeZone);
  const { progress } = batch;
  const { tag, relation } = chainWords(texts, batch);
  const until = untilWords(texts, batch, timeZone);
  return (
    <li className={classes.batch} data-undone={batch.chain?.undoneBy != null || undefined}>
      <Icon size={18} className={classes.icon} aria-hidden />
      <div>
        <p className={classes.name}>
          <BatchName batch={batch} /> {tag !== undefined && <span className={classes.tag}>{tag}</span>}{' '}
          {batch.state === 'applying' && (
            <span className={classes.tag}>{texts(progress === null ? 'batches.applying' : 'batches.going')}</span>
          )}
        </p>
        {progress !== null && (
          <BatchProgressLine title={texts('batches.number', { number: batch.number })} progress={progress} />
        )}
        <p className={classes.meta}>
          <span>{texts('batches.number', { number: batch.number })}</span>
          {relation !== undefined && <span>{relation}</span>}
          {progress === null && (
            <span>{texts.count(removed(batch) ? 'batches.removed' : 'batches.written', batch.written)}</span>
          )}
          {batch.refused > 0 && <span>{texts.count('batch.failed', batch.refused)}</span>}
          <time dateTime={applied} title={at}>
            {relativeTime(applied, at)}
          </time>
          {until !== undefined && <span>{until}</span>}
        </p>
      </div>
      {batch.state === 'applying' && progress === null && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onContinue}
          aria-label={texts('batches.continue.of', { number: batch.number })}
        >
          {texts('batches.continue')}
        </Button>
      )}
      {takesBack(batch) && (
        <Button
          variant="default"
          size="compact-sm"
          onClick={onUndo}
          aria-label={
            isUndo(batch)
              ? texts('batches.redo.of', { number: batch.chain?.first ?? batch.number })
              : texts('batches.undo.of', { number: batch.number })
          }
        >
          {texts(isUndo(batch) ? 'batches.redo' : 'batch.undo')}
        </Button>
      )}
    </li>
  );
};
