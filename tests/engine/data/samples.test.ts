import { describe, expect, it } from 'vitest';
import { Chance } from '../../../engine/data/samples/chance.ts';
import { drawCnpj, drawCns, drawCpf, drawPis } from '../../../engine/data/samples/check-digits.ts';
import { fittingText } from '../../../engine/data/samples/fitting-text.ts';
import { formats } from '../../../engine/fields/formats.ts';
import fc from '../../support/laws.ts';

describe('chance', () => {
  it('gives the same draws for the same parts, and others for others', () => {
    const drawn = (...parts: (string | number)[]) => {
      const chance = new Chance(...parts);
      return [chance.next(), chance.whole(1, 1000), chance.digits(8), chance.of(['a', 'b', 'c']), chance.holds(0.5)];
    };
    expect(drawn(1, 'cidade', 4)).toEqual(drawn(1, 'cidade', 4));
    expect(drawn(1, 'cidade', 4)).not.toEqual(drawn(1, 'cidade', 5));
    expect(drawn(1, 'cidade', 4)).not.toEqual(drawn(2, 'cidade', 4));
  });

  it('stays within what is asked', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: -50, max: 50 }), fc.nat(100), (seed, least, more) => {
        const chance = new Chance(seed);
        const number = chance.whole(least, least + more);
        expect(number >= least && number <= least + more).toBe(true);
        expect(chance.weighted({ never: 0, always: 1 })).toBe('always');
      }),
    );
  });

  it('spreads', () => {
    const chance = new Chance('spread');
    const counts = [0, 0, 0, 0];
    for (let turn = 0; turn < 4000; turn += 1) counts[chance.whole(0, 3)] = (counts[chance.whole(0, 3)] ?? 0) + 1;
    for (const count of counts) expect(count).toBeGreaterThan(600);
  });
});

describe('made-up documents', () => {
  it.each([
    ['cpf', drawCpf],
    ['cnpj', drawCnpj],
    ['cns', drawCns],
    ['pis', drawPis],
  ] as const)('have the check digits of a %s', (format, draw) => {
    fc.assert(fc.property(fc.nat(), (seed) => formats[format](draw(new Chance(seed)))));
  });
});

describe('a text for a pattern', () => {
  const first = { of: <Item>(items: readonly Item[]) => items[0] as Item, times: (least: number) => least };

  it.each([
    ['^[0-9]{3}$', '000'],
    ['^[A-Z]+-\\d{2,4}$', 'A-00'],
    ['^(AB|CD)\\.x?$', 'AB.'],
    ['^[^0-9]$', 'a'],
  ])('fits %s', (pattern, text) => {
    expect(fittingText(pattern, first)).toBe(text);
  });

  it('is refused where the pattern says what is not understood', () => {
    expect(() => fittingText('^(?=.*b)a+$', first)).toThrow("'a' does not fit");
  });
});
