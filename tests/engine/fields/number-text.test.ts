import { describe, expect, it } from 'vitest';
import { formatNumber, parseNumber } from '../../../engine/fields/number-text.ts';
import fc from '../../support/laws.ts';

describe('numbers as people type them', () => {
  it.each([
    ['1.234,50', 1234.5],
    ['1234,5', 1234.5],
    ['R$ 1.234,50', 1234.5],
    ['10,5 %', 10.5],
    ['1.234', 1234],
    ['1.234.567', 1234567],
    ['10.5', 10.5],
    ['-3,2', -3.2],
    [',5', 0.5],
    ['0', 0],
  ])('%s is %d', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each(['', '  ', 'abc', '1,2,3', '--1', '1e5'])('%j is none', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });

  it('are read back as they are written', () => {
    fc.assert(
      fc.property(fc.integer({ min: -999_999_999_999, max: 999_999_999_999 }), (cents) => {
        const value = cents / 100;
        expect(parseNumber(formatNumber(value, 2))).toBeCloseTo(value, 6);
      }),
    );
  });
});
