import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import type { Issue } from '../core/errors.ts';
import { createIssue } from '../core/errors.ts';
import { phrases } from '../core/words.ts';
import type { InitialRows } from './documents.ts';

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

/** Spreadsheets in Portuguese save with semicolons: the header then has some and no comma. */
const separatesBySemicolon = (text: string): boolean => {
  const [header = ''] = text.split('\n', 1);
  return header.includes(';') && !header.includes(',');
};

/** Reads `data.csv`: UTF-8, commas, double quotes, a header with the names of the fields. */
export const parseCsv = (file: string, text: string): { rows: InitialRows | undefined; issues: readonly Issue[] } => {
  const fail = (line: number, problem: string) => ({
    rows: undefined,
    issues: [createIssue('LANGUAGE_CSV_SYNTAX', { file, pointer: '', line, column: 1 }, { problem })],
  });
  try {
    if (separatesBySemicolon(text)) return fail(1, phrases.csvSemicolons);
    const lines = parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as Line[];
    const [first, ...rest] = lines;
    if (first === undefined) return fail(1, phrases.csvEmpty);
    const header = first.record;
    const twice = header.find((name, index) => header.indexOf(name) !== index);
    if (twice !== undefined) return fail(first.info.lines, phrases.csvHeaderTwice(twice));
    const uneven = rest.find((line) => line.record.length !== header.length);
    if (uneven !== undefined) return fail(uneven.info.lines, phrases.csvColumns(uneven.record.length, header.length));
    return {
      rows: {
        file,
        header,
        rows: rest.map((line) => line.record),
        lines: rest.map((line) => line.info.lines),
        digest: createHash('sha256').update(text).digest('hex'),
      },
      issues: [],
    };
  } catch (thrown) {
    if (!(thrown instanceof CsvError)) throw thrown;
    return fail(Number(thrown.lines ?? 1), phrases.csvQuotes);
  }
};
