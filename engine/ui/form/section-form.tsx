import Form, { getDefaultRegistry } from '@rjsf/core';
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { memo } from 'react';
import { AttachmentField } from './attachment-field.tsx';
import { FieldTemplate } from './field-template.tsx';
import type { FormContext } from './form-context.ts';
import { formPrefix } from './form-ids.ts';
import { NewRowField } from './new-row-field.tsx';
import { RowsField } from './rows-field.tsx';
import { SectionFields } from './section-fields.tsx';
import type { FormValues } from './validator.ts';
import { widgets } from './widgets.ts';

interface Props {
  readonly uiSchema: UiSchema<FormValues, RJSFSchema, FormContext>;
  readonly context: FormContext;
}

const templates = { FieldTemplate };

// Our controls hand over numbers, so that RJSF's own reading of typed numbers has nothing to do.
const { StringField } = getDefaultRegistry<FormValues, RJSFSchema, FormContext>().fields;
const fields = {
  ObjectField: SectionFields,
  ArrayField: RowsField,
  attachment: AttachmentField,
  newRow: NewRowField,
  ...(StringField === undefined ? {} : { NumberField: StringField }),
};

/** The section draws its fields itself: RJSF, which holds none of their values, has no default to look for. */
const bare: RJSFSchema = { type: 'object' };

/** The whole record is validated at once, by the form around. Our schemas hold no conditions, so `isValid` has no say. */
const silent: ValidatorType<FormValues, RJSFSchema, FormContext> = {
  isValid: () => true,
  rawValidation: () => ({}),
  validateFormData: () => ({ errors: [], errorSchema: {} }),
};

const DrawnSection = ({ uiSchema, context }: Props) => (
  <Form<FormValues, RJSFSchema, FormContext>
    tagName="div"
    idPrefix={formPrefix}
    schema={bare}
    uiSchema={uiSchema}
    validator={silent}
    formContext={context}
    templates={templates}
    widgets={widgets}
    fields={fields}
    showErrorList={false}
    // The fields are compared by those who draw them.
    experimental_componentUpdateStrategy="shallow"
  >
    {/* Something must stand here, or RJSF draws a button of its own. */}
    <span hidden />
  </Form>
);

/** One section as an RJSF form of its own, by which its fields find their widgets. Drawn once. */
export const SectionForm = memo(DrawnSection);
