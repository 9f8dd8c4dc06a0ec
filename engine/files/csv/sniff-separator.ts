import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';
import type { CsvRecord } from './csv-scanner.ts';
import { CsvScanner } from './csv-scanner.ts';

const separators = [';', '\t', ',', '|'] as const;
const called: Readonly<Record<string, string>> = { ';': ';', ',': ',', '\t': 'tabulação', '|': '|' };
const sampled = 100;

export interface Separator {
  readonly character: string;
  readonly called: string;
  /** Length of the line with which Excel is told the separator, `sep=;`, and which is no row; 0 where there is none. */
  readonly directive: number;
}

/** How many of the rows have the commonest number of cells, times that number: a wrong separator gives rows of one cell. */
const evenness = (records: readonly CsvRecord[]): number => {
  const counts = new Map<number, number>();
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const [width = 0, rows = 0] = [...counts].sort(([a, m], [b, n]) => n - m || b - a)[0] ?? [];
  return width < 2 ? 0 : (rows / records.length) * Math.min(width, 4);
};

const recordsWith = (sample: string, whole: boolean, separator: string, limits: FileLimits): readonly CsvRecord[] => {
  try {
    return new CsvScanner(separator, limits)
      .push(sample, whole)
      .filter(({ raw }) => raw.trim() !== '')
      .slice(0, sampled);
  } catch (thrown) {
    if (thrown instanceof Refusal) return [];
    throw thrown;
  }
};

/**
 * `;`, tab, `,` or `|`, whichever makes the evenest rows of the first hundred; `;` where none makes two cells. `whole`
 * where the sample is all there is.
 */
export const sniffSeparator = (sample: string, whole: boolean, limits: FileLimits): Separator => {
  const directive = /^sep=([;,|\t])(\r\n|\n|\r|$)/i.exec(sample);
  if (directive !== null) {
    const character = directive[1] as string;
    return { character, called: called[character] as string, directive: directive[0].length };
  }
  const [best] = separators
    .map((character) => ({ character, score: evenness(recordsWith(sample, whole, character, limits)) }))
    .sort((a, b) => b.score - a.score);
  const character = best === undefined || best.score === 0 ? ';' : best.character;
  return { character, called: called[character] as string, directive: 0 };
};
