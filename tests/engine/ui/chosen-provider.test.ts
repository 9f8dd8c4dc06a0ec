import { describe, expect, it } from 'vitest';
import { parseListQuery, writeListQuery } from '../../../engine/contract/list-query.ts';
import { chosenProvider, withProvider } from '../../../engine/ui/runtime/chosen-provider.ts';

const column = 'prestador_id';

describe('the provider of a screen', () => {
  it.each([
    ['prestador_id=eq.12', 12],
    ['nome=has.x&prestador_id=eq.7&limit=25', 7],
    ['', undefined],
    ['prestador_id=eq.', undefined],
    ['prestador_id=eq.doze', undefined],
    ['prestador_id=eq.1.5', undefined],
    ['prestador_id=in.(1,2)', undefined],
    ['prestador_id=neq.12', undefined],
    ['prestador_id=eq.1&prestador_id=eq.2', undefined],
  ])('of the address ?%s is %s', (search, id) => {
    expect(chosenProvider(parseListQuery(new URLSearchParams(search)), column)).toBe(id);
  });

  it('takes the place of the one before, and leaves all other filters', () => {
    const query = parseListQuery(new URLSearchParams('nome=has.x&prestador_id=in.(1,2)'));
    expect(writeListQuery(withProvider(query, column, 5)).toString()).toBe('nome=has.x&prestador_id=eq.5');
    expect(writeListQuery(withProvider(query, column, undefined)).toString()).toBe('nome=has.x');
  });
});
