/**
 * A list as a CSV file that a spreadsheet set to Brazil opens: in rows of a list, out its bytes. Values as the list shows
 * them; what would begin a formula is made harmless, see `neutraliseCell`.
 */
import { csvBegin, csvLine } from '../../engine/contract/table-text.ts';
import type { ExportedList } from './export-format.ts';
import type { ListRow, RowWriter } from './row-writer.ts';

export const csvWriter = ({ columns }: ExportedList): RowWriter<null> => ({
  begin: async () => ({ bytes: Buffer.from(csvBegin + csvLine(columns.map(({ title }) => title))), state: null }),
  rows: async (rows: readonly ListRow[]) => ({
    bytes: Buffer.from(rows.map((row) => csvLine(columns.map(({ text }) => text(row)))).join('')),
    state: null,
  }),
  end: async () => ({ bytes: Buffer.alloc(0), told: [] }),
});
