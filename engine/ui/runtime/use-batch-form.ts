/** The part of the form that a change of many records is said in: the chosen fields, checked as they always are. */
import { useEffect, useMemo, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { CompiledValidator, FormValues } from '../form/validator.ts';
import { createFormValidator, loadValidator } from '../form/validator.ts';
import { describeFailure } from './describe-failure.ts';
import { useTexts } from './texts.ts';

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

/** The validator of the screen's records, once it is read. */
export const useValidator = (model: ScreenModel): CompiledValidator | undefined => {
  const texts = useTexts();
  const [validate, setValidate] = useState<CompiledValidator>();
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
  return validate;
};

export const useBatchForm = (model: ScreenModel, chosen: readonly string[]) => {
  const texts = useTexts();
  const validate = useValidator(model);
  const [typed, setTyped] = useState<FormValues>({});
  const [attempted, setAttempted] = useState(false);

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
  const values = useMemo<FormValues>(() => ({ ...unchecked, ...typed }), [unchecked, typed]);
  /** As they are sent: what is empty empties the field. */
  const sent = useMemo<FormValues>(
    () => Object.fromEntries(chosen.map((column) => [column, values[column] === '' ? null : (values[column] ?? null)])),
    [chosen, values],
  );

  return { schema, validator, values, sent, attempted, change: setTyped, invalid: () => setAttempted(true) };
};
