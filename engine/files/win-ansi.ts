/**
 * The letters of the fonts that every PDF reader has (WinAnsiEncoding, ISO 32000-1 annex D): those of Portuguese and of its
 * neighbours. Others have no sign there and are replaced, to be seen.
 */

/** Beyond Latin-1. */
const more = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** What means the same. */
const plain: Readonly<Record<string, string>> = { '−': '-', '‐': '-', '‑': '-', '⁄': '/', ﬁ: 'fi', ﬂ: 'fl' };

const isKnown = (character: string): boolean => /[\x20-\x7e\xa1-\xff]/.test(character) || more.has(character);

/** Nothing of it is seen: marks of direction, of joining and of the order of bytes. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A line of text in these letters; blanks of every kind are one. */
export const winAnsiText = (text: string): string =>
  [
    ...text
      .normalize('NFC')
      .replace(unseen, '')
      .replace(/[\s\p{Cc}]+/gu, ' '),
  ]
    .map((character) => (isKnown(character) ? character : (plain[character] ?? '?')))
    .join('')
    .trim();
