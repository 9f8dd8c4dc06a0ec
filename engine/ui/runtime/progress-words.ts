/** How far something is, in words: how much is done, how fast, and how long it still takes. Pure. */
import type { Texts } from './texts.ts';
import { formatCount } from './texts.ts';

export interface Progressed {
  readonly done: number;
  /** null: nobody knows yet. */
  readonly total: number | null;
  /** A second. */
  readonly rate: number | null;
  /** Seconds. */
  readonly remaining: number | null;
}

/** Of a hundred; undefined where nobody knows how much there is. */
export const shareOf = ({ done, total }: Pick<Progressed, 'done' | 'total'>): number | undefined =>
  total === null || total === 0 ? undefined : Math.min(100, (done / total) * 100);

/** `12 s`, `3 min`, `1 h 20 min`. */
const writeDuration = (seconds: number): string => {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};

export const progressWords = (texts: Texts, { done, total, rate, remaining }: Progressed): readonly string[] => [
  ...(total === null
    ? done > 0
      ? [formatCount(done)]
      : []
    : [texts('jobs.progress', { done: formatCount(done), total: formatCount(total) })]),
  ...(rate === null ? [] : [texts('jobs.rate', { rate: formatCount(Math.round(rate)) })]),
  ...(remaining === null ? [] : [texts('jobs.remaining', { time: writeDuration(remaining) })]),
];
