import { Button } from '@mantine/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { RotateCw, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { useEffect, useMemo, useRef } from 'react';
import { EmptyState } from '../controls/empty-state.tsx';
import type { FormContext } from '../form/form-context.ts';
import type { RecordFormHandle } from '../form/record-form.tsx';
import { RecordForm } from '../form/record-form.tsx';
import type { FormValues } from '../form/validator.ts';
import { createFormValidator } from '../form/validator.ts';
import { recordLabel } from '../runtime/column-text.ts';
import { failureText } from '../runtime/describe-failure.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { titleInSentence } from '../runtime/title-in-sentence.ts';
import { useRecordAddress } from '../runtime/use-record-address.ts';
import { useRecordForm } from '../runtime/use-record-form.ts';
import { useUnsavedGuard } from '../runtime/use-unsaved-guard.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { RecordPanel } from './record-drawer.tsx';
import classes from './record-edit.module.css';
import { SectionNav } from './section-nav.tsx';

/** A select is read-only to the browser, and to nobody else; its hidden input takes no focus. */
const firstControl =
  'input:not([type="hidden"],[disabled],[readonly]:not([aria-haspopup])),textarea:not([readonly],[disabled])';

/** Creates a record, or edits one. */
const RecordEdit = ({ id }: { readonly id: number | undefined }) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { closeRecord } = useRecordAddress();
  const form = useRef<RecordFormHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const leave = useRef(() => {});
  const state = useRecordForm(model, id, () => leave.current());
  const guard = useUnsavedGuard(state.changedCount > 0, () => form.current?.flush());
  leave.current = () => {
    guard.release();
    closeRecord();
  };

  const validate = state.loaded?.validate;
  const validator = useMemo(
    () => validate && createFormValidator(validate, model.entity, texts),
    [validate, model.entity, texts],
  );

  const ready = state.loaded !== undefined;
  useEffect(() => {
    if (ready) body.current?.querySelector<HTMLElement>(firstControl)?.focus();
  }, [ready]);

  const save = () => form.current?.submit();
  const keys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    save();
  };

  const title = texts(id === undefined ? 'form.title.new' : 'form.title.edit', {
    title: titleInSentence(model.entity.title),
  });
  return (
    // The drawer is the dialog; this only hears the keys pressed inside it.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div onKeyDown={keys} className={classes.edit}>
      <RecordPanel
        title={title}
        label={state.loaded?.stored && recordLabel(model, state.loaded.stored.row)}
        footer={
          <>
            <span className={classes.unsaved} aria-live="polite">
              {state.changedCount > 0 && texts.count('form.unsaved', state.changedCount)}
            </span>
            <Button variant="default" onClick={closeRecord}>
              {texts('action.cancel')}
            </Button>
            <Button onClick={save} loading={state.saving} disabled={!ready}>
              {texts('form.save')}
            </Button>
          </>
        }
      >
        {state.failed && (
          <EmptyState
            icon={TriangleAlert}
            title={texts('record.failed')}
            text={failureText(texts, state.failed)}
            action={
              <Button variant="default" leftSection={<RotateCw size={15} />} onClick={state.retry}>
                {texts('action.retry')}
              </Button>
            }
          />
        )}
        {state.loaded && validator && (
          <div ref={body} className={classes.body}>
            <SectionNav sections={state.context.sections} />
            <RecordForm
              key={state.loaded.key}
              ref={form}
              schema={model.form.schema as RJSFSchema}
              uiSchema={model.form.uiSchema as UiSchema<FormValues, RJSFSchema, FormContext>}
              validator={validator}
              context={state.context}
              initial={state.loaded.initial}
              failures={state.failures}
              attempted={state.attempted}
              onChange={state.change}
              onInvalid={state.invalid}
              onSubmit={state.submit}
            />
          </div>
        )}
      </RecordPanel>
      {state.conflict && (
        <ConflictDialog conflict={state.conflict} onCancel={state.cancelMerge} onResolve={state.resolve} />
      )}
    </div>
  );
};

export default RecordEdit;
