/** Numbers of a column, in the one way of writing that all of them follow. */

export interface ReadNumber {
  /** As data.csv has it: a point, no separator of thousands. */
  readonly value: string;
  readonly places: number;
  readonly percent: boolean;
  readonly currency: boolean;
}

const brazilian = /^(?:[1-9]\d{0,2}(?:\.\d{3})+|\d+)(?:,(\d+))?$/;
const english = /^(?:[1-9]\d{0,2}(?:,\d{3})+|\d+)(?:\.(\d+))?$/;

interface Bare {
  readonly digits: string;
  readonly negative: boolean;
  readonly percent: boolean;
  readonly currency: boolean;
}

/** Sign, currency and percent sign taken away: `R$ -1.200,00`, `(35,00)`, `12,5 %`. */
const strip = (text: string): Bare => {
  const negative = /^\(.*\)$/.test(text) || /-/.test(text.replace(/\d.*\d/, ''));
  return {
    digits: text.replace(/R\$|[%()\s+-]/g, ''),
    negative,
    percent: text.includes('%'),
    currency: text.includes('R$'),
  };
};

const plausible = /^(R\$\s?)?[+-]?\s?(R\$\s?)?\(?-?[\d.,]+\)?-?\s?%?$/;

/**
 * A reader for all numbers of the column: Brazilian (`1.234,5`) where all of them can be that, else English (`1,234.5`).
 * `1.234` alone is Brazilian thousands. undefined where neither reads most of them.
 */
export const numberReader = (texts: readonly string[]): ((text: string) => ReadNumber | undefined) | undefined => {
  const fits = (pattern: RegExp): number =>
    texts.filter((text) => plausible.test(text) && pattern.test(strip(text).digits)).length;
  const [home, foreign] = [fits(brazilian), fits(english)];
  if (Math.max(home, foreign) === 0) return undefined;
  const [pattern, group, point] = home >= foreign ? ([brazilian, '.', ','] as const) : ([english, ',', '.'] as const);
  return (text) => {
    const { digits, negative, percent, currency } = strip(text);
    const match = plausible.test(text) ? pattern.exec(digits) : null;
    if (match === null) return undefined;
    const value = digits
      .replaceAll(group, '')
      .replace(point, '.')
      .replace(/^0+(?=\d)/, '');
    return {
      value: negative && Number(value) !== 0 ? `-${value}` : value,
      places: match[1]?.length ?? 0,
      percent,
      currency,
    };
  };
};
