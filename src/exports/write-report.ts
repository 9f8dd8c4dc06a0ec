/**
 * A report as a PDF: its groups level by level, the rows where it tells them, and of each group the number and the sums, as
 * the API reckons them; nothing is added up here. Rows are read in portions and groups before them, each in a statement of
 * its own: of what is written meanwhile a sum may know more, or less, than the rows above it.
 */
import type { GroupValues } from '../../engine/contract/grouping.ts';
import type { ReportLine } from '../../engine/contract/report.ts';
import { countOf, ReportLayout, reportLevels } from '../../engine/contract/report.ts';
import { Refusal } from '../../engine/core/errors.ts';
import { formatMoment } from '../../engine/fields/date-text.ts';
import type { PdfCell, PdfLine } from '../../engine/files/pdf-table.ts';
import { PdfTable } from '../../engine/files/pdf-table.ts';
import type { ExportedList } from './export-format.ts';
import type { FileColumn } from './file-column.ts';
import { countText, levelText, listColumn, totalColumns } from './file-column.ts';
import type { OpenList } from './open-list.ts';
import type { FilePortion } from './write-list.ts';

/** Rows, or groups where they are told alone: more pages than that nobody leafs through. */
export const pdfRows = 50_000;

/** Conditions that stand at the head of each page; the others by their number. */
const toldConditions = 8;

const tooLong = (maximum: number): Refusal => new Refusal('EXPORT_PDF_LONG', { maximum });

/** The row about everything. Raises EXPORT_PDF_LONG. */
const readWhole = async (list: OpenList, rows: boolean, maximum: number): Promise<GroupValues> => {
  try {
    const { groups } = await list.groups(0, 0, rows ? maximum : undefined);
    const [whole = {}] = groups;
    return whole;
  } catch (error) {
    if (rows && error instanceof Refusal && error.code === 'REQUEST_AGGREGATE_LIMIT') throw tooLong(maximum);
    throw error;
  }
};

const readAll = async (list: OpenList, depth: number, maximum: number): Promise<readonly GroupValues[]> => {
  const found: GroupValues[] = [];
  for (;;) {
    const { groups, total } = await list.groups(depth, found.length);
    if (total > maximum) throw tooLong(maximum);
    found.push(...groups);
    if (groups.length === 0 || found.length >= total) return found;
  }
};

/** Raises EXPORT_PDF_REPORT of a list that is none, EXPORT_PDF_LONG. */
export const checkReport = async (list: OpenList, maximum = pdfRows): Promise<void> => {
  const { report, screen } = list.model;
  if (report === undefined) throw new Refusal('EXPORT_PDF_REPORT', { title: screen.title });
  await readWhole(list, report.rows, maximum);
  if (!report.rows) {
    const { total } = await list.groups(reportLevels(list.model).length);
    if (total > maximum) throw tooLong(maximum);
  }
};

/** What a line is made of. */
interface Columns {
  readonly file: ExportedList;
  /** Of the table. */
  readonly shown: readonly FileColumn[];
  /** Sums, by the place where they stand; beyond the table where none of its columns has them. */
  readonly sums: readonly { readonly at: number | undefined; readonly column: FileColumn }[];
  /** Columns that the name of a group lies over. */
  readonly label: number;
}

/** Of a report of groups alone: their names in one column, then what is reckoned. */
const groupTable = (file: ExportedList): Columns => {
  const levels = reportLevels(file.model);
  const [names, rest] = [file.columns.slice(0, levels.length), file.columns.slice(levels.length)];
  const name: FileColumn | undefined = names[0] && {
    ...names[0],
    title: names.map(({ title }) => title).join(' / '),
    width: Math.max(...names.map(({ width }) => width)) + 60,
    right: false,
  };
  const before = name ? [name] : [];
  const sums = rest.map((column, index) => ({ at: before.length + index, column }));
  return { file, shown: [...before, ...rest], sums, label: before.length };
};

/** Of a report with rows: the columns that were asked for, but for those that the heads of its groups say; sums under their own. */
const rowTable = (file: ExportedList, list: OpenList): Columns => {
  const heads = new Set(reportLevels(file.model).flatMap(({ column, by }) => (by === undefined ? [column.key] : [])));
  const asked = list.columns.map((column, index) => ({ column, shown: file.columns[index] }));
  const beside = asked.filter(({ column }) => !heads.has(column.key));
  const kept = beside.length > 0 ? beside : asked;
  const columns = kept.map(({ column }) => column);
  const sums = totalColumns(file.model).map((column) => {
    const at = columns.findIndex(({ key }) => key === column.key);
    return { at: at < 0 ? undefined : at, column: listColumn(file, column) };
  });
  const first = Math.min(columns.length, ...sums.flatMap(({ at }) => at ?? []));
  return { file, shown: kept.flatMap(({ shown }) => shown ?? []), sums, label: first };
};

const whole = (columns: Columns, text: string): PdfCell => ({
  text,
  from: 0,
  columns: columns.shown.length,
  right: false,
});

const rowCells = ({ shown }: Columns, row: GroupValues): readonly PdfCell[] =>
  shown.map(({ text, right }, from) => ({ text: text(row), from, columns: 1, right }));

/**
 * The name of a group, its number of rows, and its sums, each under its column. Where a sum stands in the first column, the
 * name has a line of its own above.
 */
const sumLines = (
  columns: Columns,
  name: string,
  sums: GroupValues | undefined,
  line: Pick<PdfLine, 'kind' | 'level'>,
): readonly PdfLine[] => {
  const { file, label } = columns;
  const { texts, model } = file;
  const inside = columns.sums.filter(({ at }) => at !== undefined);
  const outside = columns.sums.filter(({ at }) => at === undefined);
  const cells =
    sums === undefined
      ? []
      : inside.map(({ at = 0, column }): PdfCell => ({ text: column.text(sums), from: at, columns: 1, right: true }));
  const told =
    sums === undefined
      ? []
      : [
          ...(model.report?.rows === true
            ? [texts(`report.file.rows.${countOf(sums) === 1 ? 'one' : 'many'}`, { count: countText(countOf(sums)) })]
            : []),
          ...outside.flatMap(({ column }) => {
            const text = column.text(sums);
            return text === '' ? [] : [`${column.title}: ${text}`];
          }),
        ];
  const text = told.length === 0 ? name : `${name} (${told.join('; ')})`;
  if (label === 0)
    return [
      { ...line, cells: [whole(columns, text)] },
      { kind: 'row', level: 0, cells },
    ];
  return [{ ...line, cells: [{ text, from: 0, columns: label, right: false }, ...cells] }];
};

const linesOf = (columns: Columns, lines: readonly ReportLine[]): readonly PdfLine[] => {
  const { file } = columns;
  const { texts, model } = file;
  const rows = model.report?.rows === true;
  const innermost = reportLevels(model).length - 1;
  return lines.flatMap((line): readonly PdfLine[] => {
    if (line.kind === 'row') return [{ kind: 'row', level: 0, cells: rowCells(columns, line.row) }];
    const { level } = line;
    const name = levelText(file, level, line.value);
    if (line.kind === 'head') return [{ kind: 'head', level, cells: [whole(columns, name)] }];
    const alone = !rows && level === innermost;
    const text = alone ? name : texts('report.file.subtotal', { name });
    return sumLines(columns, text, line.sums, { kind: alone ? 'row' : 'sum', level });
  });
};

/** What is said at the head of each page. */
const aboutOf = async (list: OpenList, { texts, timeZone, maker }: ExportedList): Promise<readonly string[]> => {
  const asked = await list.asked();
  const told = asked.length > toldConditions + 1 ? asked.slice(0, toldConditions) : asked;
  const left = asked.length - told.length;
  return [
    ...told.map(({ label, text }) => `${label}: ${text}`),
    ...(left > 0 ? [texts('report.file.moreAsked', { count: left })] : []),
    texts('report.file.made', { at: formatMoment(maker.at, timeZone, false), login: maker.login }),
  ];
};

/** Raises EXPORT_PDF_REPORT, EXPORT_PDF_LONG, and the refusals of reading. It cannot be gone on with from its middle. */
export async function* writeReport(
  list: OpenList,
  file: ExportedList,
  maximum = pdfRows,
): AsyncGenerator<FilePortion, void, undefined> {
  const { report, screen } = list.model;
  if (report === undefined) throw new Refusal('EXPORT_PDF_REPORT', { title: screen.title });
  const all = await readWhole(list, report.rows, maximum);
  const depth = reportLevels(list.model).length;
  const sums: (readonly GroupValues[])[] = [];
  for (let at = 1; at <= (report.rows ? depth : depth - 1); at += 1) sums.push(await readAll(list, at, maximum));
  const layout = new ReportLayout(list.model, sums);
  const columns = report.rows ? rowTable(file, list) : groupTable(file);
  const { texts, maker, mark } = file;
  const table = new PdfTable({
    title: screen.title,
    author: maker.login,
    created: new Date(maker.at),
    keywords: mark?.keyword,
    owner: file.client,
    about: await aboutOf(list, file),
    mark: mark?.line,
    page: texts('report.file.page'),
    goesOn: texts('report.file.goesOn'),
    columns: columns.shown,
  });
  const portion = (rows: number, cursor: string | null): FilePortion => ({
    bytes: table.take(),
    part: { rows, cursor, file: null },
    told: [],
  });
  let rows = 0;
  let next: string | undefined;
  do {
    const read = await list.read(next);
    // Groups are known to be too many with the first of them, rows that came since they were counted with the last.
    if ((read.total ?? 0) > maximum || rows + read.rows.length > maximum) throw tooLong(maximum);
    rows += read.rows.length;
    next = read.next;
    table.add(linesOf(columns, report.rows || depth === 0 ? layout.rows(read.rows) : layout.groups(read.rows)));
    yield portion(rows, next ?? '');
  } while (next !== undefined);
  table.add(linesOf(columns, layout.end()));
  if (report.rows || depth > 0)
    table.add(sumLines(columns, texts('report.file.total'), all, { kind: 'total', level: 0 }));
  table.end();
  yield portion(rows, null);
}
