/**
 * Periods that move with the calendar. In the address their ends are `@today-6`, `@month-1` and `@month-1.end`, so that a
 * link and a saved view mean the last seven days of the day on which they are opened; the API is asked for the days.
 */
import { dayInZone } from '../core/day-in-zone.ts';
import type { PeriodName } from '../core/period-names.ts';
import { periodNames } from '../core/period-names.ts';
import { formatDay, parseMoment } from '../fields/date-text.ts';
import type { Condition, ListQuery } from './list-query.ts';

/** The first and the last day of each. */
export const periods = {
  today: ['@today', '@today'],
  yesterday: ['@today-1', '@today-1'],
  last7: ['@today-6', '@today'],
  last30: ['@today-29', '@today'],
  month: ['@month', '@month.end'],
  lastMonth: ['@month-1', '@month-1.end'],
  year: ['@year', '@year.end'],
  next30: ['@today', '@today+30'],
} as const satisfies Record<PeriodName, readonly [from: string, to: string]>;

export const periodOf = (from: string, to: string): PeriodName | undefined =>
  periodNames.find((name) => periods[name][0] === from && periods[name][1] === to);

const form = /^@(today|month|year)([+-]\d{1,4})?(\.end)?$/;

export const isPeriodEnd = (text: string): boolean => form.test(text);

/** The day that `@month-1.end` means; a text of another form is given back. `today`: AAAA-MM-DD. */
export const resolveDay = (text: string, today: string): string => {
  const [, unit, shift = '0', end] = form.exec(text) ?? [];
  if (unit === undefined) return text;
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  const by = Number(shift);
  const last = end === undefined ? 0 : 1;
  const date =
    unit === 'today'
      ? Date.UTC(year, month - 1, day + by)
      : unit === 'month'
        ? Date.UTC(year, month - 1 + by + last, 1 - last)
        : Date.UTC(year + by + last, 0, 1 - last);
  return new Date(date).toISOString().slice(0, 10);
};

const startOf = (day: string, timeZone: string): string => parseMoment(formatDay(day), timeZone) ?? day;

const resolveCondition = (condition: Condition, moment: boolean, today: string, timeZone: string): Condition => {
  const [text = ''] = condition.values;
  if (!isPeriodEnd(text)) return condition;
  const day = resolveDay(text, today);
  if (!moment) return { ...condition, values: [day] };
  if (condition.operator !== 'lte') return { ...condition, values: [startOf(day, timeZone)] };
  // The whole of the last day.
  return { ...condition, operator: 'lt', values: [startOf(resolveDay('@today+1', day), timeZone)] };
};

/** The query with days in place of periods, as of today in the zone. `isMoment`: of wire keys, whether their values have an hour. */
export const resolvePeriods = (
  query: ListQuery,
  isMoment: (key: string) => boolean,
  timeZone: string,
  today: string = dayInZone(timeZone),
): ListQuery =>
  query.conditions.some(({ values }) => values.some(isPeriodEnd))
    ? {
        ...query,
        conditions: query.conditions.map((condition) =>
          resolveCondition(condition, isMoment(condition.key), today, timeZone),
        ),
      }
    : query;
