import { Refusal } from '../../core/errors.ts';
import type { FileLimits } from '../file-limits.ts';
import type { CsvRecord } from './csv-scanner.ts';
import { CsvScanner } from './csv-scanner.ts';

/** In the order in which a doubt is settled. */
const separators = [';', '\t', ',', '|'] as const;
const called: Readonly<Record<string, string>> = { ';': ';', ',': ',', '\t': 'tabulação', '|': '|' };
const sampled = 100;

export interface Separator {
  readonly character: string;
  readonly called: string;
  /** Length of the line with which Excel is told the separator, `sep=;`, and which is no row; 0 where there is none. */
  readonly directive: number;
}

const widthOf = (records: readonly CsvRecord[]): number => records[0]?.cells.length ?? 0;

/** How many of the rows have as many cells as the header, times that number; 0 where that is one cell. */
const evenness = (records: readonly CsvRecord[]): number => {
  const width = widthOf(records);
  const even = records.filter(({ cells }) => cells.length === width);
  return width < 2 ? 0 : (even.length / records.length) * Math.min(width, 4);
};

/** Whether it parts the header and each row, into no more cells than that has: those at the end may be left out. */
const partsAll = (records: readonly CsvRecord[]): boolean =>
  records.length > 0 && records.every(({ cells }) => cells.length >= 2 && cells.length <= widthOf(records));

const recordsWith = (sample: string, whole: boolean, separator: string, limits: FileLimits): readonly CsvRecord[] => {
  try {
    return new CsvScanner(separator, limits)
      .push(sample, whole)
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
      .slice(0, sampled);
  } catch (thrown) {
    if (thrown instanceof Refusal) return [];
    throw thrown;
  }
};

/**
 * `;`, tab, `,` or `|`: one that parts the header too. `;` where it parts each row besides, for a comma may stand in all of
 * them, in amounts and addresses; otherwise whichever makes the evenest rows of the first hundred, and `;` where none makes
 * two cells. `whole` where the sample is all there is.
 */
export const sniffSeparator = (sample: string, whole: boolean, limits: FileLimits): Separator => {
  const directive = /^sep=([;,|\t])(\r\n|\n|\r|$)/i.exec(sample);
  if (directive !== null) {
    const character = directive[1] as string;
    return { character, called: called[character] as string, directive: directive[0].length };
  }
  const read = separators.map((one) => recordsWith(sample, whole, one, limits));
  const [usual = []] = read;
  const scores = read.map(evenness);
  const evenest = separators[scores.indexOf(Math.max(...scores))] ?? ';';
  const character = partsAll(usual) ? ';' : evenest;
  return { character, called: called[character] as string, directive: 0 };
};
