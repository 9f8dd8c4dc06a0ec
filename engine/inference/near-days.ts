import { tryRead } from './read-column.ts';
import { readDate, readMoment } from './readers.ts';
import type { NearDays, Reading, SheetColumn } from './types.ts';

interface Settings {
  /** Zone of moments that do not say theirs. */
  readonly timeZone: string;
}

/** Whether a column was left to what takes everything, or to what is listed. */
const isLoose = ({ property: { type, format, ...more } }: Reading): boolean =>
  type === 'string' && (format === undefined || format === 'multiline') && more['x-relation'] === undefined;

/**
 * Of a column that is no column of days, how many of its values are days, where half and more are: somebody meant days, and
 * what is none is a fault of theirs.
 */
export const nearDays = (column: SheetColumn, reading: Reading, { timeZone }: Settings): NearDays | undefined => {
  if (!isLoose(reading)) return undefined;
  const moment = readMoment(timeZone);
  const { fitting, of, misfits } = tryRead(column, (text) => readDate(text) ?? moment(text));
  return fitting >= 2 && fitting < of && fitting * 2 >= of ? { fitting, of, misfits } : undefined;
};
