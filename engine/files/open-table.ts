/**
 * Files of rows. In: a file as a user sends it. Out: its rows, cell by cell, as they come, or a refusal that says what to
 * do about it. Knows nothing of registries. `openTable` reads, `writeBack` returns a file with what is wrong in it.
 */
import { Refusal } from '../core/errors.ts';
import type { FileSource } from './byte-source.ts';
import { openBytes } from './byte-source.ts';
import { readCsv } from './csv/read-csv.ts';
import { detectFormat } from './detect-format.ts';
import type { FileLimits } from './file-limits.ts';
import { fileLimits } from './file-limits.ts';
import { readJson } from './json/read-json.ts';
import type { FileNotice, RawRow, SheetName, Table, TableRow } from './table.ts';
import type { Header } from './tabulate.ts';
import { headerOfRow, isEmptyRow, tableRows } from './tabulate.ts';
import { readXlsx } from './xlsx/read-xlsx.ts';

export interface TableOptions {
  /** Name of a sheet. Default: the first that is not hidden. A file without sheets does not look at it. */
  readonly sheet?: string | undefined;
  /** Begins behind this line, to go on where another run ended. */
  readonly from?: number;
  readonly limits?: Partial<FileLimits>;
}

interface Opened {
  readonly format: string;
  readonly sheets: readonly SheetName[];
  readonly sheet: string | undefined;
  /** Where it is not the first row. */
  readonly header?: Header;
  readonly rows: AsyncGenerator<readonly RawRow[]>;
  readonly notices: readonly FileNotice[];
  readonly close: () => void;
}

/** The header is taken off the rows, which go on behind it. */
const takeHeader = async (
  pieces: AsyncGenerator<readonly RawRow[]>,
): Promise<{ readonly header: Header; readonly rows: AsyncGenerator<readonly RawRow[]> }> => {
  for (;;) {
    const next = await pieces.next();
    if (next.done) return { header: headerOfRow(undefined), rows: pieces };
    const at = next.value.findIndex((row) => !isEmptyRow(row, undefined));
    if (at < 0) continue;
    const behind = next.value.slice(at + 1);
    async function* rows(): AsyncGenerator<readonly RawRow[]> {
      yield behind;
      yield* pieces;
    }
    return { header: headerOfRow(next.value[at]), rows: rows() };
  }
};

const noLists: ReadonlyMap<number, string> = new Map();

const closeNothing = (): void => {};

async function* eachOf(pieces: AsyncIterable<Iterable<TableRow>>): AsyncGenerator<TableRow> {
  for await (const piece of pieces) yield* piece;
}

/**
 * Opens a CSV, XLSX or JSON, told by its content, on the local disk or in memory.
 *
 * Raises before the first row, or while rows are read where a file is only then seen to be so: FILE_EMPTY, FILE_FORMAT,
 * FILE_FORMAT_UNKNOWN, FILE_PASSWORD, FILE_ENCODING; FILE_HEADER_MISSING, FILE_HEADER_REPEATED, FILE_HEADER_EMPTY;
 * FILE_COLUMNS, FILE_ROWS, FILE_CELL_LONG, FILE_ROW_LONG; of a CSV FILE_QUOTES; of JSON FILE_JSON_BROKEN,
 * FILE_JSON_SHAPE; of an XLSX FILE_SHEET_UNKNOWN, FILE_SHEET_NONE, FILE_SHEET_BROKEN, FILE_ROW_ORDER, FILE_ZIP_BROKEN,
 * FILE_PART_MISSING, FILE_XML_BROKEN, FILE_XML_DECLARATIONS, FILE_TOO_LARGE, FILE_TEXTS, FILE_TEXT_LONG.
 */
export const openTable = async (file: FileSource, options: TableOptions = {}): Promise<Table> => {
  const limits = { ...fileLimits, ...options.limits };
  const source = await openBytes(file);
  let opened: Opened | undefined;
  const close = async (): Promise<void> => {
    opened?.close();
    await source.close();
  };
  const open = async (): Promise<Opened> => {
    const format = await detectFormat(source);
    if (format.kind === 'zip') return await readXlsx(source, options.sheet, limits);
    const { encoding } = format;
    const rows =
      format.kind === 'json' ? await readJson(source, encoding, limits) : await readCsv(source, encoding, limits);
    return { ...rows, sheets: [], sheet: undefined, notices: [], close: closeNothing };
  };
  try {
    opened = await open();
    const { format, sheets, sheet, notices } = opened;
    const { header, rows } =
      opened.header === undefined ? await takeHeader(opened.rows) : { header: opened.header, rows: opened.rows };
    if (header.titles.length > limits.columns)
      throw new Refusal('FILE_COLUMNS', { line: header.line, maximum: limits.columns });
    async function* closing(): AsyncGenerator<Iterable<TableRow>> {
      try {
        for await (const piece of tableRows(rows, header, options.from ?? 0, limits)) yield piece;
      } finally {
        await close();
      }
    }
    const pieces = closing();
    const { titles, line, lists = noLists } = header;
    const told = { format, sheets, sheet, header: titles, headerLine: line, lists, notices };
    return { ...told, pieces, rows: eachOf(pieces), close };
  } catch (thrown) {
    await close();
    throw thrown;
  }
};
