const day = 86_400_000;
/** Day 0. The days before the first of March 1900 are one off in some spreadsheets, which know a 29th of February 1900. */
const origin = Date.UTC(1899, 11, 30);
const first = 61;

/**
 * A day, `2026-02-28`, or a moment as clocks show it, `2026-02-28 10:00:00`, as spreadsheets count: days, and parts of one.
 * undefined before March 1900 and after 9999, where not all of them do, or none.
 */
export const serialOf = (text: string): number | undefined => {
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d)?$/.test(text)) return undefined;
  const serial = (Date.parse(`${text.slice(0, 10)}T${text.slice(11) || '00:00:00'}Z`) - origin) / day;
  return serial >= first ? serial : undefined;
};
