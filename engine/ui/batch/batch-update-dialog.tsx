import { Checkbox } from '@mantine/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useMemo, useRef, useState } from 'react';
import type { FormContext } from '../form/form-context.ts';
import type { RecordFormHandle } from '../form/record-form.tsx';
import { RecordForm } from '../form/record-form.tsx';
import type { FormValues } from '../form/validator.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useBatch } from '../runtime/use-batch.ts';
import { useBatchForm } from '../runtime/use-batch-form.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { updateEach } from '../store/batch-api.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { BatchSample } from './batch-sample.tsx';
import classes from './batch-update-dialog.module.css';

interface Props {
  readonly list: RegistryList;
  readonly onClose: () => void;
}

const noFailures: readonly { readonly field: string; readonly message: string }[] = [];

/** Changes the same fields on every chosen record: a field is chosen first, then its new value is given. */
const BatchUpdateDialog = ({ list, onClose }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const form = useRef<RecordFormHandle>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const batch = useBatch(model, list, 'batch.done', onClose);
  const fields = useBatchForm(model, chosen);
  const { ids } = batch;
  const context = useMemo<FormContext>(
    () => ({ relationRows: {}, sections: [{ title: undefined, columns: chosen }] }),
    [chosen],
  );
  const toggle = (column: string, on: boolean) => {
    form.current?.flush();
    setChosen(model.batch.filter((name) => (name === column ? on : chosen.includes(name))));
  };
  const send = (values: FormValues) => {
    const sent = Object.fromEntries(
      chosen.map((column) => [column, values[column] === '' ? null : (values[column] ?? null)]),
    );
    batch.start((dispatch, rows) =>
      dispatch(updateEach.initiate({ ...rows, values: sent }, { track: false })).unwrap(),
    );
  };
  return (
    <BatchDialog
      batch={batch}
      title={ids.length === 0 ? texts('batch.title') : texts.count('batch.title', ids.length)}
      submit={texts.count('batch.submit', ids.length)}
      disabled={chosen.length === 0 || fields.validator === undefined}
      onSubmit={() => form.current?.submit()}
      onClose={onClose}
    >
      <p className={classes.text}>{texts('batch.text')}</p>
      <fieldset className={classes.choices}>
        <legend className={classes.legend}>{texts('batch.fields')}</legend>
        {model.batch.map((column) => (
          <Checkbox
            key={column}
            label={model.entity.fields.find((field) => field.column === column)?.title ?? column}
            checked={chosen.includes(column)}
            onChange={(event) => toggle(column, event.currentTarget.checked)}
          />
        ))}
      </fieldset>
      {chosen.length > 0 && fields.validator && (
        <>
          <div className={classes.form}>
            <RecordForm
              key={chosen.join()}
              ref={form}
              schema={fields.schema as RJSFSchema}
              uiSchema={model.form.uiSchema as UiSchema<FormValues, RJSFSchema, FormContext>}
              validator={fields.validator}
              context={context}
              initial={fields.values}
              failures={noFailures}
              attempted={fields.attempted}
              onChange={fields.change}
              onInvalid={fields.invalid}
              onSubmit={send}
            />
          </div>
          <BatchSample batch={batch} values={fields.sent} />
        </>
      )}
    </BatchDialog>
  );
};

export default BatchUpdateDialog;
