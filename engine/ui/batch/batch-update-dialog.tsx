import { MultiSelect } from '@mantine/core';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { TriangleAlert } from 'lucide-react';
import { filterOptions } from '../controls/fits-search.ts';
import type { FormContext } from '../form/form-context.ts';
import { RecordForm } from '../form/record-form.tsx';
import type { FormValues } from '../form/validator.ts';
import { countedTitle } from '../runtime/counted-title.ts';
import { useScreenModel } from '../runtime/screen-context.ts';
import { useTexts } from '../runtime/texts.ts';
import { useBatchUpdate } from '../runtime/use-batch-update.ts';
import type { RegistryList } from '../runtime/use-registry-list.ts';
import { BatchDialog } from './batch-dialog.tsx';
import { BatchSample } from './batch-sample.tsx';
import classes from './batch-update-dialog.module.css';

interface Props {
  readonly list: RegistryList;
  /** Wire name of the field to begin with. */
  readonly proposed: string | undefined;
  readonly onClose: () => void;
}

type Update = ReturnType<typeof useBatchUpdate>;

const noFailures: readonly { readonly field: string; readonly message: string }[] = [];

/** The fields, found by typing; each one chosen takes the focus to its value. */
const FieldChoice = ({ update }: { readonly update: Update }) => {
  const texts = useTexts();
  return (
    <MultiSelect
      label={texts('batch.fields')}
      placeholder={texts(update.chosen.length === 0 ? 'batch.fields.first' : 'batch.fields.more')}
      data={update.choices}
      value={[...update.chosen]}
      onChange={update.choose}
      searchable
      filter={filterOptions}
      hidePickedOptions
      selectFirstOptionOnChange
      selectFirstOptionOnDropdownOpen
      nothingFoundMessage={texts('control.nothingFound')}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      // With a field to begin with, its value has the focus and not the choice.
      openOnFocus={update.chosen.length === 0}
      data-autofocus={update.chosen.length === 0 || undefined}
    />
  );
};

/** Changes the same fields on every chosen record: the fields and their new value, and beside them what becomes of the rows. */
const BatchUpdateDialog = ({ list, proposed, onClose }: Props) => {
  const texts = useTexts();
  const model = useScreenModel();
  const update = useBatchUpdate(model, list, proposed, onClose);
  const { batch, fields, chosen } = update;
  const count = batch.ids.length;
  const title = count === 0 ? texts('batch.title') : countedTitle(texts, model, 'batch.title', count);
  return (
    <BatchDialog
      batch={batch}
      title={title}
      size="min(1080px, 94vw)"
      submit={title}
      verb={texts('batch.verb')}
      disabled={!update.ready}
      onSubmit={update.submit}
      onClose={onClose}
    >
      <div className={classes.sides}>
        <div className={classes.change}>
          {model.batch.length > 1 && <FieldChoice update={update} />}
          {update.ready && fields.validator && (
            <RecordForm
              key={chosen.join()}
              ref={update.form}
              schema={fields.schema as RJSFSchema}
              uiSchema={model.form.uiSchema as UiSchema<FormValues, RJSFSchema, FormContext>}
              validator={fields.validator}
              context={update.context}
              initial={fields.values}
              failures={noFailures}
              attempted={fields.attempted}
              onChange={update.change}
              onInvalid={fields.invalid}
              onSubmit={update.send}
            />
          )}
          <p className={classes.text}>{texts('batch.text')}</p>
          {update.emptied.length > 0 && (
            <p className={classes.emptied} role="alert">
              <TriangleAlert size={15} aria-hidden />
              {texts.count('batch.emptied', count, { fields: update.emptied.join(', ') })}
            </p>
          )}
        </div>
        <BatchSample batch={batch} values={fields.sent} />
      </div>
    </BatchDialog>
  );
};

export default BatchUpdateDialog;
