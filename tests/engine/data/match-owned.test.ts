import { describe, expect, it } from 'vitest';
import { matchRows } from '../../../engine/data/import/match-owned.ts';
import fc from '../../support/laws.ts';

const row = fc.record({
  a: fc.constantFrom(1, 2, null),
  b: fc.constantFrom('x', 'y', 'z'),
  c: fc.constantFrom(true, false),
});
const there = fc.array(row, { maxLength: 8 }).map((rows) => rows.map((one, id) => ({ ...one, id })));
const find = (rows: Parameters<typeof matchRows>[0], known: Parameters<typeof matchRows>[1], keys: string[][] = []) =>
  matchRows(rows, known, keys).map((one) => one?.['id']);

describe('rows of a file', () => {
  const known = [
    { id: 1, tipo: 'FONE', valor: '111' },
    { id: 2, tipo: 'MAIL', valor: 'a@b' },
    { id: 3, tipo: 'FONE', valor: '333' },
  ];

  it('are those that are equal, in whatever order, and of the others those with which they have half in common', () => {
    expect(
      find(
        [
          { tipo: 'FONE', valor: '333' },
          { tipo: 'MAIL', valor: 'c@d' },
          { tipo: 'SITE', valor: 'e' },
        ],
        known,
      ),
    ).toEqual([3, 2, undefined]);
    expect(find([{ tipo: 'SITE', valor: '9' }], known)).toEqual([undefined]);
  });

  it('are those of the same key before those that are alike', () => {
    const rows = [{ tipo: 'MAIL', valor: '111' }];
    expect([find(rows, known), find(rows, known, [['valor']])]).toEqual([[1], [1]]);
    expect(
      find(
        [
          { tipo: 'SITE', valor: '333' },
          { tipo: 'FONE', valor: '444' },
        ],
        known,
        [['valor']],
      ),
    ).toEqual([3, 1]);
  });

  it('have nothing in common by values that many rows have', () => {
    const rows = [{ tipo: 'MAIL', valor: 'c@d' }];
    expect(matchRows(rows, known, [], new Set(['tipo']))).toEqual([undefined]);
    expect(matchRows(rows, known, [])).toEqual([known[1]]);
  });

  it('are each another one, all of those that are equal, and those at their place where nothing changed', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), there, (rows, some) => {
        const found = find(rows, some).filter((id) => id !== undefined);
        expect(new Set(found).size).toBe(found.length);
        const same = (one: object) => JSON.stringify(one);
        const count = (all: readonly object[]) => Map.groupBy(all, same);
        const bare = count(some.map(({ id: _id, ...one }) => one));
        const equal = [...count(rows)].reduce(
          (sum, [key, ones]) => sum + Math.min(ones.length, bare.get(key)?.length ?? 0),
          0,
        );
        const met = matchRows(rows, some, []).filter((one, index) => {
          const { id: _id, ...rest } = one ?? {};
          return one !== undefined && same(rest) === same(rows[index] ?? {});
        });
        expect(met).toHaveLength(equal);
        expect(
          find(
            some.map(({ id: _id, ...one }) => one),
            some,
          ),
        ).toEqual(some.map(({ id }) => id));
      }),
    );
  });
});
