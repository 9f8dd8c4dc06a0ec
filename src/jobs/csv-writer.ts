/** A list as a CSV file that a spreadsheet set to Brazil opens: in rows of a list, out its bytes. Knows nothing of jobs. */
import { columnText } from '../../engine/contract/column-text.ts';
import type { GridColumn, ScreenModel } from '../../engine/contract/screen-model.ts';
import { csvBegin, csvLine } from '../../engine/contract/table-text.ts';
import type { ListRow, RowWriter } from './row-writer.ts';

export const csvWriter = (model: ScreenModel, columns: readonly GridColumn[], timeZone: string): RowWriter => ({
  extension: 'csv',
  type: 'text/csv; charset=utf-8',
  begin: () => Buffer.from(csvBegin + csvLine(columns.map(({ title }) => title))),
  rows: (rows: readonly ListRow[]) =>
    Buffer.from(rows.map((row) => csvLine(columns.map((column) => columnText(model, column, row, timeZone)))).join('')),
  end: () => Buffer.alloc(0),
});
