import type { ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import type { FormContext } from './form-context.ts';
import { FormSection } from './form-section.tsx';
import type { FormValues } from './validator.ts';

/** The record: its sections, each a grid of twelve columns. */
export const ObjectTemplate = ({
  properties,
  registry,
}: ObjectFieldTemplateProps<FormValues, RJSFSchema, FormContext>) =>
  registry.formContext.sections.map(({ title, columns }, index) => (
    <FormSection key={title ?? ''} index={index} title={title}>
      {columns.flatMap((column) => properties.find(({ name }) => name === column)?.content ?? [])}
    </FormSection>
  ));
