/** The text of a `data.csv`: header, then a line each row; comma, LF, quotes only where a cell needs them. */
import { writeFileSync } from 'node:fs';

type Cell = string | boolean | undefined;

const write = (cell: Cell): string => {
  const text = cell === undefined ? '' : String(cell);
  return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export const toCsv = (header: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [header, ...rows].map((row) => `${row.map(write).join(',')}\n`).join('');

/** Writes the file below the project root. */
export const saveCsv = (file: string, text: string): void =>
  writeFileSync(new URL(`../../${file}`, import.meta.url), text);
