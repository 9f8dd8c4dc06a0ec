/** Arithmetic of days, `AAAA-MM-DD`, without zone. Null where there is no such day. */

const day = /^(\d{4})-(\d{2})-(\d{2})$/;
const dayLength = 86_400_000;

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const daysIn = (year: number, month: number): number => {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
};

export const dayParts = (text: string): Parts | null => {
  const match = day.exec(text);
  if (!match) return null;
  const parts = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  const exists =
    parts.year > 0 &&
    parts.month >= 1 &&
    parts.month <= 12 &&
    parts.day >= 1 &&
    parts.day <= daysIn(parts.year, parts.month);
  return exists ? parts : null;
};

const write = ({ year, month, day: number }: Parts): string | null =>
  year < 1 || year > 9999
    ? null
    : [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(number).padStart(2, '0')].join('-');

const instant = ({ year, month, day: number }: Parts): number => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, number);
  return date.getTime();
};

export const daysBetween = (from: string, to: string): number | null => {
  const [a, b] = [dayParts(from), dayParts(to)];
  return a && b && Math.round((instant(b) - instant(a)) / dayLength);
};

/** Whole months that have passed; negative where `to` comes first. */
export const monthsBetween = (from: string, to: string): number | null => {
  const [a, b] = [dayParts(from), dayParts(to)];
  if (!a || !b) return null;
  const months = (b.year - a.year) * 12 + b.month - a.month;
  if (months > 0 && b.day < a.day && b.day < daysIn(b.year, b.month)) return months - 1;
  if (months < 0 && b.day > a.day && a.day < daysIn(a.year, a.month)) return months + 1;
  return months;
};

/** Whole years that have passed: the age on that day. */
export const yearsBetween = (from: string, to: string): number | null => {
  const [a, b] = [dayParts(from), dayParts(to)];
  if (!a || !b) return null;
  const years = b.year - a.year;
  const place = ({ month, day: number }: Parts): number => month * 100 + number;
  if (years > 0 && place(b) < place(a)) return years - 1;
  if (years < 0 && place(b) > place(a)) return years + 1;
  return years;
};

const utmost = 4_000_000;

export const addDays = (from: string, count: number): string | null => {
  const parts = dayParts(from);
  if (!parts || Math.abs(count) > utmost) return null;
  const date = new Date(instant(parts) + count * dayLength);
  return write({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() });
};

/** The same day of another month, or its last where it has fewer. */
export const addMonths = (from: string, count: number): string | null => {
  const parts = dayParts(from);
  if (!parts || Math.abs(count) > utmost) return null;
  const months = parts.year * 12 + parts.month - 1 + count;
  const [year, month] = [Math.floor(months / 12), (((months % 12) + 12) % 12) + 1];
  return year < 1 || year > 9999 ? null : write({ year, month, day: Math.min(parts.day, daysIn(year, month)) });
};
