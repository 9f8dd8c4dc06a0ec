import { expect, it } from 'vitest';
import { readNumber, writeNumber } from '../../../engine/core/sequence.ts';

const day = '2026-03-07';

it.each(['{yyyy}/{0000}', 'ANS-{yyyy}{mm}{dd}{000}/A', '{0000}.{yy}', '{0}', 'G(1)+{dd}{00}[x]', '{000}{yy}'])(
  'of a number of %s its period and count are read again',
  (text) => {
    for (const count of [1, 9, 10, 99, 100, 9999, 10_000, 123_456]) {
      const { text: number, period } = writeNumber(text, day, count);
      const found = readNumber(text, number);
      expect([found?.period, Number(found?.count)]).toEqual([period, count]);
    }
  },
);

it('of integers the zeros in front are read that they lost', () => {
  expect(readNumber('{000000}', 17)).toEqual({ period: '#', count: '000017' });
  expect(readNumber('{yyyy}{0000}', 20_260_017)).toEqual({ period: '2026#', count: '0017' });
  expect(readNumber('{0000}{yyyy}', 172_026)).toEqual({ period: '#2026', count: '0017' });
});

it.each([
  ['{yyyy}/{0000}', '2026-0001'],
  ['{yyyy}/{0000}', '2026/001'],
  ['{yyyy}/{0000}', '2026/00001'],
  ['{yyyy}/{0000}', 'x2026/0001'],
  ['{yyyy}/{0000}', '26/0001'],
  ['{yyyy}/{0000}', '2026/0001 '],
  ['{0}', '1234567890123456789'],
  ['{0}', ''],
  ['A{00}', 12],
])('a number that the engine never gives is in no period: %s %s', (text, number) => {
  expect(readNumber(text, number)).toBeUndefined();
});
