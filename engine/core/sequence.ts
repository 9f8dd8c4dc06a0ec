/**
 * Numbers that the engine gives (`x-sequence`). In: the text of the files, `{yyyy}/{0000}`. Out: what stands before and
 * after the counter, as patterns of PostgreSQL's `to_char`, and its digits. The counter begins anew with each new text
 * around it: every day, month or year that the text names.
 */

/** What a text may be: dates, the counter once, and anything else as it is. */
export const sequencePattern = '^([^{}]|\\{(yyyy|yy|mm|dd)\\})*\\{0+\\}([^{}]|\\{(yyyy|yy|mm|dd)\\})*$';

export interface Sequence {
  readonly before: string;
  /** Least digits of the counter; more of them when it grows beyond. */
  readonly digits: number;
  readonly after: string;
}

const part = /\{(yyyy|yy|mm|dd)\}|[^{}]+/g;

const toChar = (text: string): string =>
  text.replaceAll(part, (found, token: string | undefined) =>
    token === undefined ? `"${found.replaceAll(/["\\]/g, '\\$&')}"` : token.toUpperCase(),
  );

const counter = /\{(0+)\}/;

/** `text` is one that `sequencePattern` takes. */
export const readSequence = (text: string): Sequence => {
  const [before = '', digits = '', after = ''] = text.split(counter);
  return { before: toChar(before), digits: digits.length, after: toChar(after) };
};

/** Characters of a number while its counter has no more digits than written. */
export const sequenceLength = (text: string): number => text.replaceAll(/\{([^{}]*)\}/g, '$1').length;

/** Whether its numbers are digits alone. */
export const isDigits = (text: string): boolean => /^\d*$/.test(text.replaceAll(/\{[^{}]*\}/g, ''));

/** What a text says on a day, `AAAA-MM-DD`. */
const onDay = (text: string, day: string): string =>
  text
    .replaceAll('{yyyy}', day.slice(0, 4))
    .replaceAll('{yy}', day.slice(2, 4))
    .replaceAll('{mm}', day.slice(5, 7))
    .replaceAll('{dd}', day.slice(8, 10));

export interface WrittenNumber {
  readonly text: string;
  /** The texts around the counter, by which the database keeps one of its own. */
  readonly period: string;
}

/** The number that the database gives on that day where its counter comes to `count`. */
export const writeNumber = (text: string, day: string, count: number): WrittenNumber => {
  const [before = '', digits = '', after = ''] = text.split(counter);
  const [head, tail] = [onDay(before, day), onDay(after, day)];
  return { text: `${head}${String(count).padStart(digits.length, '0')}${tail}`, period: `${head}#${tail}` };
};

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Digits of counters that PostgreSQL counts with. */
const longestCounter = 18;

/**
 * A text of the files as a pattern of its numbers: what is before the counter, the counter, what is after it. Of those
 * that JavaScript and PostgreSQL read alike.
 */
const patternOf = (text: string): string => {
  const around = (part: string): string =>
    part
      .split(/(\{(?:yyyy|yy|mm|dd)\})/)
      .map((piece) => (piece.startsWith('{') ? `[0-9]{${piece.length - 2}}` : escaped(piece)))
      .join('');
  const [before = '', digits = '', after = ''] = text.split(counter);
  // Beyond its least digits a counter has no zeros in front.
  const count = `[0-9]{${digits.length}}|[1-9][0-9]{${digits.length},${longestCounter - 1}}`;
  return `^(${around(before)})(${count})(${around(after)})$`;
};

/** How the numbers of a text are read: by a pattern of theirs, once they have as many characters, with zeros in front. */
export const readingOf = (text: string): { readonly pattern: string; readonly length: number } => ({
  pattern: patternOf(text),
  length: sequenceLength(text),
});

/**
 * Law: of what `writeNumber` wrote its period and count. undefined of a number that the engine never gives: it is in
 * nobody's way. Numbers of integer fields come without the zeros in front.
 */
export const readNumber = (
  text: string,
  number: string | number,
): { readonly period: string; readonly count: string } | undefined => {
  const { pattern, length } = readingOf(text);
  const written = typeof number === 'number' ? String(number).padStart(length, '0') : number;
  const [, head = '', count, tail = ''] = new RegExp(pattern).exec(written) ?? [];
  return count === undefined ? undefined : { period: `${head}#${tail}`, count };
};
