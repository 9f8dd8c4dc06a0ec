import { Refusal } from '../../core/errors.ts';
import type { ByteSource } from '../byte-source.ts';
import type { FileLimits } from '../file-limits.ts';
import type { Cell, FileProblem, RawRow } from '../table.ts';
import { noProblems } from '../table.ts';
import type { Header } from '../tabulate.ts';
import { headerOf } from '../tabulate.ts';
import type { Encoding } from '../text-encoding.ts';
import { decodeFile } from '../text-encoding.ts';
import type { JsonPiece } from './json-splitter.ts';
import { JsonSplitter } from './json-splitter.ts';
import type { JsonObject } from './parse-object.ts';
import { parseObject } from './parse-object.ts';

/** The objects of the file in pieces. Raises what `JsonSplitter` raises, FILE_ENCODING. */
export async function* splitJson(
  source: ByteSource,
  encoding: Encoding,
  limits: FileLimits,
  splitter = new JsonSplitter(limits),
): AsyncGenerator<readonly JsonPiece[]> {
  for await (const text of decodeFile(source, encoding)) yield splitter.push(text, false);
  yield splitter.push('', true);
}

const refuseLong = (cells: ReadonlyMap<string, Cell>, { line }: JsonPiece, maximum: number): void => {
  for (const cell of cells.values())
    if (cell.kind === 'text' && cell.text.length > maximum)
      throw new Refusal('FILE_CELL_LONG', { line, column: [...cells.values()].indexOf(cell) + 1, maximum });
};

const rowOf = ({ cells, faults }: JsonObject, number: number, columns: ReadonlyMap<string, number>): RawRow => {
  const row: (Cell | undefined)[] = Array.from({ length: columns.size });
  for (const [key, cell] of cells) row[columns.get(key) as number] = cell;
  const problems = faults.map(([key, code]): FileProblem => {
    const column = columns.get(key) as number;
    return { code, params: { column: column + 1 }, column };
  });
  return { line: number, cells: row, problems: problems.length === 0 ? noProblems : problems };
};

/**
 * The rows of an array of objects, or of JSON lines. The whole file is read once before, for a key may come first in the
 * last object: what is wrong with its syntax is told before there is a row.
 *
 * Raises FILE_JSON_BROKEN, FILE_JSON_SHAPE, FILE_COLUMNS, FILE_CELL_LONG, FILE_ROW_LONG, FILE_HEADER_MISSING.
 */
export const readJson = async (
  source: ByteSource,
  encoding: Encoding,
  limits: FileLimits,
): Promise<{ readonly format: string; readonly header: Header; readonly rows: AsyncGenerator<readonly RawRow[]> }> => {
  const columns = new Map<string, number>();
  const splitter = new JsonSplitter(limits);
  for await (const pieces of splitJson(source, encoding, limits, splitter)) {
    for (const piece of pieces) {
      const { cells } = parseObject(piece);
      refuseLong(cells, piece, limits.cell);
      for (const key of cells.keys()) if (!columns.has(key)) columns.set(key, columns.size);
      if (columns.size > limits.columns)
        throw new Refusal('FILE_COLUMNS', { line: piece.line, maximum: limits.columns });
    }
  }
  async function* rows(): AsyncGenerator<readonly RawRow[]> {
    let number = 0;
    for await (const pieces of splitJson(source, encoding, limits))
      yield pieces.map((piece) => {
        number += 1;
        return rowOf(parseObject(piece), number, columns);
      });
  }
  const form = splitter.isArray ? 'JSON' : 'JSON em linhas';
  return { format: `${form}, ${encoding.name}`, header: headerOf([...columns.keys()], 0), rows: rows() };
};
