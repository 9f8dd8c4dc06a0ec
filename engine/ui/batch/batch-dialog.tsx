import { Button, Modal } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { progressAbove } from '../../contract/batch-progress.ts';
import { Waiting } from '../controls/waiting.tsx';
import { failureText } from '../runtime/describe-failure.ts';
import { batchLimit } from '../runtime/selected-ids.ts';
import { formatCount, useTexts } from '../runtime/texts.ts';
import type { Batch } from '../runtime/use-batch.ts';
import { useFocusReturn } from '../runtime/use-focus-return.ts';
import classes from './batch-dialog.module.css';
import { BatchPlanView } from './batch-plan-view.tsx';
import { BatchNow, PlanProgress } from './batch-progress.tsx';
import { BatchResults } from './batch-results.tsx';

interface Props {
  readonly batch: Batch;
  readonly title: string;
  readonly size?: string;
  /** The button that begins it. */
  readonly submit: string;
  /** The same without the number of records, where it tells one. */
  readonly verb?: string;
  /** Key of the text of the button that leaves it; that of a transition may itself be called 'Cancelar'. */
  readonly dismiss?: 'action.cancel' | 'action.back';
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /**
   * Sending takes what is typed and not yet committed. A press of the button commits nothing then: it would take faults
   * away, and the button from under the pointer with them.
   */
  readonly takesTyped?: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  /** What is asked before. */
  readonly children: ReactNode;
}

/** The rows of the batch are being read, or cannot be. */
const Reading = ({ batch: { selected } }: { readonly batch: Batch }) => {
  const texts = useTexts();
  if (selected.state === 'many')
    return <p className={classes.text}>{texts('batch.tooMany', { limit: formatCount(batchLimit) })}</p>;
  if (selected.state === 'failed') return <p className={classes.text}>{failureText(texts, selected.failure)}</p>;
  return (
    <Waiting>
      {texts('batch.reading', { count: formatCount(selected.state === 'reading' ? selected.count : 0) })}
    </Waiting>
  );
};

const Working = ({
  batch: { phase, ids, plan, followed },
  title,
}: {
  readonly batch: Batch;
  readonly title: string;
}) => {
  const texts = useTexts();
  return (
    <>
      <Waiting>{texts.count(phase === 'planning' ? 'batch.planning' : 'batch.running', ids.length)}</Waiting>
      {phase === 'planning' && <PlanProgress followed={followed} rows={ids.length} title={title} />}
      {phase === 'running' && plan !== undefined && <BatchNow batch={plan} title={title} />}
    </>
  );
};

/** In a line of text: there Enter would end what is written. */
const inLine = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox' && target.type !== 'radio';

const inOpenList = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

/** The frame of every batch: what is asked, how far it is, what became of each row. */
export const BatchDialog = ({ batch, title, size = 'xl', children, onClose, ...ask }: Props) => {
  const texts = useTexts();
  useFocusReturn();
  const { phase, selected } = batch;
  const asking = phase === 'ask' && selected.state === 'read';
  const working = phase === 'planning' || phase === 'running';
  const button = useRef<HTMLButtonElement>(null);
  const way = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  const asked = useRef(true);
  // What had the focus goes away as it begins and as it ends: the keyboard goes on from the button that is left.
  useEffect(() => {
    const began = asked.current && phase === 'ask';
    asked.current = phase === 'ask';
    if (!began) (confirm.current ?? button.current ?? way.current)?.focus();
  }, [phase]);
  /** What is planned is ended, and what is written goes on. */
  const closing = phase === 'planning' ? batch.stop : working ? () => undefined : onClose;
  /** From anywhere in the dialog, before a control makes an Enter of it; what an open list makes of it comes first. */
  const confirmed = (event: KeyboardEvent) => {
    if (!asking || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || inOpenList(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (ask.disabled !== true) ask.onSubmit();
  };
  /** Enter after a value leads to the button: so many rows are not changed by the way. */
  const pressed = (event: KeyboardEvent) => {
    if (!asking || event.key !== 'Enter' || event.defaultPrevented || !inLine(event)) return;
    event.preventDefault();
    button.current?.focus();
  };
  return (
    <Modal
      opened
      onClose={closing}
      withCloseButton={!working}
      title={title}
      size={size}
      closeOnClickOutside={phase === 'ended'}
      onKeyDown={pressed}
      onKeyDownCapture={confirmed}
    >
      {working && <Working batch={batch} title={title} />}
      {phase === 'plan' && batch.plan && <BatchPlanView plan={batch.plan} />}
      {phase === 'ended' && <BatchResults batch={batch} onClose={onClose} />}
      {phase === 'ask' && selected.state !== 'read' && <Reading batch={batch} />}
      {phase === 'ask' && batch.refused !== undefined && (
        <p className={classes.refused} role="alert">
          <TriangleAlert size={15} aria-hidden />
          {batch.refused}
        </p>
      )}
      {/* Kept while it runs: what was typed is there if it has to be said again. */}
      <div hidden={!asking}>{selected.state === 'read' && children}</div>
      <div className={classes.foot}>
        {phase === 'planning' && batch.ids.length > progressAbove && (
          <Button ref={way} variant="default" onClick={batch.stop}>
            {texts('action.cancel')}
          </Button>
        )}
        {phase === 'running' && batch.plan !== undefined && batch.plan.rows > progressAbove && (
          <Button ref={way} variant="default" onClick={batch.leave}>
            {texts('batch.leave')}
          </Button>
        )}
        {phase === 'plan' && (
          <Button ref={way} variant="default" onClick={batch.back}>
            {texts('action.back')}
          </Button>
        )}
        {!working && phase !== 'plan' && (
          <Button ref={way} variant="default" onClick={onClose}>
            {texts(asking ? (ask.dismiss ?? 'action.cancel') : 'action.close')}
          </Button>
        )}
        {phase === 'plan' && batch.plan !== undefined && batch.plan.changes > 0 && (
          <Button
            ref={confirm}
            {...(ask.danger === true ? { color: 'red', className: 'fi-danger' } : {})}
            onClick={batch.confirm}
          >
            {texts.count('batch.plan.confirm', batch.plan.changes, { submit: ask.verb ?? ask.submit })}
          </Button>
        )}
        {asking && (
          <Button
            ref={button}
            title={texts('list.withKey', { title: ask.submit, key: 'Ctrl+Enter' })}
            aria-keyshortcuts="Control+Enter"
            {...(ask.danger === true ? { color: 'red', className: 'fi-danger' } : {})}
            disabled={ask.disabled === true}
            {...(ask.takesTyped === true && { onMouseDown: (event: MouseEvent) => event.preventDefault() })}
            onClick={ask.onSubmit}
          >
            {ask.submit}
          </Button>
        )}
      </div>
    </Modal>
  );
};
