import { Button } from '@mantine/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { memo, useEffect, useMemo, useRef } from 'react';
import { recordLabel } from '../../contract/column-text.ts';
import { EmptyState } from '../controls/empty-state.tsx';
import { drawnSchema } from '../form/drawn-schema.ts';
import type { FormContext } from '../form/form-context.ts';
import { formPrefix } from '../form/form-ids.ts';
import type { RecordFormHandle } from '../form/record-form.tsx';
import { RecordForm } from '../form/record-form.tsx';
import type { FormValues } from '../form/validator.ts';
import { createFormValidator } from '../form/validator.ts';
import { failureText } from '../runtime/describe-failure.ts';
import { useLockNotice } from '../runtime/lock-notice.ts';
import { ScreenContext } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useTimeZone } from '../runtime/time-zone.ts';
import { titleInSentence } from '../runtime/title-in-sentence.ts';
import { useBegunModel } from '../runtime/use-begun-model.ts';
import { computedOf, useBreaches, useConditions } from '../runtime/use-conditions.ts';
import { useFormDraft } from '../runtime/use-form-draft.ts';
import type { FormSubject } from '../runtime/use-record-form.ts';
import { begunValues, useRecordForm } from '../runtime/use-record-form.ts';
import { useStable } from '../runtime/use-stable.ts';
import type { UnsavedGuard } from '../runtime/use-unsaved-guard.tsx';
import { StateBar } from '../states/state-bar.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftOffer } from './draft-offer.tsx';
import { RecordPanel } from './record-drawer.tsx';
import classes from './record-editor.module.css';

const listed = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** A select is read-only to the browser, and to nobody else but where it is closed; its hidden input takes no focus. */
const firstControl =
  'input:not([type="hidden"],[disabled],[data-closed],[readonly]:not([aria-haspopup])),textarea:not([readonly],[disabled])';

interface Props {
  readonly subject: FormSubject;
  /** How unsaved work is kept from being left. */
  readonly useGuard: UnsavedGuard;
  /** Leaves as the buttons do; for what stands around the form. */
  readonly leave?: { current: () => void };
  readonly onClose: () => void;
  /** What comes once it is stored, in place of closing. */
  readonly onSaved?: ((id: number) => void) | undefined;
  /** Opens a record that was made here. */
  readonly onShow?: ((id: number) => void) | undefined;
}

interface FootProps {
  /** How many fields differ from what is stored. */
  readonly changed: number;
  readonly saving: boolean;
  readonly ready: boolean;
  readonly onCancel: () => void;
  readonly onSave: () => void;
}

const EditorFoot = memo(({ changed, saving, ready, onCancel, onSave }: FootProps) => {
  const texts = useTexts();
  return (
    <>
      <span className={classes.unsaved} aria-live="polite">
        {changed > 0 && texts.count('form.unsaved', changed)}
      </span>
      <Button variant="default" onClick={onCancel}>
        {texts('action.cancel')}
      </Button>
      <Button onClick={onSave} loading={saving} disabled={!ready}>
        {texts('form.save')}
      </Button>
    </>
  );
});

/** The draft is one for each record, and for each one that is copied. */
const draftOf = (subject: FormSubject): number | 'new' | `copy.${number}` =>
  subject.mode === 'new' ? 'new' : subject.mode === 'edit' ? subject.id : `copy.${subject.id}`;

/** The form of one record, in a panel: a new one, one that is changed, or a new one made from another. */
export const RecordEditor = ({ subject, useGuard, leave, onClose, onSaved, onShow }: Props) => {
  const texts = useTexts();
  const form = useRef<RecordFormHandle>(null);
  const body = useRef<HTMLDivElement>(null);
  const saved = useRef((_id: number) => {});
  const panel = useRef<HTMLDivElement>(null);
  const state = useRecordForm(useBegunModel(), subject, {
    form,
    onSaved: (id) => saved.current(id),
    onShow,
    nearest: () => panel.current?.querySelector<HTMLElement>('[data-record-title]'),
  });
  const { model } = state;
  const changed = state.changedCount > 0;
  const secrets = useMemo(
    () => model.entity.fields.filter(({ writeOnly }) => writeOnly).map(({ column }) => column),
    [model],
  );
  const flush = (): void => form.current?.flush();
  const draft = useFormDraft({
    typed: () => {
      flush();
      return state.now();
    },
    path: model.screen.path,
    record: draftOf(subject),
    base: state.loaded?.base,
    etag: state.loaded?.stored?.etag,
    sendingKey: state.sendingKey,
    values: state.values,
    changed,
    secrets,
  });
  const guard = useGuard(changed, flush, draft.finish);
  const close = () => guard.leave(onClose);
  if (leave) leave.current = close;
  saved.current = (id) => {
    draft.finish();
    guard.release();
    (onSaved ?? onClose)(id);
  };

  const validate = state.loaded?.validate;
  const schema = useMemo(() => drawnSchema(model), [model]);
  const row = state.loaded?.stored?.row;
  const locked = useLockNotice(model, subject.mode === 'edit' ? row : undefined);
  const conditions = useConditions(model, row);
  const breaches = useBreaches(model, state.loaded?.base, row);
  const stored = useMemo(() => computedOf(model, row), [model, row]);
  const validator = useMemo(
    () => validate && createFormValidator(validate, model.entity, texts, breaches),
    [validate, model.entity, texts, breaches],
  );

  const timeZone = useTimeZone();
  const { isSaid } = useStable({
    /**
     * What the list or the address says of a new record is there already, as is the own record of somebody of a portal,
     * and is not what one came to fill in.
     */
    isSaid: (control: HTMLElement): boolean => {
      if (subject.mode !== 'new') return false;
      const { relations } = model;
      const own = relations.map(({ column }) => column).filter((column) => state.loaded?.base[column] != null);
      const said = [...Object.keys(begunValues(model, subject, timeZone)), ...own];
      return said.some((column) => control.id === `${formPrefix}_${column}`);
    },
  });
  const drawn = state.loaded?.key;
  useEffect(() => {
    if (drawn === undefined) return;
    const controls = [...(body.current?.querySelectorAll<HTMLElement>(firstControl) ?? [])];
    const control = controls.find((one) => !isSaid(one)) ?? controls[0];
    if (!control) return;
    // A drawer that is still opening takes the focus to what is marked so, a moment after this.
    panel.current?.querySelector('[data-autofocus]')?.removeAttribute('data-autofocus');
    control.setAttribute('data-autofocus', 'true');
    control.focus();
  }, [drawn, isSaid]);

  const buttons = useStable({ onCancel: close, onSave: () => form.current?.submit() });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
      const { target } = event;
      // Heard inside the form, and where nothing has the focus by the form on top.
      const inside = target instanceof Node && panel.current?.contains(target) === true;
      const onTop = [...document.querySelectorAll('[data-record-editor]')].at(-1) === panel.current;
      if (!inside && !(target === document.body && onTop)) return;
      event.preventDefault();
      form.current?.submit();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);

  const title = texts(`form.title.${subject.mode}`, {
    title: titleInSentence(model.entity.title),
  });
  return (
    <ScreenContext value={model}>
      <div ref={panel} className={classes.edit} data-record-editor>
        <RecordPanel
          title={title}
          label={state.loaded?.row && recordLabel(model, state.loaded.row)}
          footer={
            <EditorFoot
              changed={state.changedCount}
              saving={state.saving}
              ready={state.loaded !== undefined && locked?.whole !== true}
              {...buttons}
            />
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
            <div ref={body}>
              {draft.offer && (
                <DraftOffer
                  draft={draft.offer}
                  moved={draft.offer.etag !== state.loaded.stored?.etag}
                  onRestore={() => {
                    if (draft.offer) state.restore(draft.offer);
                    draft.accept();
                  }}
                  onDiscard={draft.refuse}
                />
              )}
              {subject.mode === 'edit' && row && (
                <StateBar row={row} told blocked={changed} onDone={() => guard.leave(onClose)} />
              )}
              {locked !== undefined && (
                <p className={classes.note} role="note">
                  {locked.notice}
                </p>
              )}
              {subject.mode === 'copy' && (
                <p className={classes.note}>
                  {state.emptied.length === 0
                    ? texts('form.copy')
                    : texts('form.copy.emptied', { fields: listed.format(state.emptied) })}
                </p>
              )}
              <RecordForm
                key={state.loaded.key}
                ref={form}
                schema={schema}
                uiSchema={model.form.uiSchema as UiSchema<FormValues, RJSFSchema, FormContext>}
                validator={validator}
                context={state.context}
                conditions={conditions}
                stored={stored}
                initial={state.loaded.initial}
                failures={state.failures}
                attempted={state.attempted}
                onChange={state.change}
                onBegun={state.begun}
                onFilled={state.filled}
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
    </ScreenContext>
  );
};
