/** Rows of a file as records of a registry. In: rows of cells, what the columns are. Out: values as the API takes them, or why not. */
import { writableEntity } from '../../access/visible-entity.ts';
import type { ImportChoices } from '../../contract/import.ts';
import type { ImportReading } from '../../contract/import-value.ts';
import { readImportValue } from '../../contract/import-value.ts';
import { parseRequest } from '../../contract/request.ts';
import { Refusal } from '../../core/errors.ts';
import type { TableRow } from '../../files/table.ts';
import { emptyCell } from '../../files/table.ts';
import type { CodeOption, Field } from '../../model/types.ts';
import type { BatchCaller } from '../batch/plan-batch.ts';
import type { Row } from '../given-rows.ts';
import { readGiven } from '../given-rows.ts';
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
  readonly field: Field;
  readonly by: string | undefined;
  readonly options: readonly CodeOption[];
}

const columnsOf = ({ context }: BatchCaller, choices: ImportChoices): readonly Column[] => {
  const { fields } = writableEntity(context.access, context.entity);
  return choices.columns.flatMap(({ column, field: name, by }) => {
    const field = fields.find((one) => one.column === name);
    if (field === undefined) return [];
    const list = field.codeList === undefined ? [] : (context.model.codeLists[field.codeList]?.options ?? []);
    const options = list.filter(({ value }) => field.codes === undefined || field.codes.includes(value));
    return [{ index: column, field, by, options }];
  });
};

interface Draft {
  readonly line: number;
  readonly values: Record<string, unknown>;
  readonly problems: string[];
  /** Relations that are still to be looked up. */
  readonly names: { readonly column: Column; readonly text: string }[];
}

const short = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

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
    problems: problems
      .filter(({ column }) => said.has(column) || column >= surplus)
      .map(({ code, params }) => caller.tell(new Refusal(code, params as never))),
    names: [],
  };
  const faulty = new Set(problems.map(({ column }) => column));
  for (const column of columns) {
    if (faulty.has(column.index)) continue;
    const { field, options } = column;
    const read = readImportValue(cells[column.index] ?? emptyCell, field, { ...reading, options });
    if ('value' in read) draft.values[field.column] = read.value;
    else if ('text' in read) draft.names.push({ column, text: read.text });
    else {
      const params = { field: field.title, text: short(read.shown), expected: read.expected };
      draft.problems.push(caller.tell(new Refusal('RECORD_IMPORT_VALUE', params)));
    }
  }
  return draft;
};

/** Names that were looked up for one file, so that a name is asked for once. */
export type KnownNames = Map<string, Map<string, Named>>;

/** Names of a file that are kept: those of a large registry may be as many as its rows. */
const keptNames = 50_000;

const resolve = async (
  { engine, context }: BatchCaller,
  drafts: readonly Draft[],
  columns: readonly Column[],
  known: KnownNames,
): Promise<void> => {
  for (const { field, by } of columns) {
    if (field.type !== 'relation') continue;
    const names = known.get(field.column) ?? new Map<string, Named>();
    if (names.size > keptNames) names.clear();
    known.set(field.column, names);
    const texts = drafts.flatMap((draft) =>
      draft.names.flatMap(({ column, text }) => (column.field === field && !names.has(text) ? [text] : [])),
    );
    const found = await resolveNames(engine.database, context.model, context.access, field, by, [...new Set(texts)]);
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
  await resolve(caller, drafts, columns, known);
  for (const { names, values, problems } of drafts)
    for (const { column, text } of names) {
      const id = known.get(column.field.column)?.get(text);
      const params = { field: column.field.title, text: short(text) };
      if (typeof id === 'number') values[column.field.column] = id;
      else
        problems.push(
          caller.tell(new Refusal(id === undefined ? 'RECORD_IMPORT_UNKNOWN' : 'RECORD_IMPORT_AMBIGUOUS', params)),
        );
    }
  const writable = writableEntity(caller.context.access, caller.context.entity);
  const stored = readGiven(
    writable,
    parseRequest(''),
    drafts.map(({ values }) => values),
    [],
  );
  return drafts.map(({ line, problems }, index) => ({ line, problems, values: stored[index] ?? {} }));
};
