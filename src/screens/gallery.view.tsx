import { Alert, Button, SegmentedControl } from '@mantine/core';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import { Inbox } from 'lucide-react';
import { useMemo } from 'react';
import { useLoaderData, useSearchParams } from 'react-router';
import type { Field } from '../../engine/model/types.ts';
import { EmptyState } from '../../engine/ui/controls/empty-state.tsx';
import type { FormContext } from '../../engine/ui/form/form-context.ts';
import { RecordForm } from '../../engine/ui/form/record-form.tsx';
import type { FormValues } from '../../engine/ui/form/validator.ts';
import { FieldValue } from '../../engine/ui/list/column-value.tsx';
import { RecordFields } from '../../engine/ui/record/record-fields.tsx';
import { ScreenContext } from '../../engine/ui/runtime/screen-context.ts';
import type { Gallery } from '../gallery/build-gallery.ts';
import classes from './gallery.module.css';

/** Finds every field wrong, or none. */
const finding = (fields: readonly Field[], failure: string): ValidatorType<FormValues, RJSFSchema, FormContext> => ({
  isValid: () => true,
  rawValidation: () => ({}),
  validateFormData: () => ({
    errors: fields.map(({ column, title }) => {
      const message = `${title}: ${failure}`;
      return { property: `.${column}`, message, stack: message };
    }),
    errorSchema: {},
  }),
});
const noFailures: readonly never[] = [];
const nothing = (): void => undefined;
const tones = ['success', 'info', 'warning', 'danger'] as const;

/** Every field type in every state, with what stands around fields: for those who work on the screens, in development. */
export const GalleryPage = () => {
  const { model, states, failure } = useLoaderData<Gallery>();
  const [search, setSearch] = useSearchParams();
  const chosen = search.get('estado');
  const state = states.find(({ key }) => key === chosen) ?? states[0];
  const columns = useMemo(() => model.entity.fields.map(({ column }) => column), [model]);
  const parts = useMemo(
    () => ({
      schema: { ...model.form.schema, required: state?.required ? columns : [] } as RJSFSchema,
      uiSchema: Object.fromEntries(
        Object.entries(model.form.uiSchema).map(([name, ui]) => [
          name,
          { ...(ui as object), 'ui:readonly': state?.readOnly === true },
        ]),
      ),
      context: { relationRows: {}, sections: [{ title: undefined, columns }] },
      validator: finding(state?.failing ? model.entity.fields : [], failure),
    }),
    [model, columns, state, failure],
  );
  if (state === undefined) return null;
  const row = { id: 1, versao: 1, ...state.values };
  return (
    <ScreenContext value={model}>
      <div className={classes.page}>
        <h1 className={classes.title}>{model.screen.title}</h1>
        <SegmentedControl
          data={states.map(({ key, title }) => ({ value: key, label: title }))}
          value={state.key}
          onChange={(key) => setSearch({ estado: key })}
        />
        <RecordForm
          key={state.key}
          {...parts}
          initial={state.values}
          failures={noFailures}
          attempted
          onChange={nothing}
          onInvalid={nothing}
          onSubmit={nothing}
        />
        <RecordFields model={model} row={row} />
        <ul className={classes.cells} aria-label={model.entity.title}>
          {model.entity.fields.map((field) => (
            <li key={field.name} className={classes.cell}>
              <span className={classes.name}>{field.title}</span>
              <span className={classes.value}>
                <FieldValue field={field} value={row[field.column as keyof typeof row]} />
              </span>
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          {(['filled', 'default', 'light', 'subtle'] as const).map((variant) => (
            <Button key={variant} variant={variant}>
              {variant}
            </Button>
          ))}
          <Button className="fi-danger">danger</Button>
          <Button disabled>disabled</Button>
          <Button loading>loading</Button>
        </div>
        {tones.map((tone) => (
          <Alert key={tone} title={tone} className={classes.alert ?? ''}>
            {failure}
          </Alert>
        ))}
        <EmptyState
          icon={Inbox}
          title={model.screen.title}
          text={failure}
          action={<Button>{model.entity.title}</Button>}
        />
      </div>
    </ScreenContext>
  );
};
