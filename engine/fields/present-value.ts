import type { Field } from '../model/types.ts';
import { formatMoment, parseMoment } from './date-text.ts';

/** What a field that begins with the present is given, as it is on the wire: by the clock of the zone, to the minute. */
export const presentValue = (
  { type, seconds }: Pick<Field, 'type' | 'seconds'>,
  timeZone: string,
  now: Date,
): unknown => {
  const text = formatMoment(now.toISOString(), timeZone, seconds === true);
  const moment = parseMoment(text, timeZone, now) ?? '';
  switch (type) {
    case 'date':
      return moment.slice(0, 10);
    case 'month':
      return moment.slice(0, 7);
    case 'year':
      return Number(moment.slice(0, 4));
    case 'time':
      return moment.slice(11, 16);
    default:
      return moment;
  }
};
