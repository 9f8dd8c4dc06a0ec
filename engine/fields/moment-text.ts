/**
 * A moment as people read it, in the zone of the installation. Where clocks were put back an hour came twice: such a
 * moment is told with its offset, `17/02/2018 23:00 -02:00`, or what is read back would be an hour off.
 */

const writers = new Map<string, Intl.DateTimeFormat>();

const writerOf = (key: string, options: () => Intl.DateTimeFormatOptions, locale = 'pt-BR'): Intl.DateTimeFormat => {
  let writer = writers.get(key);
  if (!writer) {
    writer = new Intl.DateTimeFormat(locale, options());
    writers.set(key, writer);
  }
  return writer;
};

/** A moment as the clocks of the zone show it: `2026-02-28 10:00:00`. */
export const clockText = (instant: Date, timeZone: string): string =>
  writerOf(`clock ${timeZone}`, () => ({ dateStyle: 'short', timeStyle: 'medium', timeZone }), 'sv-SE').format(instant);

const minute = 60_000;
const week = 7 * 24 * 60 * minute;

/** How far the clocks of the zone are ahead of UTC, in ms. */
const offsetAt = (time: number, timeZone: string): number =>
  Date.parse(`${clockText(new Date(time), timeZone).replace(' ', 'T')}Z`) - Math.floor(time / 1000) * 1000;

interface Span {
  readonly from: number;
  readonly to: number;
}

const yearsOfZones = new Map<string, readonly Span[]>();

/** Moments of a year, UTC, whose hour the clocks showed twice, in whole minutes of offset. */
const repeatedIn = (year: number, timeZone: string): readonly Span[] => {
  const key = `${year} ${timeZone}`;
  const known = yearsOfZones.get(key);
  if (known !== undefined) return known;
  const spans: Span[] = [];
  const end = Date.UTC(year + 1, 0, 1) + week;
  for (let from = Date.UTC(year, 0, 1) - week; from < end; from += week) {
    const before = offsetAt(from, timeZone);
    const back = before - offsetAt(from + week, timeZone);
    if (back <= 0) continue;
    // The clocks are put back between `low` and `high`.
    let [low, high] = [from, from + week];
    while (high - low > minute) {
      const middle = low + Math.floor((high - low) / 2 / minute) * minute;
      if (offsetAt(middle, timeZone) === before) low = middle;
      else high = middle;
    }
    spans.push({ from: high - back, to: high + back });
  }
  yearsOfZones.set(key, spans);
  return spans;
};

const two = (value: number): string => String(value).padStart(2, '0');

/** `-02:00` where the hour came twice in the zone, else nothing. */
const tellingOffset = (instant: Date, timeZone: string): string => {
  const time = instant.getTime();
  if (!repeatedIn(instant.getUTCFullYear(), timeZone).some(({ from, to }) => from <= time && time < to)) return '';
  const minutes = offsetAt(time, timeZone) / minute;
  // Hours of the place, to the second, have no offset that could be written.
  if (!Number.isInteger(minutes)) return '';
  const far = Math.abs(minutes);
  return ` ${minutes < 0 ? '-' : '+'}${two(Math.floor(far / 60))}:${two(far % 60)}`;
};

/** Whether the clocks of the zone showed the hour of a moment twice. */
export const isRepeated = (instant: Date, timeZone: string): boolean => tellingOffset(instant, timeZone) !== '';

/** DD/MM/YYYY HH:mm, or HH:mm:ss. Raises RangeError where the moment is none. */
export const writeMoment = (instant: Date, timeZone: string, seconds: boolean): string => {
  const writer = writerOf(seconds ? `seconds ${timeZone}` : timeZone, () => ({
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(seconds ? { second: '2-digit' } : {}),
    timeZone,
  }));
  return writer.format(instant).replace(',', '') + tellingOffset(instant, timeZone);
};
