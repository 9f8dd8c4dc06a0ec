/** Days, months, hours and moments as people type and read them; on the wire they are ISO. */
import dayjs from 'dayjs';
import timezone from 'dayjs/plugin/timezone.js';
import utc from 'dayjs/plugin/utc.js';
import { writeMoment } from './moment-text.ts';

dayjs.extend(utc);
dayjs.extend(timezone);

/** Two digits of a year: up to thirty years ahead is this century. */
const fullYear = (year: string, today: Date): string => {
  if (year.length === 4) return year;
  const century = Math.floor(today.getFullYear() / 100) * 100;
  const candidate = century + Number(year);
  return String(candidate > today.getFullYear() + 30 ? candidate - 100 : candidate);
};

const exists = (year: number, month: number, day: number): boolean => {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCFullYear(year);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year >= 1000;
};

const isoOf = (year: string, month: string, day: string): string | undefined =>
  exists(Number(year), Number(month), Number(day))
    ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    : undefined;

/**
 * Eight digits: `31122026`, and `20261231` as other programs write it. No number is a day of our time both ways, and who
 * means another time writes it with slashes.
 */
const eightDigits = (text: string): string | undefined => {
  const [, day = '', month = '', year = ''] = /^(\d{2})(\d{2})((?:19|[2-9]\d)\d{2})$/.exec(text) ?? [];
  const [, first = '', second = '', third = ''] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? [];
  return isoOf(year, month, day) ?? isoOf(first, second, third);
};

/** `31/12/2026`, `31122026`, `20261231` or `31/12/26` is `2026-12-31`; undefined where the text is no day. */
export const parseDay = (text: string, today: Date = new Date()): string | undefined => {
  const written = text.trim();
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(written) ?? [];
  if (isoYear && isoMonth && isoDay) return isoOf(isoYear, isoMonth, isoDay);
  const [, day, month, year] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(written) ?? /^(\d{2})(\d{2})(\d{2})$/.exec(written) ?? [];
  return day && month && year ? isoOf(fullYear(year, today), month, day) : eightDigits(written);
};

/** `12/2026` is `2026-12`. */
export const parseMonth = (text: string, today: Date = new Date()): string | undefined => {
  const day = parseDay(`01/${text.trim().replace(/^(\d{2})(\d{4}|\d{2})$/, '$1/$2')}`, today);
  return day?.slice(0, 7);
};

/** `8:30`, `0830` or `08:30` is `08:30`. */
export const parseTime = (text: string): string | undefined => {
  const [, hour, minute, second = '0'] = /^(\d{1,2}):?(\d{2})(?::?(\d{2}))?$/.exec(text.trim()) ?? [];
  return hour !== undefined && minute !== undefined && Number(hour) < 24 && Number(minute) < 60 && Number(second) < 60
    ? `${hour.padStart(2, '0')}:${minute}`
    : undefined;
};

/** `2026` is a year; two digits are one of this century or the last, as in days. */
export const parseYear = (text: string, today: Date = new Date()): string | undefined =>
  parseDay(`01/01/${text.trim()}`, today)?.slice(0, 4);

/** Seconds of an hour typed with them. */
const secondsOf = (hour: string): string => {
  const seconds = /^\d{1,2}:\d{2}:(\d{2})$/.exec(hour)?.[1];
  return seconds === undefined ? '' : `:${seconds}`;
};

/**
 * `31/12/2026 08:30`, or `08:30:15`, in the zone is the ISO moment with its offset; the hour may be left out. With an offset
 * of its own, `31/12/2026 08:30 -03:00`, the zone says nothing.
 */
export const parseMoment = (text: string, timeZone: string, today: Date = new Date()): string | undefined => {
  const [date = '', hour = '00:00', offset, more] = text.trim().split(/\s+/);
  const day = parseDay(date, today);
  const time = parseTime(hour);
  if (!day || !time || more !== undefined) return undefined;
  const clock = `${time}${secondsOf(hour) || ':00'}`;
  if (offset !== undefined) return /^[+-]\d\d:\d\d$/.test(offset) ? `${day}T${clock}${offset}` : undefined;
  return dayjs.tz(`${day} ${clock}`, timeZone).format('YYYY-MM-DDTHH:mm:ssZ');
};

/** `2026-12-31` is `31/12/2026`, `2026-12` is `12/2026`. */
export const formatDay = (iso: string): string => iso.split('-').reverse().join('/');
export const formatTime = (iso: string): string => iso.slice(0, 5);
/** A text that is no moment is given back. */
export const formatMoment = (iso: string, timeZone: string, seconds = false): string => {
  const instant = new Date(iso);
  return Number.isNaN(instant.getTime()) ? iso : writeMoment(instant, timeZone, seconds);
};
export const formatMomentSeconds = (iso: string, timeZone: string): string => formatMoment(iso, timeZone, true);
