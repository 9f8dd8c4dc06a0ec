import { Refusal } from '../core/errors.ts';
import type { FileLimits } from './file-limits.ts';
import type { Cell, FileProblem, RawRow, TableRow } from './table.ts';
import { emptyCell, noProblems, problemsTitle } from './table.ts';

export interface Header {
  readonly titles: readonly string[];
  readonly line: number;
  /** Index of the column of our own, which holds nothing of the user; undefined where there is none. */
  readonly own: number | undefined;
  /** As `Table` has them; absent: there are none. */
  readonly lists?: ReadonlyMap<number, string>;
}

const textOf = (cell: Cell | undefined): string => {
  if (cell === undefined || cell.kind === 'empty') return '';
  if (cell.kind === 'text' || cell.kind === 'error') return cell.text;
  return cell.kind === 'list' ? '' : String(cell.value);
};

const isFilled = (cell: Cell | undefined): boolean => cell !== undefined && cell.kind !== 'empty';

/** Raises FILE_HEADER_REPEATED. */
const refuseRepeated = (titles: readonly string[]): void => {
  const seen = new Map<string, number>();
  for (const [index, title] of titles.entries()) {
    const first = seen.get(title);
    if (title !== '' && first !== undefined)
      throw new Refusal('FILE_HEADER_REPEATED', { title, first: first + 1, second: index + 1 });
    seen.set(title, index);
  }
};

/** Out of titles, as of the keys of JSON. Raises FILE_HEADER_MISSING, FILE_HEADER_REPEATED. */
export const headerOf = (cells: readonly string[], line: number): Header => {
  const titles = cells.map((title) => title.replace(/\s+/g, ' ').trim());
  while (titles.at(-1) === '' && line > 0) titles.pop();
  const own = line > 0 && titles.at(-1) === problemsTitle ? titles.length - 1 : undefined;
  if (own !== undefined) titles.pop();
  while (titles.at(-1) === '' && line > 0) titles.pop();
  if (titles.length === 0) throw new Refusal('FILE_HEADER_MISSING', {});
  refuseRepeated(titles);
  return { titles, line, own };
};

/** The first row that is not empty is the header. Raises FILE_HEADER_MISSING, FILE_HEADER_REPEATED. */
export const headerOfRow = (row: RawRow | undefined): Header => {
  if (row === undefined) throw new Refusal('FILE_HEADER_MISSING', {});
  return headerOf(Array.from(row.cells, textOf), row.line);
};

/** Whether there is anything in a row, what we wrote there ourselves left out. */
export const isEmptyRow = ({ cells }: RawRow, own: number | undefined): boolean =>
  !cells.some((cell, column) => column !== own && isFilled(cell));

/** Values without a place: in columns beyond the header. */
const surplusOf = (row: RawRow, { titles, own }: Header): FileProblem | undefined => {
  let count = 0;
  for (let column = titles.length; column < row.cells.length; column += 1)
    if (column !== own && isFilled(row.cells[column])) count += 1;
  return count === 0 ? undefined : { code: 'FILE_CELL_SURPLUS', params: { count }, column: titles.length };
};

/** A row held against the header. Raises FILE_HEADER_EMPTY where it has a value under no title. */
export const rowUnder = (header: Header, row: RawRow): TableRow => {
  const { titles, own } = header;
  const cells = titles.map((title, column) => {
    const cell = row.cells[column];
    if (title === '' && isFilled(cell)) throw new Refusal('FILE_HEADER_EMPTY', { column: column + 1, line: row.line });
    return cell ?? emptyCell;
  });
  const surplus = row.cells.length > titles.length ? surplusOf(row, header) : undefined;
  if (surplus === undefined && row.problems.length === 0) return { line: row.line, cells, problems: noProblems };
  const problems = row.problems.filter(({ column }) => column !== own);
  return { line: row.line, cells, problems: surplus === undefined ? problems : [...problems, surplus] };
};

/**
 * The rows below the header that are not empty and stand behind line `from`: each piece made as it is gone through, once.
 * Raises FILE_ROWS, FILE_HEADER_EMPTY.
 */
export async function* tableRows(
  pieces: AsyncIterable<readonly RawRow[]>,
  header: Header,
  from: number,
  limits: FileLimits,
): AsyncGenerator<Iterable<TableRow>> {
  let count = 0;
  function* rowsOf(piece: readonly RawRow[]): Generator<TableRow> {
    for (const row of piece) {
      if (isEmptyRow(row, header.own)) continue;
      count += 1;
      if (count > limits.rows) throw new Refusal('FILE_ROWS', { maximum: limits.rows });
      if (row.line > from) yield rowUnder(header, row);
    }
  }
  for await (const piece of pieces) yield rowsOf(piece);
}
