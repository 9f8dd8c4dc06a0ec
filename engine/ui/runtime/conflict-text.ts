/** How the places are called at which two people changed a record: the field, or the list, the row and its field. */

import { rowLabels } from '../../contract/column-text.ts';
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { Child, Field } from '../../model/types.ts';
import type { OwnedRow } from './merge-rows.ts';
import type { MergeConflict } from './merge-values.ts';
import type { RecordValues } from './record-values.ts';
import { isSameValue } from './same-value.ts';
import type { Texts } from './texts.ts';

interface Versions {
  readonly base: RecordValues;
  readonly mine: RecordValues;
  /** As it was read, its relations embedded. */
  readonly theirs: { readonly row: RecordValues };
}

const rowsIn = (values: RecordValues, list: string): readonly OwnedRow[] =>
  Array.isArray(values[list]) ? (values[list] as OwnedRow[]) : [];

/** Where the person has the row, from 1 on; where it was read, when the person took it out. */
const numberOf = ({ base, mine }: Versions, list: string, row: OwnedRow): number => {
  const place = (rows: readonly OwnedRow[]) => rows.findIndex(({ id }) => id === row['id']) + 1;
  return place(rowsIn(mine, list)) || place(rowsIn(base, list));
};

/** Its label; of a stored row that of the record as it was read, for a label may rest on what a relation points to. */
const labelOf = (model: ScreenModel, { theirs }: Versions, child: Child, row: OwnedRow): string => {
  const stored = rowsIn(theirs.row, child.name).find(({ id }) => id === row['id']);
  return rowLabels(model, child, [stored ?? row])[0] ?? '';
};

const childOf = (model: ScreenModel, list: string): Child | undefined =>
  model.entity.children.find(({ name }) => name === list);

/** Rows in an order: by their labels, and by their places where these say nothing. */
export const rowNames = (
  texts: Texts,
  model: ScreenModel,
  versions: Versions,
  list: string,
  rows: readonly OwnedRow[],
): readonly string[] => {
  const child = childOf(model, list);
  return rows.map(
    (row) =>
      (child && labelOf(model, versions, child, row)) || texts('rows.row', { number: numberOf(versions, list, row) }),
  );
};

/** The fields of a row that one side changed. */
export const changedCells = (child: Child, base: OwnedRow, row: OwnedRow): readonly Field[] =>
  child.entity.fields.filter(({ column }) => !isSameValue(base[column], row[column]));

export const conflictText = (texts: Texts, model: ScreenModel, versions: Versions, conflict: MergeConflict): string => {
  if (conflict.kind === 'field')
    return (
      model.entity.fields.find(({ column }) => column === conflict.name)?.title ??
      childOf(model, conflict.name)?.title ??
      conflict.name
    );
  const child = childOf(model, conflict.list);
  if (child === undefined) return conflict.list;
  if (conflict.kind === 'order') return texts('merge.order', { list: child.title });
  const label = labelOf(model, versions, child, conflict.base);
  const row = numberOf(versions, conflict.list, conflict.base);
  const place =
    label === ''
      ? texts('merge.row', { list: child.title, row })
      : texts('merge.row.named', { list: child.title, row, name: label });
  if (conflict.kind === 'row') return place;
  const field = child.entity.fields.find(({ column }) => column === conflict.name);
  return texts('merge.cell', { row: place, field: field?.title ?? conflict.name });
};
