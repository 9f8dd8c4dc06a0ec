/** Arithmetic over decimals as they are written: 0.1 + 0.2 is 0.3. In and out: numbers; null where there is no finite one. */
import { placesOf, unitsOf } from '../core/decimal.ts';

/** Digits that a quotient is worked out to. */
const quotientPlaces = 17;
/** Beyond it a binary fraction no longer tells one whole number from the next, and nothing of a record is as large. */
const largest = 1e21;
const smallestPlaces = 40;

interface Units {
  readonly units: bigint;
  readonly places: number;
}

const inUnits = (value: number): Units | undefined => {
  if (!(Math.abs(value) < largest)) return undefined;
  const places = placesOf(value);
  if (places > smallestPlaces) return { units: 0n, places: 0 };
  return { units: unitsOf(value, places), places };
};

const numberOf = (units: bigint, places: number): number | null => {
  const value = Number(`${units}e-${places}`);
  return Number.isFinite(value) && Math.abs(value) < largest ? value + 0 : null;
};

const aligned = (a: number, b: number, run: (x: bigint, y: bigint) => bigint): number | null => {
  const [x, y] = [inUnits(a), inUnits(b)];
  if (x === undefined || y === undefined) return null;
  const places = Math.max(x.places, y.places);
  const scaled = ({ units, places: own }: Units): bigint => units * 10n ** BigInt(places - own);
  return numberOf(run(scaled(x), scaled(y)), places);
};

export const add = (a: number, b: number): number | null => aligned(a, b, (x, y) => x + y);
export const subtract = (a: number, b: number): number | null => aligned(a, b, (x, y) => x - y);

export const multiply = (a: number, b: number): number | null => {
  const [x, y] = [inUnits(a), inUnits(b)];
  return x === undefined || y === undefined ? null : numberOf(x.units * y.units, x.places + y.places);
};

const magnitude = (value: bigint): bigint => (value < 0n ? -value : value);

/** Half away from zero, as money is rounded. */
const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => {
  const rounded = (magnitude(dividend) * 2n + magnitude(divisor)) / (magnitude(divisor) * 2n);
  return dividend < 0n !== divisor < 0n ? -rounded : rounded;
};

/** Division by zero is null. */
export const divide = (a: number, b: number): number | null => {
  const [x, y] = [inUnits(a), inUnits(b)];
  if (x === undefined || y === undefined || y.units === 0n) return null;
  const dividend = x.units * 10n ** BigInt(quotientPlaces + y.places);
  return numberOf(divideHalfUp(dividend, y.units), quotientPlaces + x.places);
};

/** The remainder has the sign of the dividend. */
export const remainder = (a: number, b: number): number | null => (b === 0 ? null : aligned(a, b, (x, y) => x % y));

/** To so many decimal places, half away from zero. */
export const round = (value: number, places: number): number | null => {
  const found = inUnits(value);
  const kept = Math.min(Math.max(Math.trunc(places), 0), smallestPlaces);
  if (found === undefined) return null;
  if (found.places <= kept) return value;
  return numberOf(divideHalfUp(found.units, 10n ** BigInt(found.places - kept)), kept);
};
