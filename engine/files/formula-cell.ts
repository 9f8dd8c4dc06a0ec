/**
 * Text that a spreadsheet would take for a formula, made harmless in files of plain text, and the way back. In: a cell as
 * people read it. Out: the cell as the file holds it.
 */

/** A plain number as pt-BR writes it, its sign, its currency and its percent sign included. */
const numeral = /^[-+]?(R\$\s?)?-?\d[\d.]*(,\d+)?\s?%?$/;

/** What begins a formula: OWASP, CSV injection, the wide forms of East Asian keyboards included. */
const begins = '[=+\\-@\\t\\r\\n＝＋－＠]';
const risky = new RegExp(`^'*${begins}`);
const neutral = new RegExp(`^'+${begins}`);

/**
 * The cell with an apostrophe before what would begin a formula; numbers such as `-5`, `-R$ 10,00` and `+55` stay numbers.
 * Who reads the file by a program has to know: a cell that begins with an apostrophe and then one of `= + - @`, a tab or
 * the end of a line has one apostrophe more than the value. A value that has such apostrophes itself gets one more too, so
 * that `restoreCell` gives every value back.
 */
export const neutraliseCell = (text: string): string => (risky.test(text) && !numeral.test(text) ? `'${text}` : text);

/** What `neutraliseCell` was given. */
export const restoreCell = (cell: string): string => (neutral.test(cell) ? cell.slice(1) : cell);
