import { expect, test } from 'vitest';
import { commonStep, isDecimalMultiple, placesOf } from '../../../engine/core/decimal.ts';
import fc from '../../support/laws.ts';

test.each([
  [0.25, 0.1, 0.5],
  [0.005, 0.01, 0.01],
  [2.5, 1, 5],
  [1e-300, 0.01, 0.01],
  [1e22, 0.01, 1e22],
  [3, 3, 3],
])('the step that %d and %d share is %d', (one, other, common) => {
  expect([commonStep(one, other), commonStep(other, one)]).toEqual([common, common]);
});

test('a number is a multiple of the shared step just where it is one of both', () => {
  const step = fc
    .tuple(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 0, max: 4 }))
    .map(([units, places]) => Number(`${units}e-${places}`));
  fc.assert(
    fc.property(step, step, fc.integer({ min: -100_000, max: 100_000 }), (one, other, units) => {
      const common = commonStep(one, other);
      const value = Number(`${units}e-4`);
      const both = isDecimalMultiple(value, one) && isDecimalMultiple(value, other);
      expect([one, other, value, isDecimalMultiple(value, common)]).toEqual([one, other, value, both]);
      expect(placesOf(common)).toBeLessThanOrEqual(Math.min(placesOf(one), placesOf(other)));
    }),
  );
});
