/** Numbers as people type and read them in pt-BR. */

const formatters = new Map<number, Intl.NumberFormat>();

/** Decimal places that are written even where they are zeros: those that one expects, as of cents, and no long tail of them. */
export const leastPlaces = (scale: number): number => Math.min(scale, 2);

/** `1234.5` with two decimals is `1.234,50`, and so it is with four; where not `fixed`, `1.234,5`. */
export const formatNumber = (value: number, scale: number, fixed = true): string => {
  const key = fixed ? scale : -1 - scale;
  let formatter = formatters.get(key);
  if (!formatter) {
    formatter = new Intl.NumberFormat('pt-BR', {
      minimumFractionDigits: fixed ? leastPlaces(scale) : 0,
      maximumFractionDigits: scale,
    });
    formatters.set(key, formatter);
  }
  return formatter.format(value);
};

/** Decimal places that a number needs: of `12.5` one, of `1e-7` seven. */
const placesOf = (value: number): number => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
};

/** The same with every place that the value has: where it is corrected, a rounded one would hide what is wrong with it. */
export const formatUnrounded = (value: number, scale: number, fixed = true): string =>
  formatNumber(value, Math.max(scale, Math.min(placesOf(value), 100)), fixed);

/** Groups of three as Brazil writes them, `1.234.567,89`: the one form in which a dot is no decimal mark. */
const grouped = /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;
/** With one mark at most, a comma or a dot; both may stand at either end, for a number is read while it is typed. */
const ungrouped = /^[+-]?(\d+[.,]?\d*|[.,]\d+)$/;

/**
 * The number that a text means as machines write it, `-1234.5`; undefined where it means none. `1.234` is grouped, for so
 * people write it here; `0.125`, `.125` and `1234.567` can only be from a machine. What mixes the marks in another way, as
 * the English `1,234.56`, is refused: in the next cell the same hand may write `1,234`.
 */
export const plainNumber = (text: string): string | undefined => {
  const bare = text.replace(/[\sR$%]/g, '').replace('\u2212', '-');
  if (grouped.test(bare)) return bare.replaceAll('.', '').replace(/,$/, '').replace(',', '.');
  return ungrouped.test(bare) ? bare.replace(',', '.').replace(/\.$/, '') : undefined;
};

/** The number that a text means, or undefined where it means none. */
export const parseNumber = (text: string): number | undefined => {
  const plain = plainNumber(text);
  return plain === undefined ? undefined : Number(plain);
};
