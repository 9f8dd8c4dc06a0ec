/** The fields that a transition asks for: what they begin with, whether they are filled in well, when they are sent. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import type { FormContext } from '../form/form-context.ts';
import type { FormFailure } from '../form/form-failures.ts';
import type { RecordFormHandle } from '../form/record-form.tsx';
import type { CompiledValidator, FormValues } from '../form/validator.ts';
import { createFormValidator, loadValidator } from '../form/validator.ts';
import type { Row } from '../store/api.ts';
import { describeFailure } from './describe-failure.ts';
import { wireValues } from './fitting.ts';
import { relationRows } from './record-values.ts';
import { useTexts } from './texts.ts';

const noFailures: readonly FormFailure[] = [];

/** What is there already; empty is absent in a form. */
const valuesOf = (model: ScreenModel, columns: readonly string[], row: Row | undefined): FormValues => {
  const values = row === undefined ? {} : wireValues(model, row);
  return Object.fromEntries(
    columns.flatMap((column) => {
      const value = values[column];
      return value === null || value === undefined ? [] : [[column, value]];
    }),
  );
};

/** As they are sent: of one record what is empty empties the field; of several it leaves each as it is. */
const sentOf = (columns: readonly string[], values: FormValues, one: boolean): FormValues =>
  Object.fromEntries(
    columns
      .map((column) => [column, values[column] === '' ? null : (values[column] ?? null)] as const)
      .filter(([, value]) => one || value !== null),
  );

/** `row`: the record that is moved; undefined where there are several. `onSend` takes the values as they are sent. */
export const useAskedFields = (
  model: ScreenModel,
  transition: TransitionModel,
  row: Row | undefined,
  onSend: (values: FormValues) => void,
) => {
  const texts = useTexts();
  const form = useRef<RecordFormHandle>(null);
  const [attempted, setAttempted] = useState(false);
  const [failures, setFailures] = useState(noFailures);
  const [validate, setValidate] = useState<CompiledValidator>();
  const address = transition.form?.validator;
  useEffect(() => {
    if (address === undefined) return;
    let dropped = false;
    loadValidator(address).then(
      (loaded) => {
        if (!dropped) setValidate(() => loaded);
      },
      () => describeFailure(texts, { message: '' }),
    );
    return () => {
      dropped = true;
    };
  }, [address, texts]);
  const columns = transition.form?.columns ?? noColumns;
  const initial = useMemo(() => valuesOf(model, columns, row), [model, columns, row]);
  const validator = useMemo(
    () => validate && createFormValidator(validate, model.entity, texts),
    [validate, model.entity, texts],
  );
  const context = useMemo<FormContext>(
    () => ({
      stored: row,
      relationRows: row === undefined ? {} : relationRows(model, row),
      sections: [{ title: undefined, columns }],
    }),
    [model, columns, row],
  );
  return {
    transition,
    form,
    validator,
    context,
    initial,
    attempted,
    failures,
    columns,
    /** Whether it can be sent at all. */
    ready: transition.form === null || validator !== undefined,
    change: () => setFailures((told) => (told.length === 0 ? told : noFailures)),
    invalid: () => setAttempted(true),
    refuse: setFailures,
    send: (values: FormValues) => onSend(sentOf(columns, values, row !== undefined)),
    submit: () => (transition.form === null ? onSend({}) : form.current?.submit()),
  };
};

const noColumns: readonly string[] = [];

export type AskedFields = ReturnType<typeof useAskedFields>;
