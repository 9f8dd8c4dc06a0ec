/** How much room the texts of a page of rows need, so that a list gives each column its share of what there is. */
import { briefReader, columnReader } from '../../contract/column-text.ts';
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

/** Of the widest text that each column has in the rows, by what `readerOf` reads of them. */
const widest = (
  columns: readonly GridColumn[],
  rows: readonly Row[],
  readerOf: (column: GridColumn) => ((row: Row) => string) | undefined,
): ContentWidths =>
  new Map(
    columns.flatMap((column): [string, number][] => {
      const read = readerOf(column);
      const most = read === undefined ? 0 : rows.reduce((so, row) => Math.max(so, textWidth(read(row))), 0);
      const beside = column.cell === 'code' ? besideText + besideDot : besideText;
      return most === 0 ? [] : [[column.key, Math.min(mostOfAll, Math.ceil(most) + beside)]];
    }),
  );

/** Of the widest text that each column has in the rows. */
export const contentWidths = (
  model: ScreenModel,
  columns: readonly GridColumn[],
  rows: readonly Row[],
  timeZone: string,
): ContentWidths => widest(columns, rows, (column) => columnReader(model, column, timeZone));

/** The same without what is spare in labels, of the columns of related records that have such. */
export const briefWidths = (
  model: ScreenModel,
  columns: readonly GridColumn[],
  rows: readonly Row[],
  timeZone: string,
): ContentWidths => widest(columns, rows, (column) => briefReader(model, column, timeZone));
