/** The columns that a person may add, in groups: the record's own, those of each related record, those of the system. */

import { fieldOf } from '../../contract/field-of.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';

interface ColumnGroup {
  /** `more`, `system`, or `related.<relation>`. */
  readonly name: string;
  /** Of a relation. */
  readonly title: string | undefined;
  readonly columns: readonly GridColumn[];
}

const groupOf = ({ of, path }: GridColumn): string =>
  of === 'related' ? `related.${path[0]}` : of === 'system' ? 'system' : 'more';

/** Groups in the order of their first columns; none is empty. */
export const columnGroups = (model: ScreenModel, columns: readonly GridColumn[]): readonly ColumnGroup[] =>
  [...Map.groupBy(columns, groupOf)].map(([name, grouped]) => ({
    name,
    title: grouped[0]?.of === 'related' ? fieldOf(model, grouped[0].path[0] ?? '')?.title : undefined,
    columns: grouped,
  }));
