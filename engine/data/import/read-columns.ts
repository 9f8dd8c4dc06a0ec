/** What there is to be known of a file before its rows are read: its sheets, its titles, and the first values of each column. */

import type { ImportColumn, ImportSheet } from '../../contract/import.ts';
import { cellText } from '../../contract/import-value.ts';
import type { FileSource } from '../../files/byte-source.ts';
import { openTable } from '../../files/open-table.ts';

/** Values of a column that are told, and characters of each. */
const [samples, longest] = [5, 80];
/** Rows that are looked at for them. */
const sampled = 50;

export interface FileColumns {
  readonly format: string;
  readonly sheets: readonly ImportSheet[];
  readonly sheet: string | null;
  readonly columns: readonly ImportColumn[];
}

/** `sheet` undefined: the first that is not hidden. Raises FILE_*. */
export const readColumns = async (file: FileSource, sheet: string | undefined): Promise<FileColumns> => {
  const table = await openTable(file, sheet === undefined ? {} : { sheet });
  try {
    const found = table.header.map(() => new Set<string>());
    let rows = 0;
    for await (const { cells } of table.rows) {
      for (const [index, cell] of cells.entries())
        for (const one of cell.kind === 'list' ? cell.items : [cell]) {
          const text = one === undefined ? '' : cellText(one).slice(0, longest);
          const known = found[index];
          if (text !== '' && known !== undefined && known.size < samples) known.add(text);
        }
      rows += 1;
      if (rows >= sampled) break;
    }
    return {
      format: table.format,
      sheets: table.sheets.map(({ name, hidden }) => ({ name, hidden })),
      sheet: table.sheet ?? null,
      columns: table.header.flatMap((title, column) => {
        const list = table.lists.get(column);
        const told = [...(found[column] ?? [])];
        return title === '' ? [] : [{ column, title, samples: told, ...(list === undefined ? {} : { list }) }];
      }),
    };
  } finally {
    await table.close();
  }
};
