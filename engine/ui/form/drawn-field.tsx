import { getDefaultRegistry } from '@rjsf/core';
import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { toFieldPathId } from '@rjsf/utils';
import { memo, useCallback, useMemo } from 'react';
import type { FormContext } from './form-context.ts';
import type { FormValues } from './validator.ts';

// What RJSF itself draws the fields of a record with.
const { SchemaField } = getDefaultRegistry<FormValues, RJSFSchema, FormContext>().fields;

type FormFieldProps = FieldProps<FormValues, RJSFSchema, FormContext>;

interface Props extends Pick<FormFieldProps, 'registry' | 'onBlur' | 'onFocus'> {
  readonly name: string;
  readonly schema: RJSFSchema;
  readonly uiSchema: FormFieldProps['uiSchema'];
  /** Of the record or row around it. */
  readonly parentPath: FormFieldProps['fieldPathId'];
  readonly value: unknown;
  /** What is wrong with it. */
  readonly message: string | undefined;
  /** Asked for, where it is open: nobody fills in what is closed. */
  readonly required: boolean;
  /** Closed by a condition. */
  readonly closed: boolean;
  /** The same function for as long as the field stands in its place. */
  readonly onChange: (name: string, value: unknown) => void;
}

const noErrors = {};
const noUi = {};

const Field = ({ name, schema, value, message, required, closed, onChange, parentPath, ...rest }: Props) => {
  const { globalFormOptions } = rest.registry;
  const path = useMemo(() => toFieldPathId(name, globalFormOptions, parentPath), [name, globalFormOptions, parentPath]);
  const drawn = useMemo(() => (closed ? { ...schema, readOnly: true } : schema), [closed, schema]);
  const errors = useMemo(() => (message === undefined ? noErrors : { __errors: [message] }), [message]);
  const change = useCallback((next: unknown) => onChange(name, next), [onChange, name]);
  return (
    SchemaField && (
      <SchemaField
        {...rest}
        name={name}
        required={required && !closed}
        schema={drawn}
        uiSchema={rest.uiSchema ?? noUi}
        formData={value as FormValues}
        errorSchema={errors}
        fieldPathId={path}
        onChange={change}
      />
    )
  );
};

/** One field of a record or row, drawn by RJSF from its schema; drawn anew only when something of its own changes. */
export const DrawnField = memo(Field);
