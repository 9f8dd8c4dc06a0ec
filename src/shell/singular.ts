import { bare } from './matches-words.ts';

/** Endings of plurals without accents, the longest first, and what stands in their place: autorizações, papéis, itens, cores. */
const plurals: readonly (readonly [ending: RegExp, singular: string])[] = [
  [/(?:oes|aes|aos)$/, 'ao'],
  [/ais$/, 'al'],
  [/eis$/, 'el'],
  [/ois$/, 'ol'],
  [/ns$/, 'm'],
  [/([rz])es$/, '$1'],
  [/s$/, ''],
];

/** Shorter words have no plural that would be asked for: mês, três. */
const shortest = 4;

/**
 * A bare word as it is when there is one of it: good enough to compare what people type with a title, where both are put
 * through it, and no grammar.
 */
export const singularOf = (word: string): string => {
  if (word.length < shortest) return word;
  const [ending, singular] = plurals.find(([one]) => one.test(word)) ?? [];
  return ending === undefined ? word : word.replace(ending, singular ?? '');
};

/** A title to look for words in: bare, as it is written and in the singular. */
export const titleText = (title: string): string => {
  const text = bare(title);
  const singular = text.split(' ').map(singularOf).join(' ');
  return singular === text ? text : `${text} ${singular}`;
};

/** Whether a text made by `titleText` has the bare word, in whichever number it is typed. */
export const hasWord = (text: string, word: string): boolean => text.includes(word) || text.includes(singularOf(word));

/** Whether a title begins with the bare words, in whichever number. */
export const beginsWith = (title: string, words: readonly string[]): boolean => {
  const one = (text: string): string => text.split(' ').map(singularOf).join(' ');
  return bare(title).startsWith(words.join(' ')) || one(bare(title)).startsWith(one(words.join(' ')));
};
