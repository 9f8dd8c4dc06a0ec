/** Chance that the next value fits too, after so many of so many did: Laplace's rule of succession. */
export const succession = (fitting: number, of: number): number => (fitting + 1) / (of + 2);

/** Nearer to 1 by half for each further sign. */
export const strengthen = (confidence: number, ...signs: readonly boolean[]): number =>
  signs.reduce((now, sign) => (sign ? 1 - (1 - now) / 2 : now), confidence);
