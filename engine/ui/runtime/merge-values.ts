/** Three versions of a record into one: what both sides read, what I made of it, and what is stored now. */
import type { ScreenModel } from '../../contract/screen-model.ts';
import type { MergeSide, OwnedRow, RowConflict } from './merge-rows.ts';
import { mergeRows } from './merge-rows.ts';
import type { RecordValues } from './record-values.ts';
import { formFields } from './record-values.ts';
import { isEmptyValue, isSameValue } from './same-value.ts';

/** A place where both sides did something else: a field of the record, or of its rows in the list `list`. */
export type MergeConflict =
  | {
      readonly kind: 'field';
      readonly place: string;
      readonly name: string;
      readonly mine: unknown;
      readonly theirs: unknown;
    }
  | (RowConflict & { readonly list: string });

/** By place; my side where nothing was chosen. */
export type MergeChoices = Readonly<Record<string, MergeSide>>;

export interface MergeResult {
  readonly values: RecordValues;
  readonly conflicts: readonly MergeConflict[];
}

export interface RecordVersions {
  readonly base: RecordValues;
  readonly mine: RecordValues;
  readonly theirs: RecordValues;
}

const rowsIn = (value: unknown): readonly OwnedRow[] => (Array.isArray(value) ? (value as OwnedRow[]) : []);

/** Everything that one side alone changed is in `values`, of a list row by row; `conflicts` is what is to be chosen. */
export const mergeValues = (
  model: ScreenModel,
  { base, mine, theirs }: RecordVersions,
  choices: MergeChoices = {},
): MergeResult => {
  const conflicts: MergeConflict[] = [];
  const side = (place: string): MergeSide => choices[place] ?? 'mine';
  const merged = formFields(model).map(({ name, rowFields }): [string, unknown] => {
    const [was, my, their] = [base[name], mine[name], theirs[name]];
    if (rowFields !== undefined) {
      if (my === undefined && their === undefined) return [name, undefined];
      const found = mergeRows(rowFields, { base: rowsIn(was), mine: rowsIn(my), theirs: rowsIn(their) }, (place) =>
        side(`${name}.${place}`),
      );
      conflicts.push(...found.conflicts.map((one) => ({ ...one, place: `${name}.${one.place}`, list: name })));
      return [name, found.rows];
    }
    if (isSameValue(was, my)) return [name, their];
    if (isSameValue(was, their) || isSameValue(my, their)) return [name, my];
    conflicts.push({ kind: 'field', place: name, name, mine: my, theirs: their });
    return [name, side(name) === 'mine' ? my : their];
  });
  return { values: Object.fromEntries(merged.filter(([, value]) => !isEmptyValue(value))), conflicts };
};
