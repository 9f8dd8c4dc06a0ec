import { useNavigate } from 'react-router';
import { progressAbove } from '../../contract/batch-progress.ts';
import type { ApiFailure } from '../store/base-query.ts';
import { applyBatch, planUndo } from '../store/batch-api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import type { BatchState } from './batch-run.ts';
import { failureText } from './describe-failure.ts';
import { showAlert } from './show-alert.tsx';
import { useTexts } from './texts.ts';

/** Ids that an address carries without trouble. */
const mostLinked = 500;

/** Takes a batch back that wrote so many records, says what came of it, and leads to what could not be taken back. */
export const useUndoBatch = () => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  return async (id: string, written: number): Promise<void> => {
    // What takes a while is followed, and can be ended, where it is seen.
    if (written > progressAbove) return void navigate(`/alteracoes-em-lote?desfazer=${id}`);
    try {
      const plan = await dispatch(planUndo.initiate({ id }, { track: false })).unwrap();
      const see = { label: texts('batch.undo.see'), run: () => void navigate(`/alteracoes-em-lote?desfazer=${id}`) };
      // What stays as it is was not asked for: it is looked at before anything is taken back.
      if (plan.refusals.length > 0)
        return showAlert({ type: 'warning', value: texts.count('batch.undo.partly', plan.changes) }, see);
      if (plan.changes === 0) return showAlert({ type: 'info', value: texts('batch.undo.nothing') });
      const result = await dispatch(applyBatch.initiate({ id: plan.id, seal: plan.seal }, { track: false })).unwrap();
      showAlert({ type: 'success', value: texts.count('batch.undo.done', result.written) });
    } catch (failure) {
      showAlert({ type: 'error', value: failureText(texts, failure as ApiFailure) });
    }
  };
};

/**
 * `tell` says how many rows a batch wrote, by the text `<key>.one` or `.many`, leads to them and takes them back; `tellLeft` the
 * same of one that nobody waited for, which may have left rows as they were.
 */
export const useTellBatch = (path: string) => {
  const texts = useTexts();
  const navigate = useNavigate();
  const undo = useUndoBatch();
  const tell = (key: string, batch: string, count: number, ids: readonly number[]): void => {
    const linked = ids.length > 0 && ids.length <= mostLinked;
    showAlert({ type: 'success', value: texts.count(key, count) }, [
      ...(linked
        ? [
            {
              label: texts.count('batch.see', ids.length),
              run: () => void navigate(`${path}?id=in.(${ids.join(',')})`),
            },
          ]
        : []),
      { label: texts('batch.undo'), run: () => void undo(batch, count) },
    ]);
  };
  const tellLeft = (key: string, batch: string, { written, failures }: BatchState): void => {
    if (failures.length === 0) {
      tell(key, batch, written.length, []);
      return;
    }
    const value = `${texts.count(key, written.length)} ${texts.count('batch.left.refused', failures.length)}`;
    showAlert({ type: 'warning', value }, [
      { label: texts('batches.title'), run: () => void navigate('/alteracoes-em-lote') },
    ]);
  };
  return { tell, tellLeft };
};
