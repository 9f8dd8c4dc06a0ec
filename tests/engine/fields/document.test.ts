import { expect, test } from 'vitest';
import { formats } from '../../../engine/fields/formats.ts';
import { shownText } from '../../../engine/fields/stored-text.ts';
import fc from '../../support/laws.ts';

const formatDocument = (text: string): string => shownText({ mask: undefined, format: 'cpf-cnpj' }, text);
const formatPhone = (text: string): string => shownText({ mask: undefined, format: 'phone' }, text);

test('a document of 11 digits is written as CPF [format-cpf]', () => {
  expect(formatDocument('52998224725')).toBe('529.982.247-25');
});

test('a document of 14 positions is written as CNPJ, letters included [format-cnpj]', () => {
  expect(formatDocument('11222333000181')).toBe('11.222.333/0001-81');
  expect(formatDocument('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
});

test('a document of another length stands as it is', () => {
  for (const text of ['', '1', '1234567890', '123456789012', '1122233300018-', 'abcdefghijk'])
    expect(formatDocument(text)).toBe(text);
});

test.each([
  ['33334444', '3333-4444', 'of 8 digits [format-phone-8]'],
  ['3133334444', '(31) 3333-4444', 'of 10 digits [format-phone-10]'],
  ['31999998888', '(31) 99999-8888', 'of 11 digits [format-phone-11]'],
  ['08007012345', '0800 701 2345', 'of 0800 and 7 digits [format-phone-0800]'],
  ['0800123456', '0800 12 3456', 'of 0800 and 6 digits [format-phone-0800]'],
  ['123456789', '123456789', 'of a length that is none'],
  ['0800', '0800', 'cut off'],
])('%s is written %s: a phone %s', (text, written) => {
  expect(formatPhone(text)).toBe(written);
});

const digitsOf = (text: string): number[] => [...text].map(Number);
const checkDigit = (values: readonly number[], weights: readonly number[]): number => {
  const rest = values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) % 11;
  return rest < 2 ? 0 : 11 - rest;
};
const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));

test('of all pairs of check digits a CPF has the one that the rule gives', () => {
  fc.assert(
    fc.property(digits(9), (base) => {
      fc.pre(new Set(base).size > 1);
      const first = checkDigit(digitsOf(base), [10, 9, 8, 7, 6, 5, 4, 3, 2]);
      const second = checkDigit([...digitsOf(base), first], [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
      const good = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0')).filter((pair) =>
        formats.cpf(base + pair),
      );
      expect(good).toEqual([`${first}${second}`]);
    }),
    { numRuns: 50 },
  );
});

test('of all pairs of check digits a CNPJ has the one that the rule gives, letters by their place in ASCII', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9A-Z]{12}$/), (base) => {
      fc.pre(new Set(base).size > 1);
      const values = [...base].map((character) => character.charCodeAt(0) - 48);
      const first = checkDigit(values, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
      const second = checkDigit([...values, first], [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
      const good = Array.from({ length: 100 }, (_, pair) => String(pair).padStart(2, '0')).filter((pair) =>
        formats.cnpj(base + pair),
      );
      expect(good).toEqual([`${first}${second}`]);
    }),
    { numRuns: 50 },
  );
});

/** Portaria MS 1.560/2002 and the routine of DATASUS. */
const weighted = (text: string): number => digitsOf(text).reduce((sum, value, index) => sum + value * (15 - index), 0);

test('a definitive CNS has the four last digits that the rule gives its PIS', () => {
  fc.assert(
    fc.property(fc.constantFrom('1', '2'), digits(10), (first, rest) => {
      const base = first + rest;
      const plain = 11 - (weighted(base) % 11);
      const digit = plain === 11 ? 0 : plain;
      const expected = digit === 10 ? `001${11 - ((weighted(base) + 2) % 11)}` : `000${digit}`;
      const good = Array.from({ length: 10_000 }, (_, end) => String(end).padStart(4, '0')).filter((end) =>
        formats.cns(base + end),
      );
      expect(good).toEqual([expected]);
    }),
    { numRuns: 10 },
  );
});

test('a provisional CNS is one whose weighted sum is a multiple of 11, and no number begins otherwise', () => {
  fc.assert(
    fc.property(fc.constantFrom('7', '8', '9'), digits(14), (first, rest) => {
      expect(formats.cns(first + rest)).toBe(weighted(first + rest) % 11 === 0);
    }),
    { numRuns: 300 },
  );
  for (const first of '03456')
    for (let end = 0; end < 200; end += 1)
      expect(formats.cns(`${first}00500810000${String(end).padStart(3, '0')}`)).toBe(false);
});

test('of all check digits a PIS has the one that the rule gives', () => {
  fc.assert(
    fc.property(digits(10), (base) => {
      fc.pre(new Set(base).size > 1);
      const digit = checkDigit(digitsOf(base), [3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
      expect([...'0123456789'].filter((last) => formats.pis(base + last))).toEqual([String(digit)]);
    }),
    { numRuns: 100 },
  );
});

test.each([
  [
    'cpf',
    ['52998224725', '11144477735'],
    ['52998224724', '529.982.247-25', '11111111111', '5299822472', '', 'abcdefghijk'],
  ],
  [
    'cnpj',
    ['11222333000181', '12ABC34501DE35'],
    ['11222333000180', '12abc34501de35', '11.222.333/0001-81', '00000000000000', '', '12ABC34501DE3X'],
  ],
  ['cpf-cnpj', ['52998224725', '11222333000181', '12ABC34501DE35'], ['52998224724', '1', '']],
  [
    'cns',
    ['700500810000008', '123456789010000', '100500810000018'],
    ['700500810000007', '700 5008 1000 0008', '000000000000000', '70050081000000', '', '300500810000008'],
  ],
  ['pis', ['12012345672'], ['12012345671', '120.12345.67-2', '00000000000', '1201234567', '']],
  ['cep', ['30140071', '00000000'], ['30140-071', '3014007', '301400711', '', 'abcdefgh']],
  [
    'phone',
    ['33334444', '3133334444', '31999998888', '08007012345', '0800123456'],
    ['', '333344', '123456789', '319999988889', '(31) 3333', '3133-4444'],
  ],
  [
    'email',
    ['ana@exemplo.com.br', 'a.b+c@x-y.org', 'çã@exemplo.br'],
    ['', 'ana', 'ana@', '@x.br', 'a b@x.br', 'a@x', 'a@x.b', 'a@@x.br', 'a@x..br', `${'a'.repeat(250)}@x.br`],
  ],
  [
    'uri',
    ['https://exemplo.com.br', 'http://a.b/c?d=e#f'],
    ['', 'exemplo.com.br', 'ftp://a.b', 'javascript:alert(1)', 'https://', 'https:// x'],
  ],
  ['time', ['00:00', '23:59', '23:59:59'], ['', '24:00', '12:60', '1:00', '12:00:60', '12:00:00.5', '12h00']],
  ['month', ['2026-02', '0001-01', '9999-12'], ['', '2026-13', '2026-00', '0000-01', '26-01', '2026-1', '2026-01-01']],
] as const)('%s takes what it names and nothing else', (name, good, bad) => {
  for (const text of good) expect([text, formats[name](text)]).toEqual([text, true]);
  for (const text of [...bad, `${good[0]}\n`, ` ${good[0]}`])
    expect([text, formats[name](text)]).toEqual([text, false]);
});
