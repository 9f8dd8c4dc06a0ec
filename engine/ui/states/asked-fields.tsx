import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useEffect } from 'react';
import { quietly } from '../controls/quiet-focus.ts';
import type { FormContext } from '../form/form-context.ts';
import { fieldId } from '../form/form-ids.ts';
import { RecordForm } from '../form/record-form.tsx';
import type { FormValues } from '../form/validator.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import type { AskedFields as Asked } from '../runtime/use-asked-fields.ts';
import { Follows } from './follows.tsx';
import { StateChange } from './state-change.tsx';

interface Props {
  readonly asked: Asked;
  /** The state of the record; undefined where there are several. */
  readonly from: unknown;
}

/** What a transition is: from which state to which, and the fields that it asks for, drawn as the form draws them. */
export const AskedFields = ({ asked, from }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const { transition, form } = asked;
  const { first } = asked;
  const drawn = asked.validator !== undefined;
  const filled = first !== undefined && asked.initial[first] !== undefined;
  useEffect(() => {
    if (first === undefined || !drawn) return undefined;
    const lead = () => document.getElementById(fieldId(first))?.focus();
    // After the dialog, which takes the focus to its beginning when it opens. Where all is filled in nobody came to choose.
    const timer = setTimeout(() => (filled ? quietly(lead) : lead()));
    return () => clearTimeout(timer);
  }, [first, drawn, filled]);
  return (
    <>
      {transition.to !== undefined && (
        <StateChange model={model} from={from} to={transition.to} label={texts('batch.sample.to')} />
      )}
      <Follows transition={transition} />
      {transition.form && asked.schema && asked.validator && (
        <RecordForm
          ref={form}
          schema={asked.schema as RJSFSchema}
          uiSchema={transition.form.uiSchema as UiSchema<FormValues, RJSFSchema, FormContext>}
          validator={asked.validator}
          context={asked.context}
          initial={asked.initial}
          failures={asked.failures}
          attempted={asked.attempted}
          onChange={asked.change}
          onInvalid={asked.invalid}
          onSubmit={asked.send}
        />
      )}
    </>
  );
};
