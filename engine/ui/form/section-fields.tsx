import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { use, useMemo } from 'react';
import { DrawnField } from './drawn-field.tsx';
import type { FormContext } from './form-context.ts';
import classes from './form-section.module.css';
import { SectionContext } from './section-share.ts';
import type { FormValues } from './validator.ts';

type Props = FieldProps<FormValues, RJSFSchema, FormContext>;

const noSchema: RJSFSchema = {};
const noColumns: readonly string[] = [];

/** What a field is drawn from; of owned rows their name alone, for they are not RJSF's. */
const schemaOf = (schema: RJSFSchema, column: string): RJSFSchema | undefined => {
  const property = schema.properties?.[column];
  if (typeof property !== 'object') return undefined;
  const { type, title } = property;
  return type === 'array' ? { type, ...(title === undefined ? {} : { title }) } : property;
};

/**
 * The fields of a section on a grid of twelve columns, in its order. Their values are the record form's, and RJSF holds
 * none: a value that changes draws its own field anew, not the section.
 */
export const SectionFields = ({ registry, uiSchema, fieldPathId, onBlur, onFocus }: Props) => {
  const share = use(SectionContext);
  const { schema = noSchema, columns = noColumns } = share ?? {};
  const drawn = useMemo(
    () =>
      columns.flatMap((column) => {
        const own = schemaOf(schema, column);
        return own === undefined ? [] : [[column, own, schema.required?.includes(column) === true] as const];
      }),
    [schema, columns],
  );
  if (share === undefined) return null;
  return (
    <div className={classes.grid}>
      {drawn.map(([column, own, required]) => (
        <DrawnField
          key={column}
          name={column}
          schema={own}
          uiSchema={uiSchema?.[column]}
          parentPath={fieldPathId}
          value={share.values[column]}
          message={share.messages[column]}
          required={required || share.required.includes(column)}
          closed={share.closed.includes(column)}
          registry={registry}
          onBlur={onBlur}
          onFocus={onFocus}
          onChange={share.onChange}
        />
      ))}
    </div>
  );
};
