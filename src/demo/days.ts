/** Days around others. In: `AAAA-MM-DD`. */
import type { Chance } from '../../engine/data/samples/chance.ts';
import { addDays } from '../../engine/expressions/calendar.ts';

export const dayAfter = (day: string, count: number): string => addDays(day, count) ?? day;

/** So many days from Monday to Friday later; holidays count as working days. */
export const workingDaysAfter = (day: string, count: number): string => {
  let after = day;
  for (let left = count; left > 0; ) {
    after = dayAfter(after, 1);
    if (calendarDay(after).weekday % 6 !== 0) left -= 1;
  }
  return after;
};

const earlier = (a: string, b: string): string => (a < b ? a : b);

/** Some days after, but never later than `last`. */
export const soonAfter = (chance: Chance, day: string, least: number, most: number, last: string): string =>
  earlier(dayAfter(day, chance.whole(least, most)), last);

/** The first day of the month so many months before. */
export const monthBefore = (day: string, months: number): string => {
  const number = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 - months;
  return `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;
};

/**
 * A working day of the last three years: more in the cold months, when people fall ill, and in March, fewer in the
 * holidays.
 */
const seasons = [70, 75, 105, 95, 110, 120, 125, 120, 105, 100, 90, 60];

export const visitDay = (chance: Chance, today: string, days = 1095): string => {
  for (;;) {
    const day = dayAfter(today, -chance.whole(0, days));
    const share = shareOfMonth(day);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    if (chance.holds(share * (weekday === 0 ? 0.12 : weekday === 6 ? 0.35 : 1))) return day;
  }
};

export interface CalendarDay {
  readonly day: string;
  /** 0 is Sunday. */
  readonly weekday: number;
}

export const calendarDay = (day: string): CalendarDay => ({ day, weekday: new Date(`${day}T00:00:00Z`).getUTCDay() });

const months = new Map<string, readonly CalendarDay[]>();

/** In: `AAAA-MM`. */
export const daysOfMonth = (month: string): readonly CalendarDay[] => {
  const known = months.get(month);
  if (known !== undefined) return known;
  const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
  const days = Array.from({ length: count }, (_, at) => calendarDay(`${month}-${String(at + 1).padStart(2, '0')}`));
  months.set(month, days);
  return days;
};

/** How busy a month is: of the busiest 1. */
export const shareOfMonth = (month: string): number => (seasons[Number(month.slice(5, 7)) - 1] ?? 100) / 125;
