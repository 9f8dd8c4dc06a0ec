/** A list as text for other programs: its columns as they are shown, in the words that a person reads. */
import { neutraliseCell } from '../files/formula-cell.ts';

/** The lines of a table, the titles first. */
export type TableText = readonly (readonly string[])[];

/** For the clipboard: cells parted by tabs, which a cell itself cannot hold. */
export const tabLine = (cells: readonly string[]): string =>
  cells.map((cell) => neutraliseCell(cell.replace(/[\t\r\n]+/g, ' '))).join('\t');

export const tabText = (table: TableText): string => table.map(tabLine).join('\r\n');

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);

/** The same as a table of HTML, for a letter or a message; the first line is its head. */
export const htmlTable = ([titles = [], ...lines]: TableText): string => {
  const row = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${escapeHtml(neutraliseCell(cell))}</${tag}>`).join('')}</tr>`;
  const body = lines.map((cells) => row(cells, 'td')).join('');
  return `<table><thead>${row(titles, 'th')}</thead><tbody>${body}</tbody></table>`;
};

/** What a cell is quoted for. A line of one cell has no semicolon to tell what parts cells: any other mark might. */
const partsLine = /[";\r\n]/;
const partsOnlyCell = /[";,|\t\r\n]/;

/**
 * A line of a file that a spreadsheet set to Brazil opens by itself: semicolons, for the comma is the decimal mark; quoted
 * as RFC 4180 has it.
 */
export const csvLine = (cells: readonly string[]): string => {
  const parts = cells.length === 1 ? partsOnlyCell : partsLine;
  return `${cells
    .map(neutraliseCell)
    .map((cell) => (parts.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(';')}\r\n`;
};

/** Says to a spreadsheet that the file is UTF-8. */
export const csvBegin = '\uFEFF';
