/** Numbers as people type and read them in pt-BR. */

const formatters = new Map<number, Intl.NumberFormat>();

/** `1234.5` with two decimals is `1.234,50`. */
export const formatNumber = (value: number, scale: number, fixed = true): string => {
  const key = fixed ? scale : -1 - scale;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat('pt-BR', {
      minimumFractionDigits: fixed ? scale : 0,
      maximumFractionDigits: scale,
    });
    formatters.set(key, formatter);
  }
  return formatter.format(value);
};

/**
 * The number that a text means, or undefined where it means none. A comma is the decimal mark; a single dot followed by
 * other than three digits is one too (`10.5` as pasted from elsewhere), else dots group thousands.
 */
export const parseNumber = (text: string): number | undefined => {
  const bare = text.replace(/[\sR$%]/g, '').replace('\u2212', '-');
  if (bare === '') return undefined;
  const plain = bare.includes(',')
    ? bare.replaceAll('.', '').replace(',', '.')
    : /^-?\d+\.(\d{1,2}|\d{4,})$/.test(bare)
      ? bare
      : bare.replaceAll('.', '');
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : undefined;
};
