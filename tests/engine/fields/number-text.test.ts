import { describe, expect, it } from 'vitest';
import { fieldTypes } from '../../../engine/fields/index.ts';
import { formatNumber, formatUnrounded, parseNumber, plainNumber } from '../../../engine/fields/number-text.ts';
import { plainField } from '../../../engine/model/plain-field.ts';
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
    ['+1.234,5', 1234.5],
    ['\u22121.234,5', -1234.5],
    // what is typed so far
    ['12,', 12],
    ['12.', 12],
    ['1.234,', 1234],
    // a dot that groups nothing
    ['0.125', 0.125],
    ['-0.125', -0.125],
    ['.125', 0.125],
    ['00.125', 0.125],
    ['1234.567', 1234.567],
    ['1.2345', 1.2345],
    ['12.50', 12.5],
  ])('%s is %d', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it.each([
    ...['', '  ', 'abc', '1,2,3', '--1', '1e5', '.', ',', '-', 'R$'],
    ...['12.50.00', '1.2.3', '1.23.4', '0.123.456', '1234.567.890', '1.234.56', '..5'],
    ...['1,234.56', '1.234,56,7', '0.125,5', '1234.567,89', '12.34,5', ',5.'],
  ])('%j is none', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });

  const scales = fc.integer({ min: 0, max: 6 });
  const digits = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 });

  it('are read back as they are written, whatever their scale', () => {
    fc.assert(
      fc.property(digits, scales, fc.boolean(), (whole, scale, fixed) => {
        const value = whole / 10 ** scale;
        expect(parseNumber(formatNumber(value, scale, fixed))).toBe(value);
      }),
    );
  });

  it.each([
    [12.5, 0, true, '12,5'],
    [12, 0, true, '12'],
    [0.005, 2, true, '0,005'],
    [10, 2, true, '10,00'],
    [1234.125, 2, true, '1.234,125'],
    [5.5, 4, false, '5,5'],
    [1e-7, 2, true, '0,0000001'],
  ])('%d in a field of %d places is shown as it is', (value, scale, fixed, text) => {
    expect(formatUnrounded(value, scale, fixed)).toBe(text);
  });

  it('are shown in a field of fewer places as they are', () => {
    fc.assert(
      fc.property(digits, scales, scales, fc.boolean(), (whole, places, scale, fixed) => {
        const value = whole / 10 ** places;
        expect(parseNumber(formatUnrounded(value, scale, fixed))).toBe(value);
      }),
    );
  });

  it('are read back as a machine writes them, but for what people here would have grouped', () => {
    fc.assert(
      fc.property(digits, scales, (whole, scale) => {
        const value = whole / 10 ** scale;
        const text = value.toFixed(scale);
        const grouped = /^-?[1-9]\d{0,2}\.\d{3}$/.test(text);
        expect(parseNumber(text)).toBe(grouped ? Number(text.replace('.', '')) : Number(text));
        if (text.startsWith('0.')) expect(parseNumber(text.slice(1))).toBe(value);
      }),
    );
  });

  it('mean nothing, or one number of the digits that stand there', () => {
    const text = fc.string({ unit: fc.constantFrom('0', '1', '5', '.', ','), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, (written) => {
        const plain = plainNumber(written);
        if (plain !== undefined) expect(plain.replace('.', '')).toBe(written.replace(/[.,]/g, ''));
        // Where both marks stand, the last one is the comma of decimals.
        if (plain !== undefined && /[.].*,|,.*[.]/.test(written)) expect(written).toMatch(/^[^,]+,\d*$/);
      }),
    );
  });
});

describe('a number that is searched for', () => {
  const search = (type: 'decimal' | 'integer' | 'money', word: string) =>
    fieldTypes[type].typed?.(word, plainField({ name: 'valor', type, title: 'Valor' }));

  it.each([
    ['decimal', '0.125', ['eq.0.125']],
    ['decimal', '.125', ['eq..125']],
    ['decimal', '1234.567', ['eq.1234.567']],
    ['decimal', '1.234', ['eq.1234']],
    ['decimal', '1.234,50', ['eq.1234.50']],
    ['decimal', '12.50.00', undefined],
    ['decimal', '1,234.56', undefined],
    ['money', '0.125', ['eq.0.125']],
    ['integer', '1.234', ['eq.1234']],
    ['integer', '0.125', undefined],
    ['integer', '1.2.3', undefined],
  ] as const)('of %s: %s', (type, word, conditions) => {
    expect(search(type, word)).toEqual(conditions);
  });

  it('is read as one that is written into a field', () => {
    const text = fc.string({ unit: fc.constantFrom('0', '1', '2', '5', '.', ',', '-'), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, (word) => {
        const [condition] = search('decimal', word) ?? [];
        expect(condition === undefined ? undefined : Number(condition.slice(3))).toBe(parseNumber(word));
      }),
    );
  });
});
