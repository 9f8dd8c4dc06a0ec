import { expect, it } from 'vitest';
import { bornBetween } from '../../../src/demo/ages.ts';
import fc from '../../support/laws.ts';

const day = fc
  .date({ min: new Date('1930-01-01T00:00:00Z'), max: new Date('2026-11-01T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const person = fc.record({ sexo: fc.constantFrom('1', '3'), data_nascimento: day });

it('finds all of a sex who were born from one day to another, and nobody else', () => {
  fc.assert(
    fc.property(fc.array(person), fc.constantFrom(undefined, '1', '3'), day, day, (people, sex, from, to) => {
      const born = bornBetween({ rows: () => people }, sex, from, to);
      const found = Array.from({ length: born.count }, (_, index) => born.placeOf(index));
      const wanted = people.flatMap(({ sexo, data_nascimento: birth }, place) =>
        (sex === undefined || sexo === sex) && from <= birth && birth <= to ? [place] : [],
      );
      expect(found.toSorted((a, b) => a - b)).toEqual(wanted);
    }),
  );
});
