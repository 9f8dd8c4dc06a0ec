/** Decimal places of a number as it is written: 2 of 0.25, 8 of 1e-8. */
export const placesOf = (value: number): number => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
};

/** Whether a value is a multiple of a step, over decimals as they are written: 0.07 is one of 0.01. */
export const isDecimalMultiple = (value: number, step: number): boolean => {
  const places = placesOf(step);
  const written = value.toFixed(places);
  if (Math.abs(value) >= 1e21 || Number(written) !== value) return false;
  return BigInt(written.replace('.', '')) % BigInt(Math.round(step * 10 ** places)) === 0n;
};
