import type { ByteSource } from '../byte-source.ts';
import { encodeText } from '../encode-text.ts';
import type { FileLimits } from '../file-limits.ts';
import type { OutcomeCursor } from '../outcomes.ts';
import { problemsText } from '../outcomes.ts';
import { problemsTitle } from '../table.ts';
import { headerOfRow, isEmptyRow } from '../tabulate.ts';
import type { Encoding } from '../text-encoding.ts';
import type { CsvRecord } from './csv-scanner.ts';
import { rowOf, scanCsv } from './read-csv.ts';

interface Shape {
  readonly headerLine: number;
  /** Index of the column of problems, ours of another time or a new one behind the widest row. */
  readonly column: number;
  readonly existing: boolean;
  readonly separator: string;
  /** What stands before the first record: the line that tells Excel the separator. */
  readonly lead: string;
  /** How lines end that have no end of their own. */
  readonly lineEnd: string;
}

const endOf = (raw: string): string => /\r\n$|[\r\n]$/.exec(raw)?.[0] ?? '';

/** Reads the file once. Raises FILE_HEADER_MISSING, FILE_HEADER_REPEATED and what reading raises. */
const shapeOf = async (source: ByteSource, encoding: Encoding, limits: FileLimits): Promise<Shape> => {
  const { separator, records } = await scanCsv(source, encoding, limits);
  let header: CsvRecord | undefined;
  let width = 0;
  for await (const piece of records) {
    for (const record of piece) {
      header ??= isEmptyRow(rowOf(record), undefined) ? undefined : record;
      width = Math.max(width, record.cells.length);
    }
  }
  const { own } = headerOfRow(header === undefined ? undefined : rowOf(header));
  const lineEnd = endOf(header?.raw ?? '') || '\r\n';
  return {
    headerLine: header?.line ?? 0,
    column: own ?? width,
    existing: own !== undefined,
    separator: separator.character,
    lead: separator.directive > 0 ? `sep=${separator.character}${lineEnd}` : '',
    lineEnd,
  };
};

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** The text of a record with the cell of problems in its place; all else as it stands. */
const withProblems = ({ raw, cells, starts }: CsvRecord, text: string, shape: Shape): string => {
  const end = endOf(raw);
  const body = raw.slice(0, raw.length - end.length);
  const { column, separator, lineEnd } = shape;
  if (cells.length <= column) {
    if (text === '') return raw;
    return `${body}${separator.repeat(column - cells.length + 1)}${quoted(text)}${end || lineEnd}`;
  }
  const next = starts[column + 1];
  const behind = next === undefined ? '' : body.slice(next - 1);
  return `${body.slice(0, starts[column])}${text === '' ? '' : quoted(text)}${behind}${end || lineEnd}`;
};

/**
 * The same CSV with a column `Problemas`: every byte as it was but for that column. `only`: the header and the rows that
 * have problems. Letters of the problems that the encoding has not lose their accent, or become `?`.
 */
export async function* writeCsvBack(
  source: ByteSource,
  encoding: Encoding,
  outcomes: OutcomeCursor,
  only: boolean,
  limits: FileLimits,
): AsyncGenerator<Uint8Array> {
  const shape = await shapeOf(source, encoding, limits);
  if (encoding.mark > 0) yield await source.read(0, encoding.mark);
  if (shape.lead !== '') yield encodeText(shape.lead, encoding.label);
  const { records } = await scanCsv(source, encoding, limits);
  for await (const piece of records) {
    let text = '';
    for (const record of piece) {
      if (record.line === shape.headerLine) {
        text += shape.existing ? record.raw : withProblems(record, problemsTitle, shape);
        continue;
      }
      const problems = record.line < shape.headerLine ? [] : await outcomes.problemsOf(record.line);
      if (problems.length > 0 || !only) text += withProblems(record, problemsText(problems), shape);
    }
    if (text !== '') yield encodeText(text, encoding.label);
  }
}
