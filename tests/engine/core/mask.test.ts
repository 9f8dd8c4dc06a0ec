import { describe, expect, test } from 'vitest';
import {
  applyMask,
  compareMasks,
  maskLength,
  maskPattern,
  maskTokens,
  parseMask,
  sentPattern,
  stripMask,
} from '../../../engine/core/mask.ts';
import { storedBegun, storedWhole } from '../../../engine/fields/stored-text.ts';
import fc from '../../support/laws.ts';

const fits = (mask: string, text: string): boolean => new RegExp(maskPattern(mask)).test(text);

test.each([
  ['#', '0123456789', 'aZ -é', 'a digit [mask-symbol-digit]'],
  ['X', '09azAZ', ' -é', 'a letter or digit [mask-symbol-alphanumeric]'],
  ['S', 'azAZ', '09 é', 'a letter [mask-symbol-letter]'],
  ['A', 'AZ', 'az09É', 'a capital [mask-symbol-uppercase]'],
  ['a', 'az', 'AZ09é', 'a small letter [mask-symbol-lowercase]'],
] as const)('%s takes %s and not %s: %s', (mask, good, bad, _what) => {
  for (const character of good) expect([character, fits(mask, character)]).toEqual([character, true]);
  for (const character of bad) expect([character, fits(mask, character)]).toEqual([character, false]);
});

test('a ! lets the next character stand for itself [mask-symbol-escape]', () => {
  expect(parseMask('!#-#!!')).toEqual([{ literal: '#' }, { literal: '-' }, { token: '#' }, { literal: '!' }]);
  expect(applyMask('!#-#!!', '5')).toBe('#-5!');
});

test('what may be sent is a value with all of the literals or with none', () => {
  for (const [mask, good, bad] of [
    ['##.###-#', ['12345678'.slice(0, 6), '12.345-6'], ['12.3456', '12.345-', '12a345b6', '1234567']],
    ['A!A-#', ['B1', 'BA-1'], ['BA1', 'B-1', 'b1']],
    ['(##) #', ['123', '(12) 3'], ['12) 3']],
  ] as const) {
    const sent = new RegExp(sentPattern(mask), 'u');
    for (const text of good) expect([text, sent.test(text)]).toEqual([text, true]);
    for (const text of bad) expect([text, sent.test(text)]).toEqual([text, false]);
  }
});

test('a mask that takes nothing or ends in an escape is none', () => {
  for (const mask of ['', '---', '!#', '##!']) expect([mask, parseMask(mask)]).toEqual([mask, undefined]);
});

test.each([
  ['########', '##.###.###', 'same'],
  ['!##-A', '#A', 'same'],
  ['########', 'XXXXXXXX', 'wider'],
  ['AA', 'AS', 'wider'],
  ['SS', '#S', 'wider'],
  ['X#', 'aX', 'wider'],
  ['XX', 'A#', 'narrower'],
  ['SS', 'Sa', 'narrower'],
  ['#####', '#####-#', 'apart'],
] as const)('beside %s the values of %s are %s', (before, after, change) => {
  expect(compareMasks(before, after)).toBe(change);
});

test('whatever fits a mask that is not wider fits the other', () => {
  const masks = fc.string({ unit: fc.constantFrom('#', 'X', 'S', 'A', 'a', '-'), minLength: 1, maxLength: 4 });
  const values = fc.array(fc.string({ unit: fc.constantFrom('0', 'A', 'a'), maxLength: 4 }), { maxLength: 40 });
  fc.assert(
    fc.property(masks, masks, values, (before, after, texts) => {
      fc.pre(parseMask(before) !== undefined && parseMask(after) !== undefined);
      const change = compareMasks(before, after);
      if (change === 'wider' || change === 'apart') return;
      for (const text of texts) if (fits(after, text)) expect(fits(before, text)).toBe(true);
    }),
  );
});

test('a value that does not fit stands as it is', () => {
  for (const value of ['', '123', '123456789', 'abcde-fgh', '31104-500'])
    expect(applyMask('#####-###', value)).toBe(value);
  expect(applyMask('#####-###', '31104500')).toBe('31104-500');
});

describe('for any mask', () => {
  const literal = fc.constantFrom('-', '.', '/', ' ', '(', ')', '!#', '!X', '!!', '$', '[', '\\', '^', 'é', 'z', '9');
  const token = fc.constantFrom('#', 'X', 'S', 'A', 'a');
  const mask = fc
    .array(fc.oneof(token, token, literal), { minLength: 1, maxLength: 15 })
    .map((parts) => parts.join(''))
    .filter((text) => parseMask(text) !== undefined);
  const characters: Readonly<Record<string, string>> = {
    '#': '0159',
    X: '07aZqB',
    S: 'abYZ',
    A: 'ABZ',
    a: 'abz',
  };
  const valuesOf = (text: string): fc.Arbitrary<string> =>
    fc
      .tuple(
        ...(parseMask(text) ?? []).flatMap((part) =>
          'token' in part ? [fc.constantFrom(...(characters[part.token] ?? ''))] : [],
        ),
      )
      .map((parts) => parts.join(''));
  const masked = mask.chain((text) => fc.tuple(fc.constant(text), valuesOf(text)));

  test('taking off a mask that was put on gives the value back', () => {
    fc.assert(
      fc.property(masked, ([text, value]) => {
        expect(value).toHaveLength(maskLength(text));
        expect(fits(text, value)).toBe(true);
        expect(stripMask(text, applyMask(text, value))).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test('a value that was typed without the mask stays, where no letter of the mask can be taken for it', () => {
    fc.assert(
      fc.property(masked, ([text, value]) => {
        const literals = (parseMask(text) ?? []).flatMap((part) => ('literal' in part ? [part.literal] : []));
        fc.pre(literals.every((one) => !new RegExp(`[${maskTokens.X}]`).test(one)));
        expect(stripMask(text, value)).toBe(value);
      }),
      { numRuns: 500 },
    );
  });

  test('the pattern takes the whole value and nothing longer or shorter', () => {
    fc.assert(
      fc.property(masked, ([text, value]) => {
        expect(fits(text, `${value}0`)).toBe(false);
        expect(fits(text, value.slice(1))).toBe(false);
        expect(fits(text, `${value}\n`)).toBe(false);
      }),
    );
  });
});

test.each([
  ['#####-###', '31104-5009', '311045009'],
  ['#####-###', '31104-500 ', '31104500 '],
  ['#####-###', '311', '311'],
  ['#####-###', '', ''],
  ['##.###-##', '12.345-67', '1234567'],
  ['##.###-##', '12345-67', '1234567'],
])('of %s, %s keeps all that is no literal of it: %s', (mask, text, stored) => {
  expect(stripMask(mask, text)).toBe(stored);
});

test.each([
  ['12.345-67', '1234567'],
  ['12.345-', '12345'],
  ['12.3', '123'],
  // Without punctuation, with another, or longer than the mask: not begun by it.
  ['12', undefined],
  ['1234567', undefined],
  ['12-345', undefined],
  ['1.2345', undefined],
  ['12.345-678', undefined],
])('of ##.###-##, %s begins the value %s', (text, stored) => {
  expect(storedBegun({ mask: '##.###-##', format: undefined }, text)).toBe(stored);
});

test.each([
  ['12.345-67', '1234567'],
  ['1234567', '1234567'],
  // Half of its punctuation, too much, too little: not a value that anybody wrote in its mask.
  ['12345-67', '12345-67'],
  ['12.34567', '12.34567'],
  ['12.345-6', '12.345-6'],
  ['12.345-678', '12.345-678'],
])('of ##.###-##, the whole value of %s is %s', (text, stored) => {
  expect(storedWhole({ mask: '##.###-##', format: undefined }, text)).toBe(stored);
});
