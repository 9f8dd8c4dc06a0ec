/**
 * Text as it stands in the XML of a spreadsheet. ECMA-376 part 1, 22.9.2.19 (ST_Xstring): what XML 1.0 cannot hold
 * is `_xHHHH_`, and a text that looks like that has its `_` written so.
 */

/** Characters of a cell, in units of UTF-16, at most. */
export const longestText = 32_767;

/** No character of XML 1.0, or, of a line's end, one that its readers change. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is looked for
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9a-fA-F]{4}_)/g;
const markup: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/** Of an attribute or of an element's text. */
export const writeXmlText = (text: string): string =>
  text
    .toWellFormed()
    .replace(unwritable, escaped)
    .replace(/[&<>"]/g, (character) => markup[character] ?? character);

const ending = '… [cortado]';

/** A text that a cell can hold; of one that is longer it says at its end that it was cut. */
export const cutText = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText - ending.length).toWellFormed()}${ending}`;
