/** A text typed at a list that is not searched, as at the system's own lists: it takes the option that begins so. */
import { beginsSearch } from './fits-search.ts';

interface Option {
  readonly value: string;
  readonly label: string;
}

/** Milliseconds after which a letter begins another word. */
const pause = 1000;

/** The first option that begins so; a letter pressed again goes on to the next one that it begins. */
export const aheadOf = <Kind extends Option>(
  options: readonly Kind[],
  typed: string,
  value: string | undefined,
): Kind | undefined => {
  const whole = options.filter(({ label }) => beginsSearch(label, typed));
  const [letter = ''] = typed;
  if (typed.length > 1 && (whole.length > 0 || typed.replaceAll(letter, '') !== '')) return whole[0];
  const begun = options.filter(({ label }) => beginsSearch(label, letter));
  return begun[(begun.findIndex((option) => option.value === value) + 1) % begun.length];
};

/** Gathers keys into the text that is meant. */
export const createTypeAhead = () => {
  let text = '';
  let last = Number.NEGATIVE_INFINITY;
  const isFresh = (now: number): boolean => now - last > pause;
  return {
    /** The text with the key; undefined where the key is no part of one, which ends the text. */
    type: (key: string, now: number): string | undefined => {
      const part = [...key].length === 1 && !(key === ' ' && isFresh(now));
      if (!part && key !== 'Shift') last = Number.NEGATIVE_INFINITY;
      if (!part) return undefined;
      text = isFresh(now) ? key : text + key;
      last = now;
      return text;
    },
  };
};
