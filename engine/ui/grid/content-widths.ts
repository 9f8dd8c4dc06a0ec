/** How much room the texts of a page of rows need, so that a list gives each column its share of what there is. */
import { columnReader } from '../../contract/column-text.ts';
import type { GridColumn, ScreenModel } from '../../contract/screen-model.ts';
import { textWidth } from '../../core/text-width.ts';
import type { Row } from '../store/api.ts';

/** What stands beside a text in its cell, pixels: the padding and borders. */
const besideText = 22;
/** The dot of a code and the gap after it. */
const besideDot = 14;
/** Texts are read by their beginning: a long one takes no more room from the others than this. */
const mostOfAll = 420;

/** By column, pixels; of a column that has nothing to show in these rows there is none. */
export type ContentWidths = ReadonlyMap<string, number>;

/** Of the widest text that each column has in the rows. */
export const contentWidths = (
  model: ScreenModel,
  columns: readonly GridColumn[],
  rows: readonly Row[],
  timeZone: string,
): ContentWidths =>
  new Map(
    columns.flatMap((column): [string, number][] => {
      const read = columnReader(model, column, timeZone);
      const widest = rows.reduce((most, row) => Math.max(most, textWidth(read(row))), 0);
      const beside = column.cell === 'code' ? besideText + besideDot : besideText;
      return widest === 0 ? [] : [[column.key, Math.min(mostOfAll, Math.ceil(widest) + beside)]];
    }),
  );
