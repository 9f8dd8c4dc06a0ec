/** Rows of a file as records of a registry. In: rows of cells, what the columns are. Out: values as the API takes them, or why not. */
import type { ImportChoices } from '../../contract/import.ts';
import type { OpenField } from '../../contract/import-fields.ts';
import { fieldPath, openByPath } from '../../contract/import-fields.ts';
import type { ImportReading, UnreadValue } from '../../contract/import-value.ts';
import { readImportValue } from '../../contract/import-value.ts';
import { parseRequest } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import { rowSuffix } from '../../fields/describe-failure.ts';
import type { Cell, TableRow } from '../../files/table.ts';
import { emptyCell } from '../../files/table.ts';
import type { Child } from '../../model/types.ts';
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
  readonly reading: ImportReading;
  /** What it asks for: the rows of a list may be known by one field here and by another there. */
  readonly asked: string;
}

const columnsOf = ({ engine, context }: BatchCaller, choices: ImportChoices, today: Date): readonly Column[] => {
  const { timeZone } = engine;
  const known = openByPath({ writable: importWritable(context, choices) });
  return choices.columns.flatMap(({ column, field: name, by, row }) => {
    const open = known.get(name);
    if (open === undefined) return [];
    const { codeList, codes } = open.field;
    const list = codeList === undefined ? [] : (context.model.codeLists[codeList]?.options ?? []);
    const options = list.filter(({ value }) => codes === undefined || codes.includes(value));
    const asked = JSON.stringify([fieldPath(open), by]);
    return [{ index: column, open, row, by, reading: { timeZone, today, options }, asked }];
  });
};

/** Columns of one list, or of the record itself: undefined. In the order of the first of each. */
type Group = readonly [child: Child | undefined, columns: readonly Column[]];

const groupsOf = (columns: readonly Column[]): readonly Group[] => [...Map.groupBy(columns, ({ open }) => open.child)];

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

const unreadable = (field: string, read: UnreadValue): Refusal => {
  if ('absentDay' in read) return new Refusal('VALIDATION_DAY', { field, day: read.absentDay });
  const params = { field, text: short(read.shown), expected: read.expected };
  return new Refusal(read.number ? 'RECORD_IMPORT_NUMBER' : 'RECORD_IMPORT_VALUE', params);
};

/** Reads a cell into `values`, which are those of the record or of a row that it owns. */
const readCell = (
  caller: BatchCaller,
  draft: Draft,
  column: Column,
  cell: Cell,
  values: Record<string, unknown>,
  suffix: string,
): void => {
  const { field } = column.open;
  const read = readImportValue(cell, field, column.reading);
  if ('value' in read) values[field.column] = read.value;
  else if ('text' in read) draft.names.push({ column, text: read.text, title: `${field.title}${suffix}`, values });
  else draft.problems.push(caller.tell(unreadable(`${field.title}${suffix}`, read)));
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
const readList = (caller: BatchCaller, draft: Draft, child: Child, columns: readonly Filled[]): void => {
  const rows = rowsOf(columns);
  if (rows === undefined) return;
  draft.values[child.name] = rows.map(([place, cells]) => {
    const values: Record<string, unknown> = {};
    for (const [index, column] of columns.entries()) {
      const cell = cells[index];
      if (cell !== undefined) readCell(caller, draft, column, cell, values, rowSuffix(child, place));
    }
    return values;
  });
};

/** What the file itself says is wrong with a row. What is so with a list is so with each of its columns, and told once. */
const problemsOf = (
  caller: BatchCaller,
  columns: readonly Column[],
  { cells, problems }: TableRow,
): readonly string[] => {
  const said = new Set(columns.map(({ index }) => index));
  const told = problems.filter(({ column }) => said.has(column) || column >= cells.length);
  return [...new Set(told.map(({ code, params }) => caller.tell(new Refusal(code, params as never))))];
};

const withoutFaulty = (columns: readonly Column[], { problems }: TableRow): readonly Column[] => {
  const faulty = new Set(problems.map(({ column }) => column));
  return columns.filter(({ index }) => !faulty.has(index));
};

/** `groups`: of the columns, which is what most rows are read by. */
const draftOf = (caller: BatchCaller, columns: readonly Column[], groups: readonly Group[], row: TableRow): Draft => {
  const { line, cells } = row;
  const isSound = row.problems.length === 0;
  const problems = isSound ? [] : [...problemsOf(caller, columns, row)];
  const draft: Draft = { line, values: {}, problems, names: [] };
  const cellOf = ({ index }: Column): Cell => cells[index] ?? emptyCell;
  for (const [child, some] of isSound ? groups : groupsOf(withoutFaulty(columns, row)))
    if (child === undefined)
      for (const column of some) readCell(caller, draft, column, cellOf(column), draft.values, '');
    else
      readList(
        caller,
        draft,
        child,
        some.map((column) => ({ ...column, cell: cellOf(column) })),
      );
  return draft;
};

/** Names that were looked up for one file, by what the columns ask for, so that a name is asked for once. */
export type KnownNames = Map<string, Map<string, Named>>;

/** Names of a file that are kept: those of a large registry may be as many as its rows. */
const keptNames = 50_000;

const resolve = async (
  { engine, context }: BatchCaller,
  drafts: readonly Draft[],
  known: KnownNames,
): Promise<void> => {
  const places = drafts.flatMap(({ names }) => names);
  for (const [asked, some] of Map.groupBy(places, ({ column }) => column.asked)) {
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
  const columns = columnsOf(caller, choices, today);
  const groups = groupsOf(columns);
  const drafts = rows.map((row) => draftOf(caller, columns, groups, row));
  await resolve(caller, drafts, known);
  for (const { names, problems } of drafts)
    for (const { column, text, title, values } of names) {
      const id = known.get(column.asked)?.get(text);
      if (typeof id === 'number') values[column.open.field.column] = id;
      else {
        const code = id === undefined ? 'RECORD_IMPORT_UNKNOWN' : 'RECORD_IMPORT_AMBIGUOUS';
        problems.push(caller.tell(new Refusal(code, { field: title, text: short(text) })));
      }
    }
  const stored = readGiven(
    importWritable(caller.context, choices),
    parseRequest(''),
    drafts.map(({ values }) => values),
    [],
  );
  return drafts.map(({ line, problems }, index) => ({ line, problems, values: stored[index] ?? {} }));
};
