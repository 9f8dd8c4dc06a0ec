import type { ByteSource } from '../byte-source.ts';
import type { FileLimits } from '../file-limits.ts';
import { restoreCell } from '../formula-cell.ts';
import type { FileProblem, RawRow } from '../table.ts';
import { noProblems } from '../table.ts';
import { isFaultyText, textCell, textProblem } from '../text-cell.ts';
import type { Encoding } from '../text-encoding.ts';
import { decodeFile } from '../text-encoding.ts';
import type { CsvRecord } from './csv-scanner.ts';
import { CsvScanner } from './csv-scanner.ts';
import type { Separator } from './sniff-separator.ts';
import { sniffSeparator } from './sniff-separator.ts';

const sampleSize = 64 * 1024;

export interface CsvRecords {
  readonly separator: Separator;
  /** All records of the file in pieces, the line that tells Excel the separator left out. */
  readonly records: AsyncGenerator<readonly CsvRecord[]>;
}

/** Raises FILE_ENCODING, and while it is read what `CsvScanner` raises. */
export const scanCsv = async (source: ByteSource, encoding: Encoding, limits: FileLimits): Promise<CsvRecords> => {
  const texts = decodeFile(source, encoding);
  let sample = '';
  let whole = false;
  while (sample.length < sampleSize && !whole) {
    const next = await texts.next();
    whole = next.done === true;
    sample += next.value ?? '';
  }
  const separator = sniffSeparator(sample.slice(0, 2 * sampleSize), whole && sample.length <= 2 * sampleSize, limits);
  const { character, directive } = separator;
  async function* records(): AsyncGenerator<readonly CsvRecord[]> {
    const scanner = new CsvScanner(character, limits, directive > 0 ? 2 : 1);
    yield scanner.push(sample.slice(directive), whole);
    if (whole) return;
    for await (const text of texts) yield scanner.push(text, false);
    yield scanner.push('', true);
  }
  return { separator, records: records() };
};

const problemsOf = ({ cells, faulty }: CsvRecord): readonly FileProblem[] => {
  // Of a million rows few have one.
  if (faulty.length === 0 && !cells.some(isFaultyText)) return noProblems;
  const problems: FileProblem[] = [];
  for (const column of faulty) problems.push({ code: 'FILE_CELL_QUOTES', params: { column: column + 1 }, column });
  for (const [column, text] of cells.entries()) {
    const problem = textProblem(text, column);
    if (problem !== undefined) problems.push(problem);
  }
  return problems;
};

export const rowOf = (record: CsvRecord): RawRow => ({
  line: record.line,
  cells: record.cells.map((text) => textCell(restoreCell(text))),
  problems: problemsOf(record),
});

/** The rows of a CSV, all cells text, without what keeps them from being formulas. Raises what `scanCsv` raises. */
export const readCsv = async (
  source: ByteSource,
  encoding: Encoding,
  limits: FileLimits,
): Promise<{ readonly format: string; readonly rows: AsyncGenerator<readonly RawRow[]> }> => {
  const { separator, records } = await scanCsv(source, encoding, limits);
  async function* rows(): AsyncGenerator<readonly RawRow[]> {
    for await (const piece of records) yield piece.map(rowOf);
  }
  return { format: `CSV, ${encoding.name}, separado por ${separator.called}`, rows: rows() };
};
