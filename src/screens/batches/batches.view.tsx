import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { BatchSummary } from '../../../engine/contract/batch.ts';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import type { ApiFailure } from '../../../engine/ui/store/base-query.ts';
import { applyBatch, useBatchesQuery } from '../../../engine/ui/store/batch-api.ts';
import { useAppDispatch } from '../../../engine/ui/store/hooks.ts';
import { ScreenPage } from '../card-form.tsx';
import { isUndo } from './batch-chain.ts';
import { BatchRow } from './batch-row.tsx';
import classes from './batches.module.css';
import { UndoDialog } from './undo-dialog.tsx';

/** Batches of one page: as many as a person has looked through. */
const shown = 200;
/** Milliseconds between two looks while one of them is being applied. */
const look = 1_500;

/** What the person has changed in bulk, the newest first, and the way back. */
export const BatchesPage = () => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const [search, setSearch] = useSearchParams();
  const [going, setGoing] = useState(false);
  const { data, error } = useBatchesQuery(
    { limit: shown },
    { refetchOnMountOrArgChange: true, pollingInterval: going ? look : 0 },
  );
  const applying = data?.some(({ progress }) => progress !== null) === true;
  useEffect(() => setGoing(applying), [applying]);
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
      {undoing && (
        <UndoDialog
          batch={undoing}
          again={isUndo(undoing) ? undoing.chain?.first : undefined}
          onClose={() => open(undefined)}
        />
      )}
    </ScreenPage>
  );
};
