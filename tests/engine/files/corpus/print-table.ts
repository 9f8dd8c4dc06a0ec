/** What reading a file comes to, whole, as lines of text: the form in which the corpus says what it expects. */
import { Refusal } from '../../../../engine/core/errors.ts';
import type { FileSource } from '../../../../engine/files/byte-source.ts';
import type { TableOptions } from '../../../../engine/files/open-table.ts';
import { openTable } from '../../../../engine/files/open-table.ts';
import type { Cell, TableRow } from '../../../../engine/files/table.ts';

const printCell = (cell: Cell): string => {
  if (cell.kind === 'empty') return '-';
  if (cell.kind === 'text') return JSON.stringify(cell.text).replace(/[\x7f-\x9f\ufffe\uffff]/g, escapeLetter);
  if (cell.kind === 'error') return `!${JSON.stringify(cell.text)}`;
  if (cell.kind === 'list') return `[${cell.items.map((item) => (item ? printCell(item) : '?')).join(', ')}]`;
  if (cell.kind === 'number') return cell.percent ? `percent ${cell.value}` : cell.value;
  return cell.kind === 'boolean' ? String(cell.value) : `${cell.kind} ${cell.value}`;
};

const escapeLetter = (letter: string): string => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;

const printRow = ({ line, cells, problems }: TableRow): string =>
  [
    `${line}: ${cells.map(printCell).join(' | ')}`,
    ...problems.map(({ code, params, column }) => `  ${code} at ${column} ${JSON.stringify(params)}`),
  ].join('\n');

const printRefusal = (thrown: unknown): string => {
  if (!(thrown instanceof Refusal)) throw thrown;
  const near = thrown.suggestion === undefined ? '' : ` near ${thrown.suggestion}`;
  return `REFUSED ${thrown.code} ${JSON.stringify(thrown.params)}${near}`;
};

/** Rows that are printed, and beyond which they are counted. */
const told = 12;

/** Raises whatever is no refusal. */
export const printTable = async (source: FileSource, options?: TableOptions): Promise<string> => {
  const lines: string[] = [];
  try {
    const table = await openTable(source, options);
    const sheets = table.sheets.map(({ name, hidden }) => (hidden ? `(${name})` : name)).join(', ');
    lines.push(table.sheet === undefined ? table.format : `${table.format}, ${table.sheet} of ${sheets}`);
    lines.push(`${table.headerLine}: ${table.header.map((title) => JSON.stringify(title)).join(' | ')}`);
    let count = 0;
    for await (const row of table.rows) {
      count += 1;
      if (count <= told) lines.push(printRow(row));
    }
    if (count > told) lines.push(`... ${count} rows`);
    for (const { code, params } of table.notices) lines.push(`${code} ${JSON.stringify(params)}`);
  } catch (thrown) {
    lines.push(printRefusal(thrown));
  }
  return lines.join('\n');
};
