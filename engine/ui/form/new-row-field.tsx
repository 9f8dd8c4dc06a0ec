/** The one row that a transition asks for: its fields on the grid of the form, as those of the record around it. */
import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { toFieldPathId } from '@rjsf/utils';
import { use, useCallback, useId, useMemo } from 'react';
import { DrawnField } from './drawn-field.tsx';
import type { FormContext } from './form-context.ts';
import section from './form-section.module.css';
import classes from './rows-field.module.css';
import { RowsContext } from './rows-scope.ts';
import type { FormValues } from './validator.ts';

type Props = FieldProps<FormValues, RJSFSchema, FormContext>;

const nothing: RJSFSchema = {};

export const NewRowField = ({ name, uiSchema, registry, fieldPathId, onBlur, onFocus }: Props) => {
  const scope = use(RowsContext);
  const heading = useId();
  const { globalFormOptions } = registry;
  const path = useMemo(() => toFieldPathId(0, globalFormOptions, fieldPathId), [globalFormOptions, fieldPathId]);
  const change = scope?.change;
  const set = useCallback(
    (column: string, value: unknown) => change?.(name, ([row]) => [{ ...row, [column]: value }]),
    [change, name],
  );
  if (scope === undefined) return null;
  const list = (scope.schema.properties?.[name] ?? nothing) as RJSFSchema;
  const items = (list.items ?? nothing) as RJSFSchema;
  const [row] = scope.rowsOf(name);
  const failures = scope.failuresOf(name);
  const ui = (uiSchema?.items ?? {}) as Readonly<Record<string, Props['uiSchema']>>;
  const own = failures.find(({ field }) => field === name);
  return (
    <fieldset className={classes.single} aria-labelledby={heading}>
      <p id={heading} className={classes.title}>
        {items.title ?? list.title}
      </p>
      {own !== undefined && <p className={classes.error}>{own.message}</p>}
      <div className={section.grid}>
        {Object.entries(ui).map(([column, fieldUi]) => (
          <DrawnField
            key={column}
            name={column}
            schema={(items.properties?.[column] ?? nothing) as RJSFSchema}
            uiSchema={fieldUi}
            parentPath={path}
            value={row?.[column]}
            message={failures.find(({ field }) => field === `${name}.0.${column}`)?.message}
            required={items.required?.includes(column) === true}
            closed={false}
            registry={registry}
            onBlur={onBlur}
            onFocus={onFocus}
            onChange={set}
          />
        ))}
      </div>
    </fieldset>
  );
};
