import type { Cell } from '../table.ts';
import type { NumberKind } from './styles.ts';

const dayMs = 86_400_000;
const lastDay = 2_958_465;
/** Day 0 of the two calendars. That of 1900 has a 29 February, number 60, which never was: days before it are one later. */
const zero1900 = Date.UTC(1899, 11, 30);
const between = 1462;

const two = (value: number): string => String(value).padStart(2, '0');

const timeText = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map(two).join(':');
  const rest = ms % 1000;
  return rest === 0 ? clock : `${clock}.${String(rest).padStart(3, '0')}`;
};

/** `30:15:00` of 1.26 days. */
const durationText = (ms: number): string => timeText(ms);

/** Milliseconds in the day; what is within 5 ms of a whole second is one, for a day's fraction is rounded. */
const clockOf = (fraction: number): number => {
  const ms = Math.round(fraction * dayMs);
  const second = Math.round(ms / 1000) * 1000;
  return Math.abs(ms - second) <= 5 ? second : ms;
};

export type SerialDate = Extract<Cell, { kind: 'date' | 'moment' | 'time' }> | 'FILE_CELL_DATE' | 'FILE_CELL_DURATION';

/**
 * What the number of a cell with a format of time means. Its value goes before its format: hours in a cell that shows a
 * day make it a moment, a day in one that shows hours too. No day: 0, 29/02/1900, less than 0, beyond 9999.
 */
export const serialDate = (
  serial: number,
  kind: Exclude<NumberKind, 'number' | 'percent'>,
  from1904: boolean,
): SerialDate => {
  if (serial < 0) return 'FILE_CELL_DATE';
  let day = Math.floor(serial);
  let clock = clockOf(serial - day);
  if (clock >= dayMs) {
    // The last instant of hours alone has no day to go over into.
    if (kind === 'time' && day === 0) return { kind: 'time', value: timeText(dayMs - 1) };
    day += 1;
    clock = 0;
  }
  if (kind === 'duration' && day >= 1) return 'FILE_CELL_DURATION';
  if (day === 0 && (kind === 'time' || kind === 'duration')) return { kind: 'time', value: timeText(clock) };
  const counted = from1904 ? day + between : day;
  if ((!from1904 && (day === 0 || day === 60)) || counted > lastDay) return 'FILE_CELL_DATE';
  const date = new Date(zero1900 + (counted < 60 ? counted + 1 : counted) * dayMs).toISOString().slice(0, 10);
  if (clock === 0 && kind === 'date') return { kind: 'date', value: date };
  return { kind: 'moment', value: `${date}T${timeText(clock)}` };
};

/** How a duration is shown, `30:15:00`. */
export const shownDuration = (serial: number): string => durationText(Math.round((serial * dayMs) / 1000) * 1000);
