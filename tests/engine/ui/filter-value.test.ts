import { describe, expect, it } from 'vitest';
import { emptyQuery, parseListQuery, writeListQuery } from '../../../engine/contract/list-query.ts';
import type { FilterField, FilterValue } from '../../../engine/ui/runtime/filter-value.ts';
import { emptyValue, filterFields, readFilter, writeFilter } from '../../../engine/ui/runtime/filter-value.ts';
import { realScreen } from './real-screen.ts';

const field = (key: string, type: FilterField['type'], match: FilterField['match']): FilterField => ({
  key,
  label: key,
  type,
  match,
  mask: undefined,
  format: undefined,
  desc: undefined,
  scale: undefined,
  seconds: false,
  options: undefined,
  relation: undefined,
  optional: true,
});

const cases: readonly [FilterField, FilterValue, string][] = [
  [field('nome', 'text', 'contains'), { match: 'contains', text: 'são' }, 'nome=has.s%C3%A3o'],
  [field('ativo', 'boolean', 'equals'), { match: 'equals', value: 'true' }, 'ativo=is.true'],
  [field('codigo', 'text', 'equals'), { match: 'equals', value: '001' }, 'codigo=eq.001'],
  [
    field('data', 'date', 'range'),
    { match: 'range', from: '2026-01-01', to: '2026-12-31' },
    'data=gte.2026-01-01&data=lte.2026-12-31',
  ],
  [field('valor', 'money', 'range'), { match: 'range', from: '', to: '10.5' }, 'valor=lte.10.5'],
  [field('uf', 'code', 'any'), { match: 'any', values: ['MG', 'RJ'] }, 'uf=in.%28MG%2CRJ%29'],
  [field('nome', 'text', 'contains'), { match: 'starts', text: 'bel' }, 'nome=ilike.bel*'],
  [field('nome', 'text', 'contains'), { match: 'equals', value: 'Belém' }, 'nome=eq.Bel%C3%A9m'],
  [field('nome', 'text', 'contains'), { match: 'empty' }, 'nome=is.null'],
  [field('uf', 'code', 'any'), { match: 'filled' }, 'uf=is.not_null'],
  [field('valor', 'money', 'range'), { match: 'empty' }, 'valor=is.null'],
  [field('ativo', 'boolean', 'equals'), { match: 'empty' }, 'ativo=is.null'],
  [
    field('data', 'date', 'range'),
    { match: 'range', from: '@today-6', to: '@today' },
    'data=gte.%40today-6&data=lte.%40today',
  ],
];

describe('a filter', () => {
  it.each(cases)('of %j is written and read again', (own, value, text) => {
    const written = writeFilter(emptyQuery, own, value);
    expect(writeListQuery(written).toString()).toBe(text);
    expect(readFilter(own, written.conditions)).toEqual(value);
    expect(writeFilter(written, own, emptyValue(own.match))).toEqual(emptyQuery);
  });

  it('keeps its place among the others when it changes', () => {
    const query = parseListQuery(new URLSearchParams('nome=has.a&uf=in.(MG)&codigo=eq.1'));
    const changed = writeFilter(query, field('uf', 'code', 'any'), { match: 'any', values: ['SP'] });
    expect(changed.conditions.map(({ key }) => key)).toEqual(['nome', 'uf', 'codigo']);
  });

  it('leaves alone what the address says of its field in words it does not speak', () => {
    const query = parseListQuery(new URLSearchParams('nome=ilike.*a*&nome=has.b'));
    const own = field('nome', 'text', 'contains');
    expect(writeFilter(query, own, { match: 'contains', text: '' }).conditions).toEqual([
      { key: 'nome', operator: 'ilike', values: ['*a*'] },
    ]);
  });

  it('is offered once for a field that is both column and in the search panel', async () => {
    const fields = filterFields(await realScreen('/distritos'));
    expect(fields.get('cidade_id')).toMatchObject({ type: 'relation', match: 'any', relation: 'cidade_id' });
    expect(fields.get('nome')).toMatchObject({ type: 'text', match: 'contains' });
  });
});
