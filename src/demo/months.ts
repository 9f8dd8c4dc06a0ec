/** Months that follow each other, and who has which of them. In: `AAAA-MM`. Out: numbers that count months on, and places of records. */

/** Counts on from month to month. */
export const monthNumber = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

export const monthText = (number: number): string =>
  `${String(Math.floor(number / 12)).padStart(4, '0')}-${String((number % 12) + 1).padStart(2, '0')}`;

/** The first of the month after the day, or the day's own where it is the first. */
export const nextFirst = (day: string): number => monthNumber(day) + (day.slice(8, 10) === '01' ? 0 : 1);

/** The last day of the month. */
export const lastDay = (month: number): string =>
  new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).toISOString().slice(0, 10);

/** Months of one that come one after the other. */
export const together = 6;

/**
 * Who of many comes at which place, and how many months before the last that he has: half a year of each in turn, then
 * the half year before of those who have it. Both ways in a few steps, for millions of places.
 */
export class MonthPlaces {
  /** Those who have so many half years, in order. */
  private readonly having: readonly (readonly number[])[];
  readonly count: number;

  constructor(lengths: readonly number[]) {
    const halfYears = lengths.map((length) => Math.floor(length / together));
    const most = halfYears.reduce((a, b) => Math.max(a, b), 0);
    this.having = Array.from({ length: most }, (_, least) =>
      halfYears.flatMap((own, who) => (own > least ? [who] : [])),
    );
    this.count = this.having.reduce((sum, those) => sum + those.length * together, 0);
  }

  /** Beyond the last it begins again; undefined where nobody has half a year. */
  at(place: number): { readonly who: number; readonly back: number } | undefined {
    if (this.count === 0) return;
    let rest = place % this.count;
    for (const [earlier, those] of this.having.entries()) {
      const who = those[Math.floor(rest / together)];
      if (who !== undefined) return { who, back: earlier * together + (rest % together) };
      rest -= those.length * together;
    }
    return;
  }

  /** undefined: it has no place. */
  of(who: number, back: number): number | undefined {
    const earlier = Math.floor(back / together);
    const those = this.having[earlier];
    if (back < 0 || those === undefined) return;
    let [low, high] = [0, those.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((those[middle] ?? 0) < who) low = middle + 1;
      else high = middle;
    }
    if (those[low] !== who) return;
    const before = this.having.slice(0, earlier).reduce((sum, some) => sum + some.length * together, 0);
    return before + low * together + (back % together);
  }
}
