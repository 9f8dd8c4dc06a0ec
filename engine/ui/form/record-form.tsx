import Form, { getDefaultRegistry } from '@rjsf/core';
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { toErrorSchema } from '@rjsf/utils';
import type { Ref } from 'react';
import { useEffect, useImperativeHandle, useMemo, useRef } from 'react';
import { flushSync } from 'react-dom';
import { createDraftScope, DraftContext } from '../controls/use-draft.ts';
import { ErrorListTemplate } from './error-list-template.tsx';
import { FieldTemplate } from './field-template.tsx';
import type { FormContext } from './form-context.ts';
import { fieldId, formPrefix } from './form-ids.ts';
import { ObjectTemplate } from './object-template.tsx';
import classes from './record-form.module.css';
import { RowsField } from './rows-field.tsx';
import type { FormValues } from './validator.ts';
import { widgets } from './widgets.ts';

/** Asks the form to save, as Ctrl+S and the footer do. */
export interface RecordFormHandle {
  readonly submit: () => void;
  /** Hands over what is typed and not yet committed. */
  readonly flush: () => void;
}

interface Props {
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema<FormValues, RJSFSchema, FormContext>;
  readonly validator: ValidatorType<FormValues, RJSFSchema, FormContext>;
  readonly context: FormContext;
  /** Values at first drawing; later ones are told by `onChange`. */
  readonly initial: FormValues;
  /** Refusals of the server, by wire name. */
  readonly failures: readonly { readonly field: string; readonly message: string }[];
  /** Whether the form was sent once: from then on each change is checked. */
  readonly attempted: boolean;
  readonly onChange: (values: FormValues) => void;
  readonly onInvalid: () => void;
  readonly onSubmit: (values: FormValues) => void;
  readonly ref?: Ref<RecordFormHandle>;
}

const templates = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate, ErrorListTemplate };

// Our controls hand over numbers, so that RJSF's own reading of typed numbers has nothing to do.
const { StringField } = getDefaultRegistry<FormValues, RJSFSchema, FormContext>().fields;
const fields = { ArrayField: RowsField, ...(StringField === undefined ? {} : { NumberField: StringField }) };

// The defaults of a new record are in its first values; a stored one that is empty is meant to be.
const noDefaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const;

const focusField = (path: string): void => document.getElementById(fieldId(path))?.focus();

/** RJSF, dressed in our templates and widgets. */
export const RecordForm = (props: Props) => {
  const form = useRef<Form<FormValues, RJSFSchema, FormContext>>(null);
  const drafts = useMemo(createDraftScope, []);
  const { failures, initial } = props;

  useImperativeHandle(
    props.ref,
    () => ({
      submit: () => {
        flushSync(drafts.flush);
        form.current?.submit();
      },
      flush: () => flushSync(drafts.flush),
    }),
    [drafts],
  );

  const extraErrors = useMemo(
    () =>
      toErrorSchema<FormValues>(
        failures.map(({ field, message }) => ({ property: `.${field}`, message, stack: message })),
      ),
    [failures],
  );
  useEffect(() => {
    const [first] = failures;
    if (first) focusField(first.field);
  }, [failures]);

  return (
    <DraftContext value={drafts}>
      <Form<FormValues, RJSFSchema, FormContext>
        ref={form}
        className={classes.form ?? ''}
        idPrefix={formPrefix}
        schema={props.schema}
        uiSchema={props.uiSchema}
        validator={props.validator}
        formContext={props.context}
        initialFormData={initial}
        templates={templates}
        widgets={widgets}
        fields={fields}
        extraErrors={extraErrors}
        showErrorList="top"
        noHtml5Validate
        liveValidate={props.attempted ? 'onChange' : false}
        experimental_defaultFormStateBehavior={noDefaults}
        onChange={({ formData }) => props.onChange(formData ?? {})}
        onError={(errors) => {
          props.onInvalid();
          const wrong = errors.map(({ property }) => property?.replace(/^\./, '') ?? '');
          const first = props.context.sections
            .flatMap(({ columns }) => columns)
            .flatMap((column) => wrong.find((path) => path === column || path.startsWith(`${column}.`)) ?? [])[0];
          if (first !== undefined) focusField(first);
        }}
        onSubmit={({ formData }) => props.onSubmit(formData ?? {})}
      >
        {/* The footer holds the buttons; Enter in a field needs one inside. */}
        <button type="submit" hidden tabIndex={-1} aria-hidden />
      </Form>
    </DraftContext>
  );
};
