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

const longest = (cell: Cell): number =>
  cell.kind === 'text'
    ? cell.text.length
    : cell.kind === 'list'
      ? cell.items.reduce((most, item) => Math.max(most, item === undefined ? 0 : longest(item)), 0)
      : 0;

const refuseLong = (cells: ReadonlyMap<string, Cell>, { line }: JsonPiece, maximum: number): void => {
  for (const cell of cells.values())
    if (longest(cell) > maximum)
      throw new Refusal('FILE_CELL_LONG', { line, column: [...cells.values()].indexOf(cell) + 1, maximum });
};

/** The columns of a file, in the order in which their keys come first. */
class JsonColumns {
  /** Of keys, whether one of the values is not null. */
  readonly #keys = new Map<string, boolean>();
  /** Keys of lists of objects. */
  readonly #lists = new Set<string>();

  get size(): number {
    return this.#keys.size;
  }

  add({ cells, lists }: JsonObject): void {
    for (const [key, cell] of cells) this.#keys.set(key, this.#keys.get(key) === true || cell.kind !== 'empty');
    for (const list of lists.keys()) this.#lists.add(list);
  }

  end(): { readonly titles: readonly string[]; readonly lists: ReadonlyMap<number, string> } {
    const listOf = (key: string): string | undefined => {
      const list = key.slice(0, Math.max(0, key.indexOf('[].')));
      return this.#lists.has(list) ? list : undefined;
    };
    const named = new Set([...this.#keys.keys()].map(listOf));
    const titles = [...this.#keys].flatMap(([key, filled]) => (!filled && this.#lists.has(key) ? [] : [key]));
    // Of lists that are all empty nothing is known but that.
    titles.push(...[...this.#lists].filter((list) => !named.has(list)).map((list) => `${list}[]`));
    const lists = titles.flatMap((title, index) => {
      const list =
        listOf(title) ?? (this.#lists.has(title.slice(0, -2)) && title.endsWith('[]') ? title.slice(0, -2) : undefined);
      return list === undefined ? [] : ([[index, list]] as const);
    });
    return { titles, lists: new Map(lists) };
  }
}

/** A row of cells of an object; of a list that it has each column is a list, however few of the keys it has. */
const rowsUnder = ({ titles, lists }: ReturnType<JsonColumns['end']>) => {
  const columns = new Map(titles.map((title, index) => [title, index]));
  return ({ cells, faults, lists: own }: JsonObject, number: number): RawRow => {
    const row: (Cell | undefined)[] = Array.from({ length: titles.length });
    const problems: FileProblem[] = [];
    const tell = (column: number, code: JsonObject['faults'][number][1]): void => {
      // Of a list as often as it has objects that are so.
      if (!lists.has(column) || !problems.some((one) => one.column === column && one.code === code))
        problems.push({ code, params: { column: column + 1 }, column } as FileProblem);
    };
    for (const [key, cell] of cells) {
      const column = columns.get(key);
      if (column !== undefined) row[column] = cell;
    }
    for (const [key, code] of faults) {
      if (columns.has(key)) tell(columns.get(key) as number, code);
      // Of a list itself.
      else for (const [column, list] of lists) if (list === key) tell(column, code);
    }
    for (const [column, list] of lists) {
      const length = own.get(list);
      if (length !== undefined) row[column] ??= { kind: 'list', items: Array.from({ length }, () => undefined) };
      // What is there instead of the list.
      else if ((cells.get(list)?.kind ?? 'empty') !== 'empty')
        problems.push({ code: 'FILE_CELL_LIST', params: { list }, column });
    }
    return { line: number, cells: row, problems: problems.length === 0 ? noProblems : problems };
  };
};

/**
 * The rows of an array of objects, or of JSON lines. The whole file is read once before, for a key may come first in the
 * last object: what is wrong with its syntax is told before there is a row. A list of objects is a column for each key of
 * theirs.
 *
 * Raises FILE_JSON_BROKEN, FILE_JSON_SHAPE, FILE_COLUMNS, FILE_CELL_LONG, FILE_ROW_LONG, FILE_HEADER_MISSING.
 */
export const readJson = async (
  source: ByteSource,
  encoding: Encoding,
  limits: FileLimits,
): Promise<{ readonly format: string; readonly header: Header; readonly rows: AsyncGenerator<readonly RawRow[]> }> => {
  const columns = new JsonColumns();
  const splitter = new JsonSplitter(limits);
  for await (const pieces of splitJson(source, encoding, limits, splitter)) {
    for (const piece of pieces) {
      const object = parseObject(piece);
      refuseLong(object.cells, piece, limits.cell);
      columns.add(object);
      if (columns.size > limits.columns)
        throw new Refusal('FILE_COLUMNS', { line: piece.line, maximum: limits.columns });
    }
  }
  const found = columns.end();
  const rowOf = rowsUnder(found);
  async function* rows(): AsyncGenerator<readonly RawRow[]> {
    let number = 0;
    for await (const pieces of splitJson(source, encoding, limits))
      yield pieces.map((piece) => {
        number += 1;
        return rowOf(parseObject(piece), number);
      });
  }
  const form = splitter.isArray ? 'JSON' : 'JSON em linhas';
  return {
    format: `${form}, ${encoding.name}`,
    header: { ...headerOf(found.titles, 0), lists: found.lists },
    rows: rows(),
  };
};
