/**
 * Numbers that carry check digits, made up whole: they are good by their digits alone, and belong to nobody by more than
 * chance. In: chance. Out: the bare number.
 */
import type { Chance } from './chance.ts';

type Digits = Pick<Chance, 'digits'>;

/** Digits or capitals, as the alphanumeric CNPJ counts them: `A` is 17. */
const characterValue = (character: string): number => character.charCodeAt(0) - 48;

const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, at) => sum + weight * characterValue(text[at] ?? '0'), 0);

/** Modulo 11, where 10 and 11 are 0. */
const checkDigit = (text: string, weights: readonly number[]): string => {
  const rest = weighted(text, weights) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
};

const down = (from: number, to: number): readonly number[] =>
  Array.from({ length: from - to + 1 }, (_, at) => from - at);

const withDigits = (base: string, weights: readonly (readonly number[])[]): string =>
  weights.reduce((text, some) => `${text}${checkDigit(text, some)}`, base);

export const drawCpf = (chance: Digits): string => withDigits(chance.digits(9), [down(10, 2), down(11, 2)]);

/** The first branch, as most are. */
export const drawCnpj = (chance: Digits): string =>
  withDigits(`${chance.digits(8)}0001`, [
    [...down(5, 2), ...down(9, 2)],
    [...down(6, 2), ...down(9, 2)],
  ]);

export const drawPis = (chance: Digits & Pick<Chance, 'of'>): string =>
  withDigits(`1${chance.of(['2', '3', '6', '7'])}${chance.digits(8)}`, [[3, 2, ...down(9, 2)]]);

/** Provisional ones: the weighted sum of all fifteen digits is a multiple of 11. */
export const drawCns = (chance: Digits): string => {
  for (;;) {
    const base = `7${chance.digits(13)}`;
    const last = (11 - (weighted(base, down(15, 2)) % 11)) % 11;
    if (last < 10) return `${base}${last}`;
  }
};
