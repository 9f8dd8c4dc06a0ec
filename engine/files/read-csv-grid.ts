import { CsvError, parse } from 'csv-parse/sync';
import { decodeText } from './decode-text.ts';
import { restoreCell } from './formula-cell.ts';
import type { Grid } from './grid.ts';

const delimiters = [';', '\t', ',', '|'] as const;
const called: Readonly<Record<string, string>> = { ';': ';', ',': ',', '\t': 'tabulação', '|': '|' };

interface Line {
  readonly record: readonly string[];
  readonly info: { readonly lines: number };
}

const parseWith = (text: string, delimiter: string): readonly Line[] =>
  parse(text, {
    delimiter,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  }) as unknown as Line[];

/** How many of the rows have the commonest number of cells, times that number: a wrong delimiter gives rows of one cell. */
const evenness = (lines: readonly Line[]): number => {
  const counts = new Map<number, number>();
  for (const { record } of lines) counts.set(record.length, (counts.get(record.length) ?? 0) + 1);
  const [width = 0, rows = 0] = [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0] ?? [];
  return width < 2 ? 0 : (rows / lines.length) * Math.min(width, 4);
};

const tryWith = (text: string, delimiter: string): readonly Line[] | undefined => {
  try {
    return parseWith(text, delimiter);
  } catch (thrown) {
    if (thrown instanceof CsvError) return undefined;
    throw thrown;
  }
};

/**
 * The cells of a CSV as spreadsheets and systems in Portuguese write them: `;`, `,`, tab or `|`, whichever makes the
 * evenest rows of the first hundred lines; UTF-8 or Windows-1252. Formulas that were made harmless are what they were. undefined where no delimiter can be read (quotes
 * that do not close).
 */
export const readCsvGrid = (bytes: Uint8Array): Grid | undefined => {
  const { text, encoding } = decodeText(bytes);
  const sample = text.split('\n', 100).join('\n');
  const [best] = delimiters
    .map((delimiter) => ({ delimiter, score: evenness(tryWith(sample, delimiter) ?? []) }))
    .sort((a, b) => b.score - a.score);
  const delimiter = best === undefined || best.score === 0 ? ';' : best.delimiter;
  const lines = tryWith(text, delimiter);
  if (lines === undefined) return undefined;
  return {
    cells: lines.map(({ record }) => record.map(restoreCell)),
    lines: lines.map(({ info }) => info.lines),
    format: `CSV, ${encoding}, separado por ${called[delimiter]}`,
  };
};
