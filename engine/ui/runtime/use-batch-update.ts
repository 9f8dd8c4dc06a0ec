/** A change of the same fields in all the chosen records: which fields, their new values, and what is asked before it runs. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { FormContext } from '../form/form-context.ts';
import { fieldId } from '../form/form-ids.ts';
import type { RecordFormHandle } from '../form/record-form.tsx';
import type { FormValues } from '../form/validator.ts';
import { useBatch } from './use-batch.ts';
import { useBatchForm } from './use-batch-form.ts';
import type { RegistryList } from './use-registry-list.ts';

const titleOf = ({ entity }: ScreenModel, column: string): string =>
  entity.fields.find((field) => field.column === column)?.title ?? column;

export const useBatchUpdate = (
  model: ScreenModel,
  list: RegistryList,
  proposed: string | undefined,
  onClose: () => void,
) => {
  const form = useRef<RecordFormHandle>(null);
  const [chosen, setChosen] = useState<readonly string[]>(proposed === undefined ? [] : [proposed]);
  /** The field whose control is to have the focus once it is drawn. */
  const next = useRef(proposed);
  /** The fields that were said to be emptied, and wait for a second word. */
  const [emptied, setEmptied] = useState<readonly string[]>([]);
  const batch = useBatch(model, list, 'batch.done', onClose);
  const fields = useBatchForm(model, chosen);
  const drawn = fields.validator !== undefined && batch.selected.state === 'read';

  // biome-ignore lint/correctness/useExhaustiveDependencies: each choice draws another control
  useEffect(() => {
    const column = next.current;
    if (!drawn || column === undefined) return;
    next.current = undefined;
    // After the dialog, which takes the focus to its beginning when it opens.
    const timer = setTimeout(() => document.getElementById(fieldId(column))?.focus());
    return () => clearTimeout(timer);
  }, [drawn, chosen]);

  const context = useMemo<FormContext>(
    () => ({ relationRows: {}, sections: [{ title: undefined, columns: chosen }] }),
    [chosen],
  );
  const send = (values: FormValues) => {
    const sent = Object.fromEntries(
      chosen.map((column) => [column, values[column] === '' ? null : (values[column] ?? null)]),
    );
    const empty = chosen.filter((column) => sent[column] === null);
    // So many values are not lost by one key: what is to be emptied is named, and asked for again.
    if (empty.some((column) => !emptied.includes(column))) return setEmptied(empty);
    batch.start({ operation: 'update', values: sent });
  };

  return {
    batch,
    form,
    fields,
    context,
    chosen,
    choices: model.batch.map((column) => ({ value: column, label: titleOf(model, column) })),
    choose: (columns: readonly string[]) => {
      form.current?.flush();
      next.current = columns.find((column) => !chosen.includes(column));
      setEmptied([]);
      setChosen(columns);
    },
    change: (values: FormValues) => {
      setEmptied([]);
      fields.change(values);
    },
    /** Titles of the fields that will be emptied, once that was said and until it is confirmed. */
    emptied: emptied.map((column) => titleOf(model, column)),
    ready: chosen.length > 0 && drawn,
    send,
    submit: () => form.current?.submit(),
  };
};
