/** New records from the chosen ones: rows to be edited, checked as the form checks a record, and sent as one batch, each with its outcome. */

import { useMediaQuery } from '@mantine/hooks';
import type { RJSFSchema, UiSchema, ValidatorType } from '@rjsf/utils';
import { toErrorList, toErrorSchema } from '@rjsf/utils';
import { useMemo, useRef, useState } from 'react';
import type { BatchOutcomes } from '../../contract/batch.ts';
import type { FormBegins, ScreenModel } from '../../contract/screen-model.ts';
import type { FieldFailure } from '../../core/errors.ts';
import { momentIn } from '../../expressions/moment-in.ts';
import { rowSuffix } from '../../fields/describe-failure.ts';
import type { Child, Entity } from '../../model/types.ts';
import type { FormContext } from '../form/form-context.ts';
import type { FormFailure } from '../form/form-failures.ts';
import type { Beginnings } from '../form/lay-begun.ts';
import { lineColumns } from '../form/row-layout.ts';
import type { CompiledValidator, FormValues } from '../form/validator.ts';
import { failuresOf } from '../form/validator.ts';
import type { Row } from '../store/api.ts';
import { useRowsQuery } from '../store/api.ts';
import type { ApiFailure } from '../store/base-query.ts';
import { applyBatch, batchOutcomes, planBatch } from '../store/batch-api.ts';
import { useAppDispatch } from '../store/hooks.ts';
import { sizes } from '../theme/tokens.ts';
import type { ConditionsState } from './conditions.ts';
import { createConditions, noConditions } from './conditions.ts';
import { copyOf, gridNames } from './copied-rows.ts';
import { describeFailure, failureText } from './describe-failure.ts';
import { beginNotes, fillNotes } from './fill-notes.ts';
import type { RecordValues } from './record-values.ts';
import { defaultValues, newValues, relationRows, unsentValues } from './record-values.ts';
import { useSelectedIds } from './selected-ids.ts';
import type { Texts } from './texts.ts';
import { useTexts } from './texts.ts';
import { useTimeZone } from './time-zone.ts';
import { useValidator } from './use-batch-form.ts';
import { useBreaches } from './use-conditions.ts';
import type { RegistryList } from './use-registry-list.ts';
import { useTellBatch } from './use-tell-batch.ts';
import { askToDiscard } from './use-unsaved-guard.tsx';
import { useWaiting } from './use-waiting.ts';

/** Rows that one grid takes: as many as can be looked through. */
export const mostCopies = 100;
/** The wire name of the rows in the form that edits them; no record has one like it. */
const rowsName = '_rows';
const noRows: readonly Row[] = [];
const noFailures: readonly FormFailure[] = [];

const rowsIn = (values: FormValues): readonly FormValues[] =>
  Array.isArray(values[rowsName]) ? (values[rowsName] as readonly FormValues[]) : [];

/** A fault of one row: its place is said where it stands apart from the row, and is the cell's where it has one. */
const placed = (title: string, row: number, failure: FormFailure): FormFailure => ({
  field: failure.field === '' ? `${rowsName}.${row}` : `${rowsName}.${row}.${failure.field}`,
  message: `${failure.message.replace(/\.$/, '')}${rowSuffix({ title }, row)}.`,
});

const createRowsValidator = (
  validate: CompiledValidator,
  model: ScreenModel,
  texts: Texts,
  title: string,
  breaches: (values: RecordValues) => readonly FieldFailure[],
): ValidatorType<FormValues, RJSFSchema, FormContext> => ({
  isValid: () => true,
  rawValidation: () => ({}),
  validateFormData: (values) => {
    const failures = rowsIn(values ?? {}).flatMap((row, index) =>
      failuresOf(validate, model.entity, texts, newValues(model, row), breaches).map((failure) =>
        placed(title, index, failure),
      ),
    );
    const errorSchema = toErrorSchema<FormValues>(
      failures.map(({ field, message }) => ({ property: `.${field}`, message, stack: message })),
    );
    return { errors: toErrorList(errorSchema), errorSchema };
  },
});

type Refused = BatchOutcomes['refusals'][number];

/** What a refused row says: of its fields, else of its first. */
const failuresOfRow = (model: ScreenModel, { fields, message }: Refused): readonly FormFailure[] =>
  fields ?? [{ field: gridNames(model)[0] ?? '', message }];

/** Beside the rows themselves: the edges of their frame. */
const frame = 8;

const leastWidth = (model: ScreenModel): number => {
  const ui = model.form.uiSchema as Readonly<Record<string, Parameters<typeof lineColumns>[0][number]>>;
  return lineColumns(gridNames(model).map((name) => ui[name])).least + frame;
};

/** What conditions make of each row, as of a record of its own. */
const useRowConditions = (model: ScreenModel): ((values: FormValues) => ConditionsState) => {
  const timeZone = useTimeZone();
  return useMemo(() => {
    // Each row has a memory of its own: what did not change is not worked out anew.
    const memories: ((values: RecordValues) => ConditionsState)[] = [];
    return (values) => ({
      ...noConditions,
      rows: {
        [rowsName]: rowsIn(values).map((row, index) => {
          memories[index] ??= createConditions(model.entity, momentIn(timeZone), unsentValues(model, undefined));
          return memories[index](row);
        }),
      },
    });
  }, [model, timeZone]);
};

/** New records in the lines of a grid, as if one owned them; copies are as what they are made from. */
const beginningsOf = (entity: Entity, begins: FormBegins): Beginnings => {
  const line: Child = {
    name: rowsName,
    title: entity.title,
    description: undefined,
    help: undefined,
    visible: true,
    readOnly: false,
    minItems: 0,
    maxItems: mostCopies,
    entity,
  };
  const around: Entity = { ...entity, fields: [], children: [line], expressions: undefined };
  return { entity: around, rows: { [rowsName]: begins }, beside: {}, resumed: true };
};

export const useBatchAdd = (model: ScreenModel, list: RegistryList, onClose: () => void) => {
  const texts = useTexts();
  const dispatch = useAppDispatch();
  const { path } = model.screen;
  const { tell } = useTellBatch(path);
  const title = texts('batchAdd.rows');
  const [chosen] = useState(() => ({ path, filter: list.chosen, selection: list.selection.state }));
  const [size] = useState(list.selection.size);
  const tooMany = size === undefined || size > mostCopies;
  const selected = useSelectedIds(tooMany ? { ...chosen, selection: { kind: 'some', ids: [] } } : chosen);
  const ids = selected.state === 'read' ? selected.ids : [];
  const search = new URLSearchParams({
    id: `in.(${ids.join(',')})`,
    select: model.recordSelect,
    limit: String(mostCopies),
  }).toString();
  const sources = useRowsQuery({ path, search }, { skip: ids.length === 0, refetchOnMountOrArgChange: true });
  const validate = useValidator(model);
  const begun = useMemo(() => defaultValues(model), [model]);
  const breaches = useBreaches(model, begun);
  const conditions = useRowConditions(model);

  const found = sources.data?.rows ?? noRows;
  /** What the grid begins with; a new object draws it anew. */
  const first = useMemo<FormValues>(() => ({ [rowsName]: found.map((row) => copyOf(model, row)) }), [found, model]);
  /** What was refused; each sending counts one up, and has the grid drawn anew from what it left. */
  const [left, setLeft] = useState<{ readonly values: FormValues; readonly sending: number }>();
  const changed = useRef(false);
  const [attempted, setAttempted] = useState(false);
  const [failures, setFailures] = useState(noFailures);
  const [saving, setSaving] = useState(false);
  useWaiting(saving);

  const schema = useMemo((): RJSFSchema => {
    const properties = (model.form.schema['properties'] ?? {}) as Record<string, RJSFSchema>;
    const names = gridNames(model);
    const items = {
      type: 'object',
      title: model.entity.title,
      properties: Object.fromEntries(names.map((name) => [name, properties[name] ?? {}])),
      required: ((model.form.schema['required'] ?? []) as readonly string[]).filter((name) => names.includes(name)),
    } as RJSFSchema;
    return { type: 'object', properties: { [rowsName]: { type: 'array', title, maxItems: mostCopies, items } } };
  }, [model, title]);
  const uiSchema = useMemo(
    (): UiSchema<FormValues, RJSFSchema, FormContext> => ({
      [rowsName]: { 'ui:options': { span: 12 }, items: model.form.uiSchema },
    }),
    [model],
  );
  const phone = useMediaQuery(`(max-width: ${sizes.phone - 1}px)`, undefined, { getInitialValueInEffect: false });
  const least = useMemo(() => leastWidth(model), [model]);
  const context = useMemo<FormContext>(() => {
    const rows: Record<string, Row[]> = {};
    for (const source of found)
      for (const [column, related] of Object.entries(relationRows(model, source)))
        rows[column] = [
          ...(rows[column] ?? []),
          ...related.filter(({ id }) => !rows[column]?.some((one) => one.id === id)),
        ];
    const { fills = [], begins } = model;
    return {
      relationRows: rows,
      sections: [{ title, columns: [rowsName] }],
      rowFills: { [rowsName]: fills },
      rowNotes: { [rowsName]: { ...fillNotes(fills, texts), ...beginNotes(model.entity, begins, texts) } },
      ...(begins && { beginnings: beginningsOf(model.entity, begins) }),
    };
  }, [found, model, title, texts]);
  const validator = useMemo(
    () => validate && createRowsValidator(validate, model, texts, title, breaches),
    [validate, model, texts, title, breaches],
  );

  /** What was refused stays in the grid, with the reason beside it. */
  const finish = (rows: readonly FormValues[], batch: string, { written, refusals: refused }: BatchOutcomes) => {
    if (written.length > 0) tell('batchAdd.done', batch, written.length, written);
    if (refused.length === 0) {
      list.selection.clear();
      return onClose();
    }
    const values = { [rowsName]: refused.map(({ id }) => rows[id - 1] ?? {}) };
    setLeft((before) => ({ values, sending: (before?.sending ?? 0) + 1 }));
    setFailures(
      refused.flatMap((one, index) => failuresOfRow(model, one).map((failure) => placed(title, index, failure))),
    );
  };
  const send = async (sent: FormValues): Promise<void> => {
    const rows = rowsIn(sent);
    if (rows.length === 0 || saving) return;
    setSaving(true);
    try {
      const wanted = { path, operation: 'insert', rows: rows.map((row) => newValues(model, row)) } as const;
      const { id, seal, changes } = await dispatch(planBatch.initiate({ wanted }, { track: false })).unwrap();
      if (changes > 0) await dispatch(applyBatch.initiate({ id, seal }, { track: false })).unwrap();
      finish(rows, id, await dispatch(batchOutcomes.initiate(id, { track: false })).unwrap());
    } catch (failure) {
      describeFailure(texts, failure as ApiFailure);
    } finally {
      setSaving(false);
    }
  };

  return {
    tooMany,
    /** Why the rows could not be read. */
    failure:
      selected.state === 'failed'
        ? failureText(texts, selected.failure)
        : sources.error === undefined
          ? undefined
          : failureText(texts, sources.error as ApiFailure),
    ready: sources.data !== undefined && validator !== undefined,
    count: found.length,
    initial: left?.values ?? first,
    /** Changes with the rows that the grid begins with. */
    key: left?.sending ?? 0,
    schema,
    uiSchema,
    /** Pixels of a line of all fields; undefined on a phone, where each row is a card. */
    least: phone ? undefined : least,
    context,
    validator,
    conditions,
    attempted,
    failures,
    saving,
    change: () => {
      changed.current = true;
    },
    /** Closes, after asking where something was typed. */
    close: () => {
      if (!changed.current) return onClose();
      askToDiscard(texts, { onDiscard: onClose, onKeep: () => {} });
    },
    invalid: () => setAttempted(true),
    submit: (next: FormValues) => void send(next),
  };
};
