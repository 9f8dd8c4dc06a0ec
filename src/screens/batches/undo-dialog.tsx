import { Button, Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BatchPlan, BatchSummary } from '../../../engine/contract/batch.ts';
import { BatchPlanView } from '../../../engine/ui/batch/batch-plan-view.tsx';
import { BatchNow, PlanProgress } from '../../../engine/ui/batch/batch-progress.tsx';
import type { SampleTitles } from '../../../engine/ui/batch/plan-sample.tsx';
import { PlanSample } from '../../../engine/ui/batch/plan-sample.tsx';
import { Waiting } from '../../../engine/ui/controls/waiting.tsx';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { ScreenContext } from '../../../engine/ui/runtime/screen-context.ts';
import { showAlert } from '../../../engine/ui/runtime/show-alert.tsx';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useFocusReturn } from '../../../engine/ui/runtime/use-focus-return.ts';
import { usePlanning } from '../../../engine/ui/runtime/use-planning.ts';
import { useScreenQuery } from '../../../engine/ui/store/api.ts';
import type { ApiFailure } from '../../../engine/ui/store/base-query.ts';
import { applyBatch, planUndo } from '../../../engine/ui/store/batch-api.ts';
import { useAppDispatch } from '../../../engine/ui/store/hooks.ts';
import classes from './batches.module.css';

interface Props {
  readonly batch: Pick<BatchSummary, 'id' | 'number' | 'path' | 'written'>;
  /** Number of the batch that is done again, where the one taken back had undone it. */
  readonly again?: number | undefined;
  readonly onClose: () => void;
}

const isToldWhole = ({ sample, changes }: BatchPlan): boolean => sample.length === changes;

const titlesOf = (texts: Texts, plan: BatchPlan): SampleTitles => {
  const all = isToldWhole(plan);
  return {
    fresh: texts(all ? 'batches.sample.back.all' : 'batches.sample.back'),
    changed: texts(all ? 'batches.sample.changed.all' : 'batches.sample.changed'),
    gone: texts(all ? 'batches.sample.gone.all' : 'batches.sample.gone'),
  };
};

/** What taking a batch back will do, looked at before it is done. */
export const UndoDialog = ({ batch, again, onClose }: Props) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  useFocusReturn();
  const { data: model } = useScreenQuery(batch.path);
  const { key: followed, ask, stop } = usePlanning();
  const [plan, setPlan] = useState<BatchPlan>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    ask((key) => dispatch(planUndo.initiate({ id: batch.id, key }, { track: false }))).then(
      setPlan,
      (error: ApiFailure) => setFailure(failureText(texts, error)),
    );
    return stop;
  }, [batch.id, ask, stop, dispatch, texts]);

  const title =
    again === undefined
      ? texts('batches.undo.title', { number: batch.number })
      : texts('batches.redo.of', { number: again });
  const planning = plan === undefined && failure === undefined;
  const confirm = async () => {
    if (plan === undefined) return;
    setBusy(true);
    try {
      const result = await dispatch(applyBatch.initiate({ id: plan.id, seal: plan.seal }, { track: false })).unwrap();
      showAlert({
        type: 'success',
        value: texts.count(again === undefined ? 'batch.undo.done' : 'batches.redo.done', result.written),
      });
      onClose();
    } catch (error) {
      setFailure(failureText(texts, error as ApiFailure));
      setBusy(false);
    }
  };
  return (
    <Modal opened onClose={onClose} size="lg" title={title}>
      {failure !== undefined && <p role="alert">{failure}</p>}
      {failure === undefined && (plan === undefined || model === undefined) && (
        <>
          <Waiting>{texts.count('batch.planning', batch.written)}</Waiting>
          {plan === undefined && <PlanProgress followed={followed} rows={batch.written} title={title} />}
        </>
      )}
      {plan !== undefined && model !== undefined && (
        <ScreenContext value={model}>
          {/* Where every record is told, their values by number would be the same once more. */}
          <BatchPlanView plan={isToldWhole(plan) ? { ...plan, fields: [] } : plan}>
            <PlanSample sample={plan.sample} titles={titlesOf(texts, plan)} />
          </BatchPlanView>
          {busy && <BatchNow batch={plan} title={title} />}
        </ScreenContext>
      )}
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts(planning ? 'action.cancel' : 'action.close')}
        </Button>
        {plan !== undefined && plan.changes > 0 && (
          <Button loading={busy} onClick={() => void confirm()}>
            {texts.count(again === undefined ? 'batches.undo.confirm' : 'batches.redo.confirm', plan.changes)}
          </Button>
        )}
      </div>
    </Modal>
  );
};
