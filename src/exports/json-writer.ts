/**
 * A list as JSON: an array of objects, for programs. Its keys are those of the columns (`cidade.nome`), its values those of
 * the API: numbers, `2026-02-28`, moments in ISO 8601, codes and not their labels, documents without punctuation, null. A
 * relation is `{ "id": 12, "label": "Belém - PA" }`: the one to join by, the other as the list names it; null where it is empty.
 * Groups of a report are called as `select` asks for them, see `groupColumns`.
 */
import type { ExportedList } from './export-format.ts';
import type { ListRow, RowWriter } from './row-writer.ts';

interface JsonState {
  /** Nothing stands in the array yet. */
  readonly empty: boolean;
}

export const jsonWriter = ({ columns }: ExportedList): RowWriter<JsonState> => {
  const members = columns.map(({ key, value }) => [`${JSON.stringify(key)}:`, value] as const);
  const write = (row: ListRow): string =>
    `{${members.map(([key, read]) => key + JSON.stringify(read(row))).join(',')}}`;
  return {
    begin: async () => ({ bytes: Buffer.from('['), state: { empty: true } }),
    rows: async (rows, { empty }) => {
      if (rows.length === 0) return { bytes: Buffer.alloc(0), state: { empty } };
      return { bytes: Buffer.from(`${empty ? '' : ','}\n${rows.map(write).join(',\n')}`), state: { empty: false } };
    },
    end: async () => ({ bytes: Buffer.from('\n]\n'), told: [] }),
  };
};
