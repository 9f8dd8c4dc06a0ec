/** Periods that move with the calendar, in the order in which they are offered. */
export const periodNames = ['today', 'yesterday', 'last7', 'last30', 'month', 'lastMonth', 'year', 'next30'] as const;
export type PeriodName = (typeof periodNames)[number];
