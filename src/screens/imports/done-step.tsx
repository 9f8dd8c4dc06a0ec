import { Button } from '@mantine/core';
import { Redo2, Undo2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ImportDetail } from '../../../engine/contract/import.ts';
import plan from '../../../engine/ui/batch/batch-plan-view.module.css';
import { BatchRefusals } from '../../../engine/ui/batch/batch-plan-view.tsx';
import { Tallies, tallyOf } from '../../../engine/ui/batch/tallies.tsx';
import { Note } from '../../../engine/ui/controls/note.tsx';
import { failureText } from '../../../engine/ui/runtime/describe-failure.ts';
import { useTexts } from '../../../engine/ui/runtime/texts.ts';
import { chainWords, takesBack } from '../batches/batch-chain.ts';
import { UndoDialog } from '../batches/undo-dialog.tsx';
import classes from './import.module.css';
import { useApplyImportMutation } from './imports-api.ts';
import { ProblemsFile } from './problems-file.tsx';

interface Props {
  readonly detail: ImportDetail;
  /** It was cut off in the middle, and may go on. */
  readonly halted: boolean;
}

/** What became of the rows, and the way back. */
export const DoneStep = ({ detail, halted }: Props) => {
  const texts = useTexts();
  const [undoing, setUndoing] = useState<ComponentProps<typeof UndoDialog>>();
  const [apply, applying] = useApplyImportMutation();
  const { id, batch, path, title, job } = detail;
  if (batch === null) return null;
  const undone = batch.undoneBy !== null;
  const { tag: words } = chainWords(texts, batch);
  const failure = applying.error === undefined ? undefined : failureText(texts, applying.error);
  const heading = undone ? 'imports.undone.title' : halted ? 'imports.halted' : 'imports.done.title';
  return (
    <section className={classes.panel} aria-labelledby="fi-import-step">
      <h2 id="fi-import-step" tabIndex={-1}>
        {texts(heading)}
      </h2>
      {halted && <Note kind="failure">{job?.problem ?? texts('imports.halted.text')}</Note>}
      {failure !== undefined && <Note kind="failure">{failure}</Note>}
      <Tallies
        tallies={[
          { way: 'written', words: texts.count('batches.written', batch.written) },
          ...tallyOf('same', batch.same, (count) => texts.count('imports.same', count)),
          ...tallyOf('refused', batch.refused, (count) => texts.count('imports.refused', count)),
        ]}
      />
      {words !== undefined && (
        <p className={classes.text}>
          {words}. <Link to="/alteracoes-em-lote">{texts('batches.title')}</Link>
        </p>
      )}
      <div className={classes.buttons}>
        {halted && (
          <Button loading={applying.isLoading} onClick={() => void apply({ id, seal: batch.seal })}>
            {texts('batches.continue')}
          </Button>
        )}
        <Button variant="default" component={Link} to={path}>
          {texts('imports.done.list', { title })}
        </Button>
        {!halted && ((undone && !batch.expired) || takesBack(batch)) && (
          <Button
            variant="default"
            leftSection={undone ? <Redo2 size={15} aria-hidden /> : <Undo2 size={15} aria-hidden />}
            onClick={() =>
              setUndoing({
                // To do it again what took it back is taken back.
                batch: { ...batch, id: batch.undoneBy ?? batch.id },
                again: undone ? batch.number : undefined,
                onClose: () => setUndoing(undefined),
              })
            }
          >
            {texts(undone ? 'batches.redo' : 'batch.undo')}
          </Button>
        )}
      </div>
      {batch.refused > 0 && <ProblemsFile id={id} />}
      {detail.plan !== null && detail.plan.refusals.length > 0 && (
        <div className={plan.plan}>
          <BatchRefusals refusals={detail.plan.refusals} lines />
        </div>
      )}
      {undoing !== undefined && <UndoDialog {...undoing} />}
    </section>
  );
};
