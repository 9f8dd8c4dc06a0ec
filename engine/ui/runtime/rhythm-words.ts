import type { Rhythm } from '../../contract/job-schedule.ts';
import type { Texts } from './texts.ts';

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** `toda segunda-feira às 07:00`. */
export const rhythmWords = (texts: Texts, { every, at, on = 1 }: Rhythm): string => {
  if (every === 'day' || every === 'workday') return texts(`rhythm.${every}`, { at });
  // No month is shorter than 28 days.
  if (every === 'month') return texts(on > 28 ? 'rhythm.month.last' : 'rhythm.month', { day: on, at });
  const weekday = weekdays.find((day) => day === on) ?? 1;
  return texts('rhythm.week', { weekday: texts(`rhythm.week.${weekday}`), at });
};
