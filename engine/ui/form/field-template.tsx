import { VisuallyHidden } from '@mantine/core';
import type { FieldTemplateProps, RJSFSchema } from '@rjsf/utils';
import { getUiOptions } from '@rjsf/utils';
import type { CSSProperties } from 'react';
import { use } from 'react';
import { rowSuffix } from '../../fields/describe-failure.ts';
import { explained } from '../runtime/explained.ts';
import { useTexts } from '../runtime/texts.ts';
import { helpOf } from './field-help.ts';
import classes from './field-template.module.css';
import type { FormContext } from './form-context.ts';
import { errorId, helpId } from './form-ids.ts';
import { CellContext } from './row-cell.tsx';
import type { FormValues } from './validator.ts';

type Props = FieldTemplateProps<FormValues, RJSFSchema, FormContext>;

/** The record's field, or that of an owned row, by wire names: what a form knows of it. */
const targetOf = ({ registry, fieldPathId }: Props): string | undefined => {
  const { entity } = registry.formContext;
  return entity && [entity, ...fieldPathId.path.filter((part) => typeof part === 'string')].join('.');
};

/** A field: label above, control, and one line below that is help until there is something to correct. */
export const FieldTemplate = (props: Props) => {
  const texts = useTexts();
  const cell = use(CellContext);
  const { id, label, children, required, rawErrors, schema, uiSchema, hidden } = props;
  if (hidden) return <div hidden>{children}</div>;
  // Rows draw all that is around them.
  if (schema.type === 'object' || schema.type === 'array') return children;
  const options = getUiOptions(uiSchema);
  const [error] = rawErrors ?? [];
  const help = helpOf(options['help'], props.registry.formContext, id);
  const span = Number(options['span'] ?? 12);
  return (
    <div
      className={classes.field}
      data-span={span}
      data-check={schema.type === 'boolean' || undefined}
      // Help stands there always; what is wrong comes and goes, and would move the fields beside it.
      data-help={help !== undefined || undefined}
      style={{ '--share': span / 6 } as CSSProperties}
    >
      <label htmlFor={id} className={classes.label} {...explained(targetOf(props))}>
        {label}
        {cell && <VisuallyHidden>{`, ${texts('rows.row', { number: cell.row })}`}</VisuallyHidden>}
        {required && schema.type !== 'boolean' && (
          <span className={classes.required} aria-hidden title={texts('form.required')}>
            *
          </span>
        )}
      </label>
      {children}
      {error === undefined ? (
        help !== undefined && (
          <p id={helpId(id)} className={classes.help}>
            {help}
          </p>
        )
      ) : (
        <p id={errorId(id)} className={classes.error}>
          {/* Beside the cell nobody needs to be told which row it is. */}
          {cell === undefined ? error : error.replace(rowSuffix({ title: cell.array }, cell.row - 1), '')}
        </p>
      )}
    </div>
  );
};
