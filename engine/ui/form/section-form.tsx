import Form, { getDefaultRegistry } from '@rjsf/core';
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { toErrorSchema } from '@rjsf/utils';
import { memo, useEffect, useMemo, useRef } from 'react';
import { AttachmentField } from './attachment-field.tsx';
import { FieldTemplate } from './field-template.tsx';
import type { FormContext } from './form-context.ts';
import { formPrefix } from './form-ids.ts';
import { ObjectTemplate } from './object-template.tsx';
import { RowsField } from './rows-field.tsx';
import type { FormValues } from './validator.ts';
import { widgets } from './widgets.ts';

interface Props {
  readonly columns: readonly string[];
  /** Of the record. */
  readonly schema: RJSFSchema;
  readonly uiSchema: UiSchema<FormValues, RJSFSchema, FormContext>;
  readonly context: FormContext;
  /** The values of the columns, owned rows aside; the same object as long as none of them changes. */
  readonly values: FormValues;
  /** What is wrong, by column; the same object as long as nothing of it changes. */
  readonly messages: Readonly<Record<string, string>>;
  /** Columns that conditions ask for, or close; the same object as long as nothing of it changes. */
  readonly required: readonly string[];
  readonly closed: readonly string[];
  readonly onChange: (columns: readonly string[], values: FormValues) => void;
}

const templates = { FieldTemplate, ObjectFieldTemplate: ObjectTemplate };

// Our controls hand over numbers, so that RJSF's own reading of typed numbers has nothing to do.
const { StringField } = getDefaultRegistry<FormValues, RJSFSchema, FormContext>().fields;
const fields = {
  ArrayField: RowsField,
  attachment: AttachmentField,
  ...(StringField === undefined ? {} : { NumberField: StringField }),
};

// The defaults of a new record are in its first values; a stored one that is empty is meant to be.
const noDefaults = { emptyObjectFields: 'skipDefaults', arrayMinItems: { populate: 'never' } } as const;

/** The whole record is validated at once, by the form around. Our schemas hold no conditions, so `isValid` has no say. */
const silent: ValidatorType<FormValues, RJSFSchema, FormContext> = {
  isValid: () => true,
  rawValidation: () => ({}),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
};

/** The part of the record's schema that a section draws; of an array its name alone, for its rows are not RJSF's. */
const partOf = (
  schema: RJSFSchema,
  columns: readonly string[],
  required: readonly string[],
  closed: readonly string[],
): RJSFSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    columns.flatMap((column) => {
      const property = schema.properties?.[column];
      if (typeof property !== 'object') return [];
      const { type, title } = property;
      if (closed.includes(column)) return [[column, { ...property, readOnly: true }]];
      return [[column, type === 'array' ? { type, ...(title === undefined ? {} : { title }) } : property]];
    }),
  ),
  required: [...new Set([...(schema.required ?? []), ...required])].filter((name) => columns.includes(name)),
});

const DrawnSection = (props: Props) => {
  const form = useRef<Form<FormValues, RJSFSchema, FormContext>>(null);
  const { columns, schema, values, messages, required, closed, onChange } = props;
  const part = useMemo(() => partOf(schema, columns, required, closed), [schema, columns, required, closed]);
  const errors = useMemo(
    () =>
      toErrorSchema<FormValues>(
        Object.entries(messages).map(([field, message]) => ({ property: `.${field}`, message, stack: message })),
      ),
    [messages],
  );
  /** What RJSF holds, as far as it has told. */
  const held = useRef(values);
  useEffect(() => {
    for (const column of columns) {
      if (Object.is(values[column], held.current[column])) continue;
      form.current?.setFieldValue(column, values[column] as FormValues | undefined);
    }
  }, [columns, values]);

  return (
    <Form<FormValues, RJSFSchema, FormContext>
      ref={form}
      tagName="div"
      idPrefix={formPrefix}
      schema={part}
      uiSchema={props.uiSchema}
      validator={silent}
      formContext={props.context}
      initialFormData={held.current}
      templates={templates}
      widgets={widgets}
      fields={fields}
      extraErrors={errors}
      showErrorList={false}
      experimental_defaultFormStateBehavior={noDefaults}
      onChange={({ formData = {} }) => {
        held.current = formData;
        onChange(columns, formData);
      }}
    >
      {/* Something must stand here, or RJSF draws a button of its own. */}
      <span hidden />
    </Form>
  );
};

/** One section as an RJSF form of its own: what is typed into one draws no other. */
export const SectionForm = memo(DrawnSection);
