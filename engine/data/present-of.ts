import type { Moment } from '../expressions/functions.ts';
import type { Field } from '../model/types.ts';

/** What a field that begins now begins with, as it is on the wire: by the clock of the installation, to the minute. */
export const presentOf = ({ type, seconds }: Pick<Field, 'type' | 'seconds'>, moment: Moment): unknown => {
  const now = new Date(moment.now ?? Date.now());
  switch (type) {
    case 'date':
      return moment.today;
    case 'month':
      return moment.today.slice(0, 7);
    case 'year':
      return Number(moment.today.slice(0, 4));
    case 'time':
      return timeIn(moment.timeZone, now);
    case 'date-time':
      return new Date(now.setUTCMilliseconds(0) - (seconds ? 0 : now.getUTCSeconds() * 1000)).toISOString();
    default:
      return undefined;
  }
};

const timeIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' }).format(now);
