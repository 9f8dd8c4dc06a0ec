/** Rows of a file as records of a registry. In: rows of cells, what the columns are. Out: values as the API takes them, or why not. */
import type { ImportChoices } from '../../contract/import.ts';
import type { OpenField } from '../../contract/import-fields.ts';
import { fieldPath, openByPath } from '../../contract/import-fields.ts';
import type { ImportReading } from '../../contract/import-value.ts';
import { readImportValue } from '../../contract/import-value.ts';
import { parseRequest } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import { rowSuffix } from '../../fields/describe-failure.ts';
import type { Cell, TableRow } from '../../files/table.ts';
import { emptyCell } from '../../files/table.ts';
import type { Child, CodeOption } from '../../model/types.ts';
import type { BatchCaller } from '../batch/plan-batch.ts';
import type { Row } from '../given-rows.ts';
import { readGiven } from '../given-rows.ts';
import { importWritable } from './import-writable.ts';
import type { Named } from './resolve-names.ts';
import { resolveNames } from './resolve-names.ts';

/** A row of the file: its values, of which those with problems are not worth anything. */
export interface FileRecord {
  readonly line: number;
  readonly values: Row;
  /** In the words that are shown. */
  readonly problems: readonly string[];
}

interface Column {
  readonly index: number;
  readonly open: OpenField;
  /** Of owned rows, of CSV and XLSX: which of them, from 1 on. */
  readonly row: number | undefined;
  readonly by: string | undefined;
  readonly options: readonly CodeOption[];
}

const columnsOf = ({ context }: BatchCaller, choices: ImportChoices): readonly Column[] => {
  const known = openByPath({ writable: importWritable(context, choices) });
  return choices.columns.flatMap(({ column, field: name, by, row }) => {
    const open = known.get(name);
    if (open === undefined) return [];
    const { codeList, codes } = open.field;
    const list = codeList === undefined ? [] : (context.model.codeLists[codeList]?.options ?? []);
    const options = list.filter(({ value }) => codes === undefined || codes.includes(value));
    return [{ index: column, open, row, by, options }];
  });
};

/** A record of a relation that is still to be looked up, and where its id goes. */
interface NamedPlace {
  readonly column: Column;
  readonly text: string;
  /** What people call the place. */
  readonly title: string;
  readonly values: Record<string, unknown>;
}

interface Draft {
  readonly line: number;
  readonly values: Record<string, unknown>;
  readonly problems: string[];
  readonly names: NamedPlace[];
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Reads a cell into `values`, which are those of the record or of a row that it owns. */
const readCell = (
  caller: BatchCaller,
  reading: Omit<ImportReading, 'options'>,
  draft: Draft,
  column: Column,
  cell: Cell,
  { values, suffix }: { readonly values: Record<string, unknown>; readonly suffix: string },
): void => {
  const { options } = column;
  const { field } = column.open;
  const title = `${field.title}${suffix}`;
  const read = readImportValue(cell, field, { ...reading, options });
  if ('value' in read) values[field.column] = read.value;
  else if ('text' in read) draft.names.push({ column, text: read.text, title, values });
  else {
    const params = { field: title, text: short(read.shown), expected: read.expected };
    draft.problems.push(caller.tell(new Refusal('RECORD_IMPORT_VALUE', params)));
  }
};

/** Where a row stands, from 0 on, and its cells by the columns. */
type ListRow = readonly [place: number, cells: readonly (Cell | undefined)[]];

type Filled = Column & { readonly cell: Cell };

/** The cells of each row of a list, undefined: not said. Rows of CSV and XLSX without a value are none. */
const rowsOf = (columns: readonly Filled[]): readonly ListRow[] | undefined => {
  const numbered = columns.filter(({ row }) => row !== undefined);
  if (numbered.length > 0)
    return [...Map.groupBy(numbered, ({ row }) => row ?? 0)]
      .filter(([, some]) => some.some(({ cell }) => cell.kind !== 'empty'))
      .sort(([a], [b]) => a - b)
      .map(([row]): ListRow => [row - 1, columns.map((one) => (one.row === row ? one.cell : undefined))]);
  const lengths = columns.flatMap(({ cell }) => (cell.kind === 'list' ? [cell.items.length] : []));
  if (lengths.length === 0) return undefined;
  return Array.from(
    { length: Math.max(...lengths) },
    (_, index): ListRow => [index, columns.map(({ cell }) => (cell.kind === 'list' ? cell.items[index] : undefined))],
  );
};

/**
 * Reads a list into the rows of `child`; a list that the file says nothing of leaves them as they are, and an empty one is
 * none. A key that an object lacks is not said of its row.
 */
const readList = (
  caller: BatchCaller,
  reading: Omit<ImportReading, 'options'>,
  draft: Draft,
  child: Child,
  columns: readonly Filled[],
): void => {
  const rows = rowsOf(columns);
  if (rows === undefined) return;
  draft.values[child.name] = rows.map(([place, cells]) => {
    const values: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) {
      const cell = cells[index];
      if (cell !== undefined)
        readCell(caller, reading, draft, column, cell, { values, suffix: rowSuffix(child, place) });
    }
    return values;
  });
};

const draftOf = (
  caller: BatchCaller,
  columns: readonly Column[],
  reading: Omit<ImportReading, 'options'>,
  { line, cells, problems }: TableRow,
): Draft => {
  const said = new Set(columns.map(({ index }) => index));
  const surplus = cells.length;
  const draft: Draft = {
    line,
    values: {},
    // What is wrong with a list is so with each of its columns, and told once.
    problems: [
      ...new Set(
        problems
          .filter(({ column }) => said.has(column) || column >= surplus)
          .map(({ code, params }) => caller.tell(new Refusal(code, params as never))),
      ),
    ],
    names: [],
  };
  const faulty = new Set(problems.map(({ column }) => column));
  const sound = columns
    .filter(({ index }) => !faulty.has(index))
    .map((column) => ({ ...column, cell: cells[column.index] ?? emptyCell }));
  for (const [child, some] of Map.groupBy(sound, ({ open }) => open.child))
    if (child !== undefined) readList(caller, reading, draft, child, some);
    else
      for (const column of some)
        readCell(caller, reading, draft, column, column.cell, { values: draft.values, suffix: '' });
  return draft;
};

/** Names that were looked up for one file, by `askedBy`, so that a name is asked for once. */
export type KnownNames = Map<string, Map<string, Named>>;

/** Names of a file that are kept: those of a large registry may be as many as its rows. */
const keptNames = 50_000;

/** What a column asks for: the rows of a list may be known by one field here and by another there. */
const askedBy = ({ open, by }: Pick<Column, 'open' | 'by'>): string => JSON.stringify([fieldPath(open), by]);

const resolve = async (
  { engine, context }: BatchCaller,
  drafts: readonly Draft[],
  known: KnownNames,
): Promise<void> => {
  const places = drafts.flatMap(({ names }) => names);
  for (const [asked, some] of Map.groupBy(places, ({ column }) => askedBy(column))) {
    const [{ column }] = some as [NamedPlace];
    const names = known.get(asked) ?? new Map<string, Named>();
    if (names.size > keptNames) names.clear();
    known.set(asked, names);
    const texts = [...new Set(some.map(({ text }) => text))].filter((text) => !names.has(text));
    const found = await resolveNames(engine.database, context, column.open.field, column.by, texts);
    for (const text of texts) names.set(text, found.get(text));
  }
};

/** Raises what no row is to blame for: REQUEST_BODY_COLUMN. */
export const readRecords = async (
  caller: BatchCaller,
  choices: ImportChoices,
  known: KnownNames,
  today: Date,
  rows: readonly TableRow[],
): Promise<readonly FileRecord[]> => {
  const columns = columnsOf(caller, choices);
  const reading = { timeZone: caller.engine.timeZone, today };
  const drafts = rows.map((row) => draftOf(caller, columns, reading, row));
  await resolve(caller, drafts, known);
  for (const { names, problems } of drafts)
    for (const { column, text, title, values } of names) {
      const id = known.get(askedBy(column))?.get(text);
      const params = { field: title, text: short(text) };
      if (typeof id === 'number') values[column.open.field.column] = id;
      else
        problems.push(
          caller.tell(new Refusal(id === undefined ? 'RECORD_IMPORT_UNKNOWN' : 'RECORD_IMPORT_AMBIGUOUS', params)),
        );
    }
  const stored = readGiven(
    importWritable(caller.context, choices),
    parseRequest(''),
    drafts.map(({ values }) => values),
    [],
  );
  return drafts.map(({ line, problems }, index) => ({ line, problems, values: stored[index] ?? {} }));
};
