import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import type { BatchPlan } from '../../../engine/contract/batch.ts';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import { applyImportKind } from '../../../engine/contract/import-kinds.ts';
import { BatchPlanView } from '../../../engine/ui/batch/batch-plan-view.tsx';
import { PlanSample } from '../../../engine/ui/batch/plan-sample.tsx';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { ScreenContext } from '../../../engine/ui/runtime/screen-context.ts';
import type { Texts } from '../../../engine/ui/runtime/texts.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { useScreenQuery } from '../../../engine/ui/store/api.ts';
import classes from './import.module.css';
import { useApplyImportMutation, useCheckImportMutation } from './imports-api.ts';
import { LoadStates } from './load-states.tsx';
import { ProblemsFile } from './problems-file.tsx';
import foot from './step-foot.module.css';

interface Props {
  readonly detail: ImportDetail;
  readonly plan: BatchPlan;
  readonly onColumns: () => void;
}

/** Why nothing of it can be written; undefined: it can. */
const barredBy = (texts: Texts, { choices }: ImportDetail, plan: BatchPlan): string | undefined => {
  if (plan.changes === 0)
    return texts(
      plan.refused > 0 ? 'imports.plan.refused' : plan.same > 0 ? 'imports.plan.same' : 'imports.plan.empty',
    );
  return choices.whole && plan.refused > 0 ? texts('imports.plan.whole') : undefined;
};

/** The new ones and those that change; of nothing that there is nothing. */
const writtenWords = (texts: Texts, fresh: number, { changes }: BatchPlan): readonly string[] => [
  ...(fresh > 0 || changes === 0 ? [texts.count('imports.plan.fresh', fresh)] : []),
  ...(changes > fresh ? [texts.count('imports.plan.changed', changes - fresh)] : []),
];

const usePlan = (detail: ImportDetail, plan: BatchPlan) => {
  const texts = useTexts();
  const [apply, applying] = useApplyImportMutation();
  const [check, checking] = useCheckImportMutation();
  const [failure, setFailure] = useState<string>();
  const { job } = detail;
  const halted = job?.kind === applyImportKind && job.state === 'failed' ? (job.problem ?? undefined) : undefined;
  const tell = ({ error }: { readonly error?: unknown }): void => {
    if (error !== undefined) setFailure(failureText(texts, error as Parameters<typeof failureText>[1]));
  };
  return {
    failure: failure ?? halted,
    busy: applying.isLoading || checking.isLoading,
    save: async () => {
      setFailure(undefined);
      tell(await apply({ id: detail.id, seal: plan.seal }));
    },
    checkAgain: async () => {
      setFailure(undefined);
      tell(await check({ id: detail.id, choices: detail.choices }));
    },
  };
};

/** What the rows come to, looked at before any of them is written. */
export const PlanStep = ({ detail, plan, onColumns }: Props) => {
  const texts = useTexts();
  const { data: model } = useScreenQuery(detail.path);
  const { failure, busy, save, checkAgain } = usePlan(detail, plan);
  const barred = barredBy(texts, detail, plan);
  return (
    <section aria-labelledby="fi-import-step" className={foot.step}>
      <div className={classes.panel}>
        <h2 id="fi-import-step" tabIndex={-1}>
          {texts('imports.plan.title')}
        </h2>
        {detail.choices.load && <Note kind="info">{texts('imports.load.plan')}</Note>}
        {model === undefined ? (
          <Loader size="xs" />
        ) : (
          <ScreenContext value={model}>
            <BatchPlanView
              plan={plan}
              written={writtenWords(texts, detail.fresh, plan)}
              before={
                <>
                  {detail.states.length > 0 && <LoadStates states={detail.states} />}
                  {plan.refused > 0 && <ProblemsFile id={detail.id} />}
                </>
              }
            >
              <PlanSample
                sample={plan.sample}
                titles={{
                  fresh: texts('imports.sample.new'),
                  changed: texts('imports.sample.changed'),
                  gone: texts('batches.sample.gone'),
                }}
              />
            </BatchPlanView>
          </ScreenContext>
        )}
      </div>
      {failure !== undefined && <Note kind="failure">{failure}</Note>}
      <div className={foot.foot}>
        <p className={classes.barred} id="fi-import-barred" role="status">
          {barred}
        </p>
        <div className={foot.buttons}>
          {failure !== undefined && (
            <Button variant="default" disabled={busy} onClick={() => void checkAgain()}>
              {texts('imports.checkAgain')}
            </Button>
          )}
          <Button variant="default" onClick={onColumns}>
            {texts('imports.columns.change')}
          </Button>
          <Button
            disabled={barred !== undefined}
            loading={busy}
            aria-describedby="fi-import-barred"
            onClick={() => void save()}
          >
            {texts.count('imports.save', plan.changes)}
          </Button>
        </div>
      </div>
    </section>
  );
};
