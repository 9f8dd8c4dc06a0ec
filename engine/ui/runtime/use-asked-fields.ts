/** The fields that a transition asks for: what they begin with, whether they are filled in well, when they are sent. */
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ScreenModel, TransitionModel } from '../../contract/screen-model.ts';
import type { Entity } from '../../model/types.ts';
import type { FormContext } from '../form/form-context.ts';
import type { FormFailure } from '../form/form-failures.ts';
import type { RecordFormHandle } from '../form/record-form.tsx';
import type { CompiledValidator, FormValues } from '../form/validator.ts';
import { createFormValidator, loadValidator } from '../form/validator.ts';
import type { Row } from '../store/api.ts';
import type { BegunFields } from './begun-fields.ts';
import { beginFields } from './begun-fields.ts';
import { begunNotes } from './begun-notes.ts';
import { describeFailure } from './describe-failure.ts';
import { fieldsToAsk, toFillIn } from './fields-to-ask.ts';
import { wireValues } from './fitting.ts';
import { defaultsOf, relationRows } from './record-values.ts';
import { useTexts } from './texts.ts';
import { useMoment } from './use-moment.ts';
import { useUnmeant } from './use-unmeant.ts';

const noFailures: readonly FormFailure[] = [];

type RowSchema = Parameters<typeof defaultsOf>[0];

/** The schema of the row that is asked for; undefined of what is no list. */
const rowSchema = ({ form }: TransitionModel, column: string): RowSchema | undefined =>
  (form?.schema as { readonly properties?: Readonly<Record<string, { readonly items?: RowSchema }>> } | undefined)
    ?.properties?.[column]?.items;

/**
 * What is there already, but for what is not meant, and else what the field begins with; empty is absent in a form. A row that
 * is asked for begins as a new one does.
 */
const valuesOf = (
  model: ScreenModel,
  transition: TransitionModel,
  row: Row | undefined,
  unmeant: ReadonlySet<string>,
  columns: readonly string[],
  begun: BegunFields,
): FormValues => {
  const values = row === undefined ? {} : wireValues(model, row);
  return Object.fromEntries(
    columns.flatMap((column) => {
      const items = rowSchema(transition, column);
      if (items !== undefined) return [[column, [{ ...defaultsOf(items), ...begun.rows[column] }]]];
      const value = begun.values[column] ?? values[column];
      return value === null || value === undefined || unmeant.has(column) ? [] : [[column, value]];
    }),
  );
};

/**
 * As they are sent: of one record what is empty empties the field, but for what is worked out where it is left out; of several
 * it leaves each as it is.
 */
const sentOf = (
  columns: readonly string[],
  values: FormValues,
  one: boolean,
  { rows, later }: BegunFields,
): FormValues =>
  Object.fromEntries(
    columns
      .map((column) => {
        const value = values[column];
        if (Array.isArray(value)) return [column, value.map((row) => sentRow(row, rows[column] ?? {}))] as const;
        return [column, value === '' ? null : (value ?? null)] as const;
      })
      .filter(([column, value]) => value !== null || (one && !later.has(column))),
  );

/** Of a new row what is empty is left out; what began with a value is emptied. */
const sentRow = (row: object, begun: FormValues): object => ({
  ...Object.fromEntries(Object.keys(begun).map((column) => [column, null])),
  ...Object.fromEntries(
    Object.entries(row).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  ),
});

/** The schema in which what is filled in need not be. */
const withoutLater = (schema: object, later: ReadonlySet<string>, before = ''): object => {
  const { required = [], properties = {} } = schema as RequiringSchema;
  return {
    ...schema,
    required: required.filter((name) => !later.has(`${before}${name}`)),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        property.items === undefined
          ? property
          : { ...property, items: withoutLater(property.items, later, `${name}.0.`) },
      ]),
    ),
  };
};

interface RequiringSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, { readonly items?: object }>>;
}

/** Of a list that is asked for there is one row alone. */
const withAskedRows = (entity: Entity, columns: readonly string[]): Entity => ({
  ...entity,
  children: entity.children.map((child) => (columns.includes(child.name) ? { ...child, added: true } : child)),
});

/** Relations of which the person reads no record: the control offers none. */
const closedIn = ({ relations, childRelations }: ScreenModel): ReadonlySet<string> =>
  new Set([
    ...relations.filter(({ path }) => path === null).map(({ column }) => column),
    ...Object.entries(childRelations).flatMap(([list, some]) =>
      some.filter(({ path }) => path === null).map(({ column }) => `${list}.0.${column}`),
    ),
  ]);

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
  const columns = useMemo(() => fieldsToAsk(model, transition, row), [model, transition, row]);
  const unmeant = useUnmeant(model, transition, row);
  const { today, timeZone, caller } = useMoment();
  const [now] = useState(Date.now);
  const begun = useMemo(
    () => beginFields(model, transition, row, { today, timeZone, now, ...(caller !== undefined && { caller }) }),
    [model, transition, row, today, timeZone, now, caller],
  );
  const initial = useMemo(
    () => valuesOf(model, transition, row, unmeant ?? none, columns, begun),
    [model, transition, row, unmeant, columns, begun],
  );
  const isKnown = unmeant !== undefined;
  const validator = useMemo(
    () =>
      validate && isKnown
        ? createFormValidator(validate, withAskedRows(model.entity, columns), texts, undefined, begun.later)
        : undefined,
    [validate, isKnown, model.entity, columns, texts, begun],
  );
  const schema = useMemo(
    () => transition.form && withoutLater(transition.form.schema, begun.later),
    [transition, begun],
  );
  const context = useMemo<FormContext>(
    () => ({
      stored: row,
      relationRows: row === undefined ? {} : relationRows(model, row),
      sections: [{ title: undefined, columns }],
      ...(transition.form?.narrowed && { narrowed: transition.form.narrowed }),
      ...begunNotes(begun, { one: row !== undefined, closed: closedIn(model), texts }),
    }),
    [model, columns, row, transition, begun, texts],
  );
  return {
    transition,
    form,
    validator,
    schema,
    context,
    initial,
    attempted,
    failures,
    columns,
    /** The path of the first field that nothing stands in yet, for the focus. */
    first: firstPath(transition, toFillIn(columns, initial)),
    /** Whether it can be sent at all. */
    ready: transition.form === null || validator !== undefined,
    change: () => setFailures((told) => (told.length === 0 ? told : noFailures)),
    invalid: () => setAttempted(true),
    refuse: setFailures,
    send: (values: FormValues) => onSend(sentOf(columns, values, row !== undefined, begun)),
    submit: () => (transition.form === null ? onSend({}) : form.current?.submit()),
  };
};

const none: ReadonlySet<string> = new Set();

const firstPath = (transition: TransitionModel, [first]: readonly string[]): string | undefined => {
  const { uiSchema } = transition.form ?? {};
  if (first === undefined || rowSchema(transition, first) === undefined) return first;
  const { items = {} } = (uiSchema?.[first] ?? {}) as { readonly items?: object };
  return `${first}.0.${Object.keys(items)[0] ?? ''}`;
};

export type AskedFields = ReturnType<typeof useAskedFields>;
