import { Button, Checkbox, Group, Modal } from '@mantine/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { useMemo, useRef, useState } from 'react';
import type { FormContext } from '../form/form-context.ts';
import type { RecordFormHandle } from '../form/record-form.tsx';
import { RecordForm } from '../form/record-form.tsx';
import type { FormValues } from '../form/validator.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useBatchUpdate } from '../runtime/use-batch-update.ts';
import classes from './batch-update-dialog.module.css';

interface Props {
  readonly ids: readonly number[];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Changes the same fields on every selected record: a field is chosen first, then its new value is given. */
const BatchUpdateDialog = ({ ids, onClose, onDone }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const form = useRef<RecordFormHandle>(null);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const batch = useBatchUpdate(model, ids, chosen, onDone);
  const context = useMemo<FormContext>(
    () => ({ relationRows: {}, sections: [{ title: undefined, columns: chosen }] }),
    [chosen],
  );
  const toggle = (column: string, on: boolean) => {
    form.current?.flush();
    setChosen(model.batch.filter((name) => (name === column ? on : chosen.includes(name))));
  };
  return (
    <Modal opened onClose={onClose} title={texts.count('batch.title', ids.length)} size="md">
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
      {chosen.length > 0 && batch.validator && (
        <div className={classes.form}>
          <RecordForm
            key={chosen.join()}
            ref={form}
            schema={batch.schema as RJSFSchema}
            uiSchema={model.form.uiSchema as UiSchema<FormValues, RJSFSchema, FormContext>}
            validator={batch.validator}
            context={context}
            initial={batch.values}
            failures={batch.failures}
            attempted={batch.attempted}
            onChange={batch.change}
            onInvalid={batch.invalid}
            onSubmit={batch.submit}
          />
        </div>
      )}
      <Group justify="flex-end" gap="sm" mt="xl">
        <Button variant="default" onClick={onClose}>
          {texts('action.cancel')}
        </Button>
        <Button disabled={chosen.length === 0} loading={batch.saving} onClick={() => form.current?.submit()}>
          {texts.count('batch.submit', ids.length)}
        </Button>
      </Group>
    </Modal>
  );
};

export default BatchUpdateDialog;
