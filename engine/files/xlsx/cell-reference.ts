const form = /^([A-Z]{1,3})([1-9]\d{0,6})$/;
/** Rows and columns of a sheet, at most. */
export const lastRow = 1_048_576;
export const lastColumn = 16_384;

/** `C7` as column 2 and row 7; undefined where a sheet has no such cell. */
export const parseReference = (text: string): { readonly column: number; readonly row: number } | undefined => {
  const found = form.exec(text);
  if (found === null) return undefined;
  const [, letters = '', digits = ''] = found;
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  const row = Number(digits);
  return column > lastColumn || row > lastRow ? undefined : { column: column - 1, row };
};

/** `C` of column 2. */
export const columnLetters = (column: number): string => {
  let letters = '';
  for (let rest = column + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
};
