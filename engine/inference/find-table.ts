import type { Sheet } from './types.ts';

interface Cells {
  readonly cells: readonly (readonly string[])[];
  readonly lines: readonly number[];
}

const tidy = (text: string): string => text.replace(/[\s\u00a0]+/g, ' ').trim();
/** Line breaks of a text say something; other white space around it does not. */
const tidyCell = (text: string): string =>
  text.includes('\n')
    ? text
        .replace(/\r\n?/g, '\n')
        .replace(/[^\S\n]+/g, ' ')
        .trim()
    : tidy(text);
const filled = (row: readonly string[]): number => row.filter((cell) => cell !== '').length;

/** The width that most rows have, among those of more than one cell. */
const commonWidth = (rows: readonly (readonly string[])[]): number => {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(filled(row), (counts.get(filled(row)) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0;
};

const isTotal = (row: readonly string[], width: number): boolean =>
  /^(sub)?tota(l|is)( geral| de .*)?:?$/i.test(row.find((cell) => cell !== '') ?? '') && filled(row) < width;

/**
 * The table in a grid: the first row as wide as most is its header, what stands above is a title. Rows of totals and
 * repeated rows are set aside, columns without header or values left out, all of it noted. undefined where there is no
 * row of two cells, and for a header alone in a grid of one column.
 */
export const findTable = (grid: Cells): Sheet | undefined => {
  const rows = grid.cells
    .map((row, index) => ({ cells: row.map(tidyCell), line: grid.lines[index] ?? index + 1 }))
    .filter(({ cells }) => filled(cells) > 0);
  const width = commonWidth(rows.map(({ cells }) => cells));
  const at = rows.findIndex(({ cells }) => filled(cells) >= Math.max(1, Math.ceil(width * 0.6)));
  const header = rows[at];
  if (header === undefined || (filled(header.cells) < 2 && rows.length - at < 2)) return undefined;
  const notes: string[] = [];
  if (at > 0) notes.push(`linhas acima do cabeçalho deixadas de lado: ${at}`);
  const below = rows.slice(at + 1);
  const totals = below.filter(({ cells }) => isTotal(cells, filled(header.cells)));
  if (totals.length > 0) notes.push(`linhas de total deixadas de lado: ${totals.map(({ line }) => line).join(', ')}`);
  const seen = new Set<string>();
  const repeated: number[] = [];
  const kept = below.filter((row) => {
    if (totals.includes(row)) return false;
    const whole = JSON.stringify(row.cells);
    if (seen.has(whole)) repeated.push(row.line);
    else seen.add(whole);
    return repeated.at(-1) !== row.line;
  });
  if (repeated.length > 0) notes.push(`linhas iguais a outras deixadas de lado: ${repeated.join(', ')}`);
  const columns = Array.from(
    { length: Math.max(header.cells.length, ...kept.map(({ cells }) => cells.length)) },
    (_, index) => ({
      header: tidy(header.cells[index] ?? ''),
      cells: kept.map(({ cells }) => cells[index] ?? ''),
    }),
  ).filter((column) => column.header !== '' || filled(column.cells) > 0);
  return { columns, lines: kept.map(({ line }) => line), notes };
};
