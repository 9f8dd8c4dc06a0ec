/** When a rhythm is due next. Pure. */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import type { Rhythm } from '../contract/job-schedule.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Sunday is the seventh. */
const weekday = (day: dayjs.Dayjs): number => day.day() || 7;

const isTurn = ({ every, on = 1 }: Rhythm, day: dayjs.Dayjs): boolean => {
  switch (every) {
    case 'day':
      return true;
    case 'workday':
      return weekday(day) <= 5;
    case 'week':
      return weekday(day) === on;
    case 'month':
      return day.date() === Math.min(on, day.daysInMonth());
  }
};

/** A turn of a month is the rarest. */
const longest = 62;

/** The first turn after the moment, by the clock of the zone. Throws where it is no rhythm. */
export const nextTurn = (rhythm: Rhythm, after: Date, timeZone: string): Date => {
  // Days are counted without a zone: in some of them a day has no midnight.
  const today = dayjs.utc(dayjs(after).tz(timeZone).format('YYYY-MM-DD'));
  for (let ahead = 0; ahead <= longest; ahead += 1) {
    const day = today.add(ahead, 'day');
    if (!isTurn(rhythm, day)) continue;
    const turn = dayjs.tz(`${day.format('YYYY-MM-DD')} ${rhythm.at}`, timeZone).toDate();
    if (turn > after) return turn;
  }
  throw new Error(`never due: ${JSON.stringify(rhythm)}`);
};
