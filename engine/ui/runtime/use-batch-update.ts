/** A change of some fields on many records: the part of the form that is drawn, what it holds, and how it is sent. */
import { useEffect, useMemo, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { CompiledValidator, FormValues } from '../form/validator.ts';
import { createFormValidator, loadValidator } from '../form/validator.ts';
import type { ApiFailure } from '../store/api.ts';
import { useUpdateManyMutation } from '../store/api.ts';
import { describeFailure } from './describe-failure.ts';
import { showAlert } from './show-alert.ts';
import { useTexts } from './texts.ts';
import { useWaiting } from './use-waiting.ts';

const noFailures: readonly { readonly field: string; readonly message: string }[] = [];

/** The failures of the chosen fields alone: the others are not sent, so that they miss is no fault. */
const confine = (validate: CompiledValidator, chosen: readonly string[]): CompiledValidator => {
  const confined: CompiledValidator = (data) => {
    validate(data);
    confined.errors = (validate.errors ?? []).filter(({ keyword, params, instancePath }) =>
      chosen.includes(keyword === 'required' ? String(params['missingProperty']) : instancePath.slice(1)),
    );
    return confined.errors.length === 0;
  };
  return confined;
};

export const useBatchUpdate = (
  model: ScreenModel,
  ids: readonly number[],
  chosen: readonly string[],
  onDone: () => void,
) => {
  const texts = useTexts();
  const [validate, setValidate] = useState<CompiledValidator>();
  const [values, setValues] = useState<FormValues>({});
  const [attempted, setAttempted] = useState(false);
  const [failures, setFailures] = useState(noFailures);
  const [update, { isLoading }] = useUpdateManyMutation();
  useWaiting(isLoading);

  useEffect(() => {
    let dropped = false;
    loadValidator(model.form.validator).then(
      (loaded) => {
        if (!dropped) setValidate(() => loaded);
      },
      () => describeFailure(texts, { message: '' }),
    );
    return () => {
      dropped = true;
    };
  }, [model.form.validator, texts]);

  const schema = useMemo(() => {
    const properties = (model.form.schema['properties'] ?? {}) as Record<string, unknown>;
    const required = (model.form.schema['required'] ?? []) as readonly string[];
    return {
      ...model.form.schema,
      properties: Object.fromEntries(chosen.map((column) => [column, properties[column]])),
      required: required.filter((column) => chosen.includes(column)),
    };
  }, [model, chosen]);

  // A check that nobody touched means no.
  const unchecked = useMemo(
    () =>
      Object.fromEntries(
        chosen
          .filter((column) => model.entity.fields.some((field) => field.column === column && field.type === 'boolean'))
          .map((column) => [column, false]),
      ),
    [model, chosen],
  );

  const validator = useMemo(
    () => validate && createFormValidator(confine(validate, chosen), model.entity, texts),
    [validate, chosen, model.entity, texts],
  );

  const submit = async (next: FormValues) => {
    const sent = Object.fromEntries(chosen.map((column) => [column, next[column] ?? null]));
    const result = await update({ path: model.screen.path, ids, values: sent });
    if (result.error === undefined) {
      showAlert({ type: 'success', value: texts.count('batch.done', ids.length) });
      return onDone();
    }
    const failure = result.error as ApiFailure;
    setFailures((failure.body?.fields ?? []).filter(({ field }) => chosen.includes(field)));
    describeFailure(texts, failure);
  };

  return {
    schema,
    validator,
    values: { ...unchecked, ...values },
    attempted,
    failures,
    saving: isLoading,
    change: (next: FormValues) => {
      setValues(next);
      setFailures(noFailures);
    },
    invalid: () => setAttempted(true),
    submit: (next: FormValues) => void submit(next),
  };
};
