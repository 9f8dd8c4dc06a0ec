import { Button, Loader } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useEffect, useRef } from 'react';
import type { ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import { failureText } from '../runtime/describe-failure.ts';
import { ScreenContext } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTransition } from '../runtime/use-transition.ts';
import { AskedFields } from './asked-fields.tsx';
import classes from './transition-form.module.css';

interface Props {
  readonly model: ScreenModel;
  readonly transition: TransitionModel;
  readonly id: number;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** What stands in the dialog of a transition: asks, sends, closes. Loaded when it is first needed, hence the default export. */
const TransitionForm = ({ model, transition, id, onCancel, onDone }: Props) => {
  const texts = useTexts();
  const { row, error, asked, sending } = useTransition(model, transition, id, onDone);
  const open = row !== undefined && asked.ready && !sending;
  const button = useRef<HTMLButtonElement>(null);
  const drawn = row !== undefined && asked.ready;
  const plain = transition.form === null;
  // What is read while the dialog stands cannot take the focus when it opens.
  useEffect(() => {
    if (drawn && plain) button.current?.focus();
  }, [drawn, plain]);
  /** From anywhere in the dialog, before a control makes an Enter of it; what an open list makes of it comes first. */
  const pressed = (event: KeyboardEvent) => {
    const { target } = event;
    const inList = target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || inList) return;
    event.preventDefault();
    event.stopPropagation();
    if (open) asked.submit();
  };
  return (
    <ScreenContext value={model}>
      <div onKeyDownCapture={pressed}>
        {error !== undefined && <p className={classes.text}>{failureText(texts, error)}</p>}
        {row === undefined && error === undefined && <Loader size="xs" />}
        {row !== undefined && asked.ready && <AskedFields asked={asked} from={row[model.states?.key ?? '']} />}
        <div className={classes.foot}>
          <Button variant="default" onClick={onCancel}>
            {texts('action.back')}
          </Button>
          <Button
            title={texts('list.withKey', { title: transition.title, key: 'Ctrl+Enter' })}
            aria-keyshortcuts="Control+Enter"
            ref={button}
            loading={sending}
            disabled={!open}
            // Sending takes what is typed. Gone in before, it would take its faults away, and the button from under the pointer.
            onMouseDown={(event) => event.preventDefault()}
            onClick={asked.submit}
          >
            {transition.title}
          </Button>
        </div>
      </div>
    </ScreenContext>
  );
};

export default TransitionForm;
