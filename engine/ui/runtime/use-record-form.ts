/**
 * Everything the form of one record is: its values, whether it has unsaved work, what the server refused, and the merge
 * when somebody else was quicker. The drawer only draws it.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { FormContext } from '../form/form-context.ts';
import type { CompiledValidator } from '../form/validator.ts';
import { loadValidator } from '../form/validator.ts';
import type { ApiFailure, StoredRecord } from '../store/api.ts';
import { useCreateMutation, useLazyRecordQuery, useUpdateMutation } from '../store/api.ts';
import { describeFailure } from './describe-failure.ts';
import { formSections } from './form-sections.ts';
import type { RecordValues } from './record-values.ts';
import {
  changedValues,
  defaultValues,
  mergeValues,
  newValues,
  overStored,
  recordValues,
  relationRows,
  valueAt,
} from './record-values.ts';
import { showAlert } from './show-alert.ts';
import { useTexts } from './texts.ts';
import { useWaiting } from './use-waiting.ts';

interface Loaded {
  /** Changes when the form is to be drawn anew from `initial`. */
  readonly key: number;
  readonly validate: CompiledValidator;
  readonly stored: StoredRecord | undefined;
  /** What the server holds, as far as is known here. */
  readonly base: RecordValues;
  readonly initial: RecordValues;
}

export interface Conflict {
  readonly fields: readonly string[];
  readonly mine: RecordValues;
  readonly theirs: StoredRecord;
  readonly merged: RecordValues;
}

const noFailures: readonly { readonly field: string; readonly message: string }[] = [];
const noValues: RecordValues = {};

/** `id` undefined: a new record. `onSaved` is called when the server has it. */
export const useRecordForm = (model: ScreenModel, id: number | undefined, onSaved: () => void) => {
  const texts = useTexts();
  const { path } = model.screen;
  const [readRecord] = useLazyRecordQuery();
  const [create, creating] = useCreateMutation();
  const [update, updating] = useUpdateMutation();
  const [loaded, setLoaded] = useState<Loaded>();
  const [failed, setFailed] = useState<ApiFailure>();
  const [values, setValues] = useState<RecordValues>(noValues);
  const [attempted, setAttempted] = useState(false);
  const [failures, setFailures] = useState(noFailures);
  const [conflict, setConflict] = useState<Conflict>();
  const saving = creating.isLoading || updating.isLoading;
  useWaiting(saving);
  useWaiting(loaded === undefined && failed === undefined);

  const read = useRef(() => readRecord({ path, id: id ?? 0, select: model.recordSelect }, false));
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` asks for another try
  useEffect(() => {
    let dropped = false;
    const open = async () => {
      const [validate, answer] = await Promise.all([
        loadValidator(model.form.validator).catch(() => undefined),
        id === undefined ? undefined : read.current(),
      ]);
      if (dropped) return;
      if (validate === undefined) return setFailed({ status: 0, body: undefined, told: false });
      if (answer?.error !== undefined) return setFailed(answer.error as ApiFailure);
      const base = answer?.data === undefined ? defaultValues(model) : recordValues(model, answer.data.row);
      setLoaded({ key: 0, validate, stored: answer?.data, base, initial: base });
      setValues(base);
    };
    setFailed(undefined);
    void open();
    return () => {
      dropped = true;
    };
  }, [model, id, attempt]);

  const context = useMemo<FormContext>(() => {
    const writable = (model.form.schema['properties'] ?? {}) as Record<string, unknown>;
    return {
      relationRows: loaded?.stored === undefined ? {} : relationRows(model, loaded.stored.row),
      sections: formSections(model, (column) => Object.hasOwn(writable, column)),
    };
  }, [model, loaded?.stored]);

  const changed = loaded === undefined ? noValues : changedValues(model, loaded.base, values);

  const refuse = (failure: ApiFailure): void => {
    const { body } = failure;
    const place = body?.at?.field === undefined ? [] : [{ field: body.at.field, message: body.message }];
    const fields = (body?.fields ?? place).filter(({ field }) =>
      context.sections.some(({ columns }) => columns.includes(field.split('.')[0] ?? '')),
    );
    setFailures(fields);
    if (fields.length === 0 || (body?.messages?.alerts ?? []).length > 0) describeFailure(texts, failure);
  };

  const finish = (key: string): void => {
    showAlert({ type: 'success', value: texts(key) });
    setLoaded((current) => current && { ...current, base: values });
    onSaved();
  };

  /** The stored version is not the one that was read: read it, and keep what both sides did where that is possible. */
  const merge = async (mine: RecordValues, base: RecordValues): Promise<void> => {
    const answer = await read.current();
    if (answer.data === undefined) return refuse(answer.error as ApiFailure);
    const theirs = recordValues(model, answer.data.row);
    const { values: merged, conflicts } = mergeValues(model, base, mine, theirs);
    if (conflicts.length > 0) return setConflict({ fields: conflicts, mine, theirs: answer.data, merged });
    showAlert({ type: 'info', value: texts('merge.automatic') });
    await send(merged, theirs, answer.data.etag);
  };

  const send = async (next: RecordValues, base: RecordValues, etag: string | undefined): Promise<void> => {
    if (id === undefined) {
      const result = await create({ path, values: newValues(model, next) });
      return result.error === undefined ? finish('form.created') : refuse(result.error as ApiFailure);
    }
    const patch = changedValues(model, base, next);
    if (Object.keys(patch).length === 0) return onSaved();
    const result = await update({ path, id, etag, values: patch });
    if (result.error === undefined) return finish('form.saved');
    const failure = result.error as ApiFailure;
    return failure.status === 412 ? merge(next, base) : refuse(failure);
  };

  return {
    loaded,
    failed,
    retry: () => setAttempt((count) => count + 1),
    context,
    values,
    attempted,
    failures,
    saving,
    changedCount: Object.keys(changed).length,
    change: (next: RecordValues) => {
      setValues(next);
      if (failures.length > 0)
        setFailures((current) =>
          current.filter(({ field }) => Object.is(valueAt(values, field), valueAt(next, field))),
        );
    },
    invalid: () => setAttempted(true),
    submit: (next: RecordValues) => {
      if (loaded === undefined || saving) return;
      setAttempted(true);
      setFailures(noFailures);
      void send(next, loaded.base, loaded.stored?.etag);
    },
    conflict,
    cancelMerge: () => setConflict(undefined),
    /** Ends the merge with the chosen values and saves them over the version that is stored now. */
    resolve: (choices: RecordValues) => {
      if (conflict === undefined || loaded === undefined) return;
      const base = recordValues(model, conflict.theirs.row);
      const chosen = overStored(model, choices, base);
      setConflict(undefined);
      setLoaded({ ...loaded, key: loaded.key + 1, stored: conflict.theirs, base, initial: chosen });
      setValues(chosen);
      void send(chosen, base, conflict.theirs.etag);
    },
  };
};
