import { formats } from './formats.ts';

/** A day and what may stand behind it: the hour of a moment. */
const written = /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4}|\d{2})(?=$|\s)/;
const wire = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?=$|[T\s])/i;

/**
 * The day of a text that is written as days are, typed or on the wire, where no calendar has it: of `31/2/2026` and
 * `2026-02-31T10:00` that is `31/02/2026`. undefined: the day exists, or the text is written otherwise.
 */
export const absentDay = (text: string): string | undefined => {
  const { day, month, year } = (written.exec(text.trim()) ?? wire.exec(text.trim()))?.groups ?? {};
  if (day === undefined || month === undefined || year === undefined) return undefined;
  const [dd, mm] = [day.padStart(2, '0'), month.padStart(2, '0')];
  // A leap year is one in either century, but for the years of 00.
  return formats.date(`${year.padStart(4, '20')}-${mm}-${dd}`) ? undefined : `${dd}/${mm}/${year}`;
};
