/** Who is of a sex and an age, found without a look at all the others. */
import type { Row } from '../../engine/data/given-rows.ts';
import type { Reading } from './once-of.ts';
import { onceOf } from './once-of.ts';

/** More than there are people: the day of birth is before the place in a number. */
const room = 2 ** 24;

/** `AAAA-MM-DD` as the number AAAAMMDD. */
const numberOf = (day: string): number =>
  Number(day.slice(0, 4)) * 10_000 + Number(day.slice(5, 7)) * 100 + Number(day.slice(8, 10));

type Births = Float64Array;

const sorted = (rows: readonly Row[], sex: string | undefined): Births =>
  Float64Array.from(
    rows.flatMap((row, place) =>
      sex === undefined || row['sexo'] === sex ? [numberOf(String(row['data_nascimento'])) * room + place] : [],
    ),
  ).sort();

const birthsOf = onceOf('beneficiario', (rows): ReadonlyMap<string | undefined, Births> => {
  const sexes = [undefined, '1', '3'];
  return new Map(sexes.map((sex) => [sex, sorted(rows, sex)]));
});

/** The first that is not below. */
const placeOf = (births: Births, least: number): number => {
  let [low, high] = [0, births.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((births[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
};

export interface Born {
  readonly count: number;
  /** The place among the beneficiaries of one of them, from 0 on. */
  readonly placeOf: (index: number) => number;
}

/** Those of the sex, or of any, who were born from one day to another, both `AAAA-MM-DD` and within. */
export const bornBetween = (draw: Reading, sex: string | undefined, from: string, to: string): Born => {
  const births = birthsOf(draw).get(sex) ?? new Float64Array();
  const first = placeOf(births, numberOf(from) * room);
  const end = placeOf(births, (numberOf(to) + 1) * room);
  return { count: Math.max(0, end - first), placeOf: (index) => (births[first + index] ?? 0) % room };
};
