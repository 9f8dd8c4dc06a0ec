/** Decimal places of a number as it is written: 2 of 0.25, 8 of 1e-8. */
export const placesOf = (value: number): number => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
};

/** The number in units of its last place, of which there are at least as many as it is written with. */
export const unitsOf = (value: number, places: number): bigint => {
  const [digits = '0', exponent = '0'] = String(value).split('e');
  const shift = Number(exponent) + places - (digits.split('.')[1] ?? '').length;
  return BigInt(digits.replace('.', '')) * 10n ** BigInt(shift);
};

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b));

/** The least step whose multiples are all multiples of both, over decimals as they are written: 0.5 of 0.25 and 0.1. */
export const commonStep = (a: number, b: number): number => {
  const places = Math.max(placesOf(a), placesOf(b));
  const [one, other] = [unitsOf(a, places), unitsOf(b, places)];
  return Number(`${(one * other) / greatestDivisor(one, other)}e-${places}`);
};

/** Whether a value is a multiple of a step, over decimals as they are written: 0.07 is one of 0.01. */
export const isDecimalMultiple = (value: number, step: number): boolean => {
  const places = placesOf(step);
  const written = value.toFixed(places);
  if (Math.abs(value) >= 1e21 || Number(written) !== value) return false;
  return BigInt(written.replace('.', '')) % BigInt(Math.round(step * 10 ** places)) === 0n;
};
