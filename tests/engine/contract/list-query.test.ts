import { describe, expect, it } from 'vitest';
import type { Condition, ListQuery } from '../../../engine/contract/list-query.ts';
import {
  emptyQuery,
  parseListQuery,
  unreadParameters,
  writeFilters,
  writeListQuery,
} from '../../../engine/contract/list-query.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import type { OperatorName } from '../../../engine/fields/operators.ts';
import { operators } from '../../../engine/fields/operators.ts';
import fc from '../../support/laws.ts';

const parse = (text: string): ListQuery => parseListQuery(new URLSearchParams(text));
const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}(_[a-z0-9]{1,4})?$/);
const key = fc
  .oneof(
    name,
    fc.tuple(name, name).map(([a, b]) => `${a}.${b}`),
  )
  .filter((text) => !['q', 'order', 'limit', 'select', 'cursor', 'offset'].includes(text));
const value = fc.string({ minLength: 1, unit: 'grapheme' });

const condition: fc.Arbitrary<Condition> = fc
  .tuple(key, fc.constantFrom(...(Object.keys(operators) as OperatorName[])), fc.array(value, { minLength: 1 }))
  .map(([own, operator, values]) => ({
    key: own,
    operator,
    values: operators[operator].value === 'list' ? values : values.slice(0, 1),
  }));

const query: fc.Arbitrary<ListQuery> = fc.record({
  q: fc.string({ unit: 'grapheme' }),
  conditions: fc.array(condition, { maxLength: 5 }),
  sort: fc.array(
    fc.record({
      by: fc.oneof(
        name,
        fc.tuple(name, name).map(([a, b]) => `${a}(${b})`),
      ),
      descending: fc.boolean(),
    }),
    { maxLength: 3 },
  ),
  limit: fc.option(fc.integer({ min: 1, max: 1000 }), { nil: undefined }),
});

describe('the address of a list', () => {
  it('gives back every query that was written into it', () => {
    fc.assert(
      fc.property(query, (original) => {
        const written = writeListQuery(original).toString();
        expect(parse(written)).toEqual(original);
      }),
      { numRuns: 500 },
    );
  });

  it('reads the dialect of the API', () => {
    expect(
      parse('nome=has.são&data=gte.2026-01-01&data=lte.2026-12-31&uf=in.(MG,RJ)&order=cidade(nome).desc,nome.asc'),
    ).toEqual({
      q: '',
      conditions: [
        { key: 'nome', operator: 'has', values: ['são'] },
        { key: 'data', operator: 'gte', values: ['2026-01-01'] },
        { key: 'data', operator: 'lte', values: ['2026-12-31'] },
        { key: 'uf', operator: 'in', values: ['MG', 'RJ'] },
      ],
      sort: [
        { by: 'cidade(nome)', descending: true },
        { by: 'nome', descending: false },
      ],
      limit: undefined,
    });
  });

  it.each(['nome=são', 'nome=foo.bar', 'limit=-3', 'limit=abc', 'cursor=x', '_record=edit.5'])(
    'takes nothing from %s',
    (text) => {
      expect(parse(text)).toEqual(emptyQuery);
    },
  );

  it('tells what of an address no list reads, each once', () => {
    const unread = (text: string) => unreadParameters(new URLSearchParams(text));
    expect(unread('nome=has.a&uf=in.(MG)&q=x&order=nome&limit=50&cursor=c&_reg=3')).toEqual([]);
    expect(unread('nome=not.is.null&uf=MG&or=(a.eq.1,b.eq.2)&uf=RJ&nome=eq.a')).toEqual(['nome', 'uf', 'or']);
  });

  it('carries the open drawer over a change of filters', () => {
    const kept = new URLSearchParams('_record=view.5&nome=has.x');
    expect(writeListQuery({ ...emptyQuery, q: 'belo' }, kept).toString()).toBe('q=belo&_record=view.5');
  });

  it('gives to the count what chooses rows, and neither order nor size', () => {
    expect(writeFilters(parse('q=a&uf=in.(MG)&order=nome.asc&limit=100')).toString()).toBe('q=a&uf=in.%28MG%29');
  });

  it('chooses rows by a field behind a relation, which as a parameter of its own would only empty the relation', () => {
    const params = writeFilters(parse('q=a&cidade.uf=in.(MG,RJ)&cidade.nome=has.são jo, "d\'o" (x)&nome=has.b'));
    expect(params.getAll('cidade.uf')).toEqual([]);
    const request = parseRequest(params.toString());
    expect({ filters: request.filters, values: request.values }).toEqual({
      filters: [
        { kind: 'compare', path: ['nome'], operator: 'has', negated: false, slot: 0, keyword: undefined },
        {
          kind: 'and',
          negated: false,
          items: [
            { kind: 'compare', path: ['cidade', 'uf'], operator: 'in', negated: false, slot: 1, keyword: undefined },
            { kind: 'compare', path: ['cidade', 'nome'], operator: 'has', negated: false, slot: 2, keyword: undefined },
          ],
        },
      ],
      values: ['b', ['MG', 'RJ'], 'são jo, "d\'o" (x)'],
    });
  });
});
