import type { ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import type { FormContext } from './form-context.ts';
import classes from './form-section.module.css';
import type { FormValues } from './validator.ts';

/** The fields of a section on a grid of twelve columns, in the order of the section. */
export const ObjectTemplate = ({ properties }: ObjectFieldTemplateProps<FormValues, RJSFSchema, FormContext>) => (
  <div className={classes.grid}>{properties.map(({ content }) => content)}</div>
);
