/** A record at two moments -> what differs, told as its history tells it; and what of it a person can take back. Pure. */

import { formatFieldValue, rowLabels } from '../../contract/column-text.ts';
import type { HistoryChange, HistoryRow, ScreenModel } from '../../contract/screen-model.ts';
import type { Child, Field } from '../../model/types.ts';
import type { Row } from '../store/api.ts';
import type { RecordValues } from './record-values.ts';
import { changedValues, recordValues } from './record-values.ts';
import { isSameValue } from './same-value.ts';

type Source = Readonly<Record<string, unknown>>;

const rowsOf = (record: Source, { name }: Child): readonly Row[] => (record[name] as readonly Row[] | undefined) ?? [];

/** As the history tells a value: of a relation its label. */
const told = (model: ScreenModel, field: Field, row: Source): unknown => {
  const value = row[field.column] ?? null;
  if (field.type !== 'relation') return value;
  const embedded = row[field.name] ?? null;
  return embedded === null ? (value === null ? null : `#${value}`) : formatFieldValue(model, field, embedded, 'UTC');
};

const fieldChanges = (model: ScreenModel, fields: readonly Field[], from: Source, to: Source): HistoryChange[] =>
  fields.flatMap((field) => {
    const [before, after] = [told(model, field, from), told(model, field, to)];
    const same = isSameValue(from[field.column] ?? null, to[field.column] ?? null) && isSameValue(before, after);
    return same ? [] : [{ field: field.column, title: field.title, before, after }];
  });

const childChange = (model: ScreenModel, child: Child, from: Source, to: Source): HistoryChange | undefined => {
  const [old, present] = [rowsOf(from, child), rowsOf(to, child)];
  const labels = { old: rowLabels(model, child, old), present: rowLabels(model, child, present) };
  const fields = child.entity.fields.filter(({ visible, writeOnly }) => visible && !writeOnly);
  const kept = present.flatMap((row, index): HistoryRow[] => {
    const at = old.findIndex(({ id }) => id === row.id);
    const was = old[at];
    const changes = was === undefined ? [] : fieldChanges(model, fields, was, row);
    const moved = was !== undefined && at !== index;
    if (was !== undefined && changes.length === 0 && !moved) return [];
    const operation = was === undefined ? 'insert' : 'update';
    return [
      { operation, label: labels.present[index] ?? '', from: was ? at + 1 : null, to: index + 1, moved, changes },
    ];
  });
  const gone = old.flatMap((row, index): HistoryRow[] =>
    present.some(({ id }) => id === row.id)
      ? []
      : [{ operation: 'delete', label: labels.old[index] ?? '', from: index + 1, to: null, moved: false, changes: [] }],
  );
  const rows = [...kept, ...gone];
  if (rows.length === 0) return undefined;
  return { field: child.name, title: child.title, before: labels.old, after: labels.present, rows };
};

/** Field by field in the order of the record, then its lists. */
export const compareRecords = (model: ScreenModel, from: Source, to: Source): readonly HistoryChange[] => [
  ...fieldChanges(
    model,
    model.entity.fields.filter(({ visible, writeOnly }) => visible && !writeOnly),
    from,
    to,
  ),
  ...model.entity.children.flatMap((child) => childChange(model, child, from, to) ?? []),
];

/** The fields and lists that this person gives values: the others are given theirs by somebody, or something, else. */
export const isRestorable = (model: ScreenModel, column: string): boolean =>
  model.rights.update &&
  column !== model.entity.states?.key &&
  Object.hasOwn((model.form.schema['properties'] as Source | undefined) ?? {}, column);

/** Rows that are no more come as new ones: their ids are nobody's. */
const withoutLost = (then: unknown, now: unknown): unknown => {
  if (!Array.isArray(then)) return then;
  const ids = new Set((Array.isArray(now) ? now : []).map((row: Source) => row['id']));
  return then.map((row: Source) => {
    if (typeof row !== 'object' || row === null || ids.has(row['id'])) return row;
    const { id: _, ...rest } = row;
    return rest;
  });
};

/** The change that takes `columns` back to what they were. */
export const valuesToRestore = (
  model: ScreenModel,
  records: { readonly was: Row; readonly is: Row },
  columns: readonly string[],
): RecordValues => {
  const [was, is] = [recordValues(model, records.was), recordValues(model, records.is)];
  const lists = new Set(model.entity.children.map(({ name }) => name));
  const back = columns.map((column) => [
    column,
    lists.has(column) ? withoutLost(was[column] ?? [], is[column]) : was[column],
  ]);
  return changedValues(model, is, { ...is, ...Object.fromEntries(back) });
};
