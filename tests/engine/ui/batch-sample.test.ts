import { describe, expect, it } from 'vitest';
import { conditionOf, searchOfAlike } from '../../../engine/ui/runtime/use-batch-sample.ts';

describe('the rows that have the new values already', () => {
  it.each([
    [null, 'is.null'],
    [true, 'is.true'],
    [false, 'is.false'],
    [12.5, 'eq.12.5'],
    ['2026-12-31', 'eq.2026-12-31'],
    ['a,b(c)', 'eq.a,b(c)'],
    ['x'.repeat(201), undefined],
  ])('of %j are asked for by %j', (value, expected) => {
    expect(conditionOf(value)).toBe(expected);
  });

  it('are counted among the chosen ones, by id or by the filter that chose them', () => {
    const few = searchOfAlike({ ids: [1, 2], filter: 'uf=eq.MG', whole: false }, { ativo: true, ddd: null });
    expect(few && [...new URLSearchParams(few)]).toEqual([
      ['uf', 'eq.MG'],
      ['id', 'in.(1,2)'],
      ['ativo', 'is.true'],
      ['ddd', 'is.null'],
    ]);
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    expect(searchOfAlike({ ids: many, filter: 'uf=eq.MG', whole: true }, { ativo: true })).toBe(
      'uf=eq.MG&ativo=is.true',
    );
  });

  it('are not counted where the address could not carry the question', () => {
    const many = Array.from({ length: 501 }, (_, index) => index + 1);
    expect(searchOfAlike({ ids: many, filter: 'uf=eq.MG', whole: false }, { ativo: true })).toBe(undefined);
    expect(searchOfAlike({ ids: [1], filter: '', whole: false }, { nome: 'x'.repeat(201) })).toBe(undefined);
  });
});
