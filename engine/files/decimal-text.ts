const form = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,6}))?$/;
/** Digits before and behind the comma beyond which nothing is a quantity. */
const mostDigits = 100;

/**
 * A number as files write it, `1.50`, `-2E-3`, as an exact decimal without exponent: `1.5`, `-0.002`. undefined where it
 * is none, or has more than 100 digits on one side of the point.
 */
export const decimalText = (text: string): string | undefined => {
  const found = form.exec(text);
  if (found === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = found;
  const digits = (whole + fraction).replace(/^0+/, '');
  if (whole === '' && fraction === '') return undefined;
  if (digits === '') return '0';
  // Where the point stands in the digits.
  const point = digits.length - fraction.length + Number(exponent);
  if (point > mostDigits || digits.length - point > mostDigits + 60) return undefined;
  const padded = point <= 0 ? `${'0'.repeat(1 - point)}${digits}` : digits.padEnd(point, '0');
  const at = Math.max(1, point);
  const behind = padded.slice(at).replace(/0+$/, '');
  if (behind.length > mostDigits) return undefined;
  return `${sign === '-' ? '-' : ''}${padded.slice(0, at)}${behind === '' ? '' : `.${behind}`}`;
};

/** The same of a number that a spreadsheet wrote: it keeps 15 digits, and what lies behind is noise of binary fractions. */
export const spreadsheetDecimal = (text: string): string | undefined => {
  const value = Number(text);
  if (!form.test(text) || !Number.isFinite(value)) return undefined;
  return decimalText(/^-?\d{1,15}$/.test(text) ? text : value.toPrecision(15));
};
