import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FilterNode, FilterValue, ReadRequest } from '../../../engine/contract/request.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import { Refusal } from '../../../engine/core/errors.ts';
import type { OperatorName } from '../../../engine/fields/operators.ts';
import { operators } from '../../../engine/fields/operators.ts';

const all = { kind: 'all' } as const;
const column = (name: string, alias?: string) => ({ kind: 'column', name, alias }) as const;
const embed = (relation: string, items: readonly unknown[], more: object = {}) => ({
  kind: 'embed',
  relation,
  alias: undefined,
  inner: false,
  items,
  ...more,
});
const compare = (path: readonly string[], operator: OperatorName, slot: number, more: object = {}) => ({
  kind: 'compare',
  path,
  operator,
  negated: false,
  slot,
  keyword: undefined,
  ...more,
});
const term = (path: readonly string[], descending = false, nullsFirst?: boolean) => ({ path, descending, nullsFirst });

test('an empty query asks for everything, in the default order, on a page of the default size', () => {
  expect(parseRequest('')).toEqual({
    select: [all],
    filters: [],
    order: [],
    limit: undefined,
    offset: undefined,
    cursor: undefined,
    columns: undefined,
    onConflict: undefined,
    words: [],
    values: [],
  } satisfies ReadRequest);
});

describe('select takes', () => {
  test.each([
    ['*', [all]],
    ['', [all]],
    ['nome', [column('nome')]],
    ['id,nome', [column('id'), column('nome')]],
    [' id, nome ', [column('id'), column('nome')]],
    ['"nome"', [column('nome')]],
    ['rotulo:nome', [column('nome', 'rotulo')]],
    ['*,cidade(nome)', [all, embed('cidade', [column('nome')])]],
    ['cidade()', [embed('cidade', [])]],
    ['onde:cidade(*,uf:estado)', [embed('cidade', [all, column('estado', 'uf')], { alias: 'onde' })]],
    ['cidade!inner(id)', [embed('cidade', [column('id')], { inner: true })]],
    ['cidade!left(id)', [embed('cidade', [column('id')])]],
    ['guia(cidade(pais(nome)))', [embed('guia', [embed('cidade', [embed('pais', [column('nome')])])])]],
  ])('%s', (text, select) => {
    expect(parseRequest(`select=${encodeURIComponent(text)}`).select).toEqual(select);
  });
});

describe('order takes', () => {
  test.each([
    ['nome', [term(['nome'])]],
    ['nome.asc', [term(['nome'])]],
    ['nome.desc', [term(['nome'], true)]],
    ['nome.nullsfirst', [term(['nome'], false, true)]],
    ['nome.desc.nullslast', [term(['nome'], true, false)]],
    ['uf,nome.desc', [term(['uf']), term(['nome'], true)]],
    ['cidade(nome).desc.nullslast', [term(['cidade', 'nome'], true, false)]],
    ['cidade.nome.desc', [term(['cidade', 'nome'], true)]],
    ['guia(cidade.nome)', [term(['guia', 'cidade', 'nome'])]],
    ['', []],
  ])('%s', (text, order) => {
    expect(parseRequest(`order=${text}`).order).toEqual(order);
  });
});

describe('a filter takes', () => {
  test.each<[string, FilterNode[] | unknown[], FilterValue[]]>(
    [
      ['nome=eq.Ana', [compare(['nome'], 'eq', 0)], ['Ana']],
      ['nome=eq.', [compare(['nome'], 'eq', 0)], ['']],
      ['nome=eq.a.b,c(d)"e"', [compare(['nome'], 'eq', 0)], ['a.b,c(d)"e"']],
      ['nome=not.eq.Ana', [compare(['nome'], 'eq', 0, { negated: true })], ['Ana']],
      ['nome=has.s%C3%A3o%20jo%C3%A3o', [compare(['nome'], 'has', 0)], ['são joão']],
      ['nome=like.a*b%25', [compare(['nome'], 'like', 0)], ['a*b%']],
      ['nome=eq.1+1', [compare(['nome'], 'eq', 0)], ['1 1']],
      ['id=in.(1,2)', [compare(['id'], 'in', 0)], [['1', '2']]],
      ['id=in.()', [compare(['id'], 'in', 0)], [[]]],
      ['nome=in.("a,b","c(d)","e""f)', [], []],
      ['nome=not.in.("a,b","c)","\\"d\\\\")', [compare(['nome'], 'in', 0, { negated: true })], [['a,b', 'c)', '"d\\']]],
      ['nome=is.null', [compare(['nome'], 'is', -1, { keyword: 'null' })], []],
      ['nome=not.is.null', [compare(['nome'], 'is', -1, { keyword: 'null', negated: true })], []],
      ['nome=is.not_null', [compare(['nome'], 'is', -1, { keyword: 'not_null' })], []],
      ['ativo=is.TRUE', [compare(['ativo'], 'is', -1, { keyword: 'true' })], []],
      ['cidade.uf=eq.MG', [compare(['cidade', 'uf'], 'eq', 0)], ['MG']],
      ['"nome"=eq.x', [compare(['nome'], 'eq', 0)], ['x']],
      [
        'nome[0]=ilike.*a*&nome[1]=ilike.*b*',
        [compare(['nome'], 'ilike', 0), compare(['nome'], 'ilike', 1)],
        ['*a*', '*b*'],
      ],
      ['nome=eq.a&nome=eq.b', [compare(['nome'], 'eq', 0), compare(['nome'], 'eq', 1)], ['a', 'b']],
      [
        'or=(nome.eq.a,id.gt.5)',
        [{ kind: 'or', negated: false, items: [compare(['nome'], 'eq', 0), compare(['id'], 'gt', 1)] }],
        ['a', '5'],
      ],
      [
        'not.and=(nome.not.eq."a,b)",cidade.uf.in.(MG,"R,J"),ativo.is.true)',
        [
          {
            kind: 'and',
            negated: true,
            items: [
              compare(['nome'], 'eq', 0, { negated: true }),
              compare(['cidade', 'uf'], 'in', 1),
              compare(['ativo'], 'is', -1, { keyword: 'true' }),
            ],
          },
        ],
        ['a,b)', ['MG', 'R,J']],
      ],
      [
        'and=(or(a.eq.1,not.and(b.eq.2,c.eq.3)),not.or(d.eq.4))',
        [
          {
            kind: 'and',
            negated: false,
            items: [
              {
                kind: 'or',
                negated: false,
                items: [
                  compare(['a'], 'eq', 0),
                  { kind: 'and', negated: true, items: [compare(['b'], 'eq', 1), compare(['c'], 'eq', 2)] },
                ],
              },
              { kind: 'or', negated: true, items: [compare(['d'], 'eq', 3)] },
            ],
          },
        ],
        ['1', '2', '3', '4'],
      ],
      ['and=(order.eq.1)', [{ kind: 'and', negated: false, items: [compare(['order'], 'eq', 0)] }], ['1']],
    ].filter(([, filters]) => (filters as unknown[]).length > 0) as [string, unknown[], FilterValue[]][],
  )('%s', (query, filters, values) => {
    const request = parseRequest(query);
    expect([request.filters, request.values]).toEqual([filters, values]);
  });
});

test('limit, offset, cursor, quick search and columns are read', () => {
  expect(parseRequest('limit=10&offset=20')).toMatchObject({ limit: 10, offset: 20 });
  expect(parseRequest('cursor=abc')).toMatchObject({ cursor: 'abc' });
  expect(parseRequest('q=+s%C3%A3o++jo%C3%A3o%0A')).toMatchObject({ words: ['são', 'joão'] });
  expect(parseRequest('q=1+2+3+4+5+6+7+8+9').words).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  expect(parseRequest('columns="a","b"&on_conflict=c')).toEqual({
    ...parseRequest(''),
    columns: ['a', 'b'],
    onConflict: ['c'],
  });
});

describe('refused is', () => {
  const invalid = (parameter: string, problem: string) => ['REQUEST_QUERY_INVALID', { parameter, problem }, undefined];
  test.each([
    ['select=a,', invalid('select', "esperado um nome na posição 3 de 'a,'")],
    ['select=,a', invalid('select', "esperado um nome na posição 1 de ',a'")],
    ['select=a)', invalid('select', "não se entende ')'")],
    ['select=a(b', invalid('select', "esperado ')' na posição 4 de 'a(b'")],
    ['select=nome::text', invalid('select', "não se entende '::text'")],
    ['select=dados->>x', invalid('select', "não se entende '->>x'")],
    ['select=...cidade(nome)', invalid('select', "esperado um nome na posição 1 de '...cidade(nome)'")],
    ['select=cidade!fk(nome)', invalid('select', "'!fk' não é aceito; use '!inner' ou '!left'")],
    ['select="a', invalid('select', "aspas sem fim em '\"a'")],
    ['select=é', invalid('select', "esperado um nome na posição 1 de 'é'")],
    [`select=${'a('.repeat(10)}b${')'.repeat(10)}`, invalid('select', 'relações demais umas dentro das outras')],
    ['order=a.', invalid('order', "esperado um nome na posição 3 de 'a.'")],
    ['order=a desc', invalid('order', "não se entende ' desc'")],
    ['order=a(b', invalid('order', "esperado ')' na posição 4 de 'a(b'")],
    ['order=-a', invalid('order', "esperado um nome na posição 1 de '-a'")],
    ['limit=dez', invalid('limit', "'dez' não é um número inteiro positivo")],
    ['limit=', invalid('limit', "'' não é um número inteiro positivo")],
    ['limit=1.5', invalid('limit', "'1.5' não é um número inteiro positivo")],
    ['offset=-1', invalid('offset', "'-1' não é um número inteiro positivo")],
    ['offset=1&cursor=x', invalid('offset', "não vai junto com 'cursor'")],
    ['nome=is.nada', invalid('nome', "'is' aceita null, not_null, true, false, unknown, não 'nada'")],
    ['id=in.1,2', invalid('id', "esperado '(' na posição 4 de 'in.1,2'")],
    ['id=in.(1,2', invalid('id', "esperado ')' na posição 8 de 'in.(1,2'")],
    ['id=in.(1)x', invalid('id', "não se entende 'x'")],
    ['nome=in.("a"b)', invalid('nome', "esperado ')' na posição 8 de 'in.(\"a\"b)'")],
    ['nome=in.("a)', invalid('nome', "aspas sem fim em 'in.(\"a)'")],
    ['nome=eq', invalid('nome', "esperado '.' na posição 3 de 'eq'")],
    ['nome=like(any).{a}', invalid('nome', "esperado '.' na posição 5 de 'like(any).{a}'")],
    ['or=nome.eq.a', invalid('or', "esperado '(' na posição 1 de 'nome.eq.a'")],
    ['or=()', invalid('or', "esperado um nome na posição 2 de '()'")],
    ['or=(nome.eq.a', invalid('or', "esperado ')' na posição 11 de '(nome.eq.a'")],
    ['or=(nome.eq.a)b', invalid('or', "não se entende 'b'")],
    ['or=(nome)', invalid('or', "esperado '.' na posição 6 de '(nome)'")],
    [`and=${'(and'.repeat(10)}(a.eq.1)${')'.repeat(10)}`, invalid('and', 'grupos demais uns dentro dos outros')],
    ['=eq.1', invalid('', "esperado um nome na posição 1 de ''")],
    ['nome-x=eq.1', invalid('nome-x', "não se entende '-x'")],
    ['a..b=eq.1', invalid('a..b', "esperado um nome na posição 3 de 'a..b'")],
    ['nome=ilik.x', ['REQUEST_OPERATOR_UNKNOWN', { operator: 'ilik' }, 'ilike']],
    ['nome=Ana', ['REQUEST_OPERATOR_UNKNOWN', { operator: 'Ana' }, undefined]],
    ['nome=', ['REQUEST_OPERATOR_UNKNOWN', { operator: '' }, undefined]],
    ['nome=constructor.x', ['REQUEST_OPERATOR_UNKNOWN', { operator: 'constructor' }, undefined]],
    ['nome=fts(portuguese).x', ['REQUEST_OPERATOR_UNKNOWN', { operator: 'fts' }, undefined]],
    ['as_of=2026-01-01', ['REQUEST_PARAMETER_UNSUPPORTED', { parameter: 'as_of' }, undefined]],
  ] as [string, unknown[]][])('%s', (query, expected) => {
    let refusal: unknown;
    try {
      parseRequest(query);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(Refusal);
    const { code, params, suggestion } = refusal as Refusal;
    expect([code, params, suggestion]).toEqual(expected);
  });
});

/** Text that looks enough like a request to get past the first letters. */
const pieces = fc.constantFrom(
  ...['select', 'order', 'limit', 'offset', 'cursor', 'q', 'and', 'or', 'not.and', 'nome', 'cidade', '"', '"a"'],
  ...['=', '&', '.', ',', '(', ')', '!', ':', '::', '*', '[0]', '\\', '%', '%00', '%22', '+', ' ', 'é', '😀'],
  ...['eq', 'in', 'is', 'not', 'null', 'asc', 'desc', 'nullsfirst', 'inner', '1', '-1', '__proto__', 'constructor'],
);

test('any query is read or refused, never anything else', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string({ unit: 'binary' }),
        fc.array(pieces).map((parts) => parts.join('')),
      ),
      (query) => {
        try {
          parseRequest(query);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          expect(error.status).toBe(400);
        }
      },
    ),
    { numRuns: 5000 },
  );
});

test('a long query is read or refused like any other', () => {
  for (const query of [
    `select=${'a,'.repeat(8000)}a`,
    `or=(${'a.eq.1,'.repeat(3000)}a.eq.1)`,
    `nome=in.(${'"x",'.repeat(5000)}"x")`,
    `select=${'"'.repeat(16_001)}`,
    `or=${'('.repeat(16_000)}`,
    `order=${'a.'.repeat(8000)}a`,
  ]) {
    try {
      parseRequest(query);
    } catch (error) {
      expect(error).toBeInstanceOf(Refusal);
    }
  }
});

const names = fc
  .stringMatching(/^[a-z_][a-z0-9_]{0,12}$/)
  .filter((name) => !Object.hasOwn(operators, name) && !['not', 'and', 'or'].includes(name));
const paths = fc.array(names, { minLength: 1, maxLength: 3 });
/** A filter tree whose values stand in their places. */
type Tree =
  | { readonly kind: 'and' | 'or'; readonly negated: boolean; readonly items: readonly Tree[] }
  | {
      readonly kind: 'compare';
      readonly path: readonly string[];
      readonly operator: OperatorName;
      readonly negated: boolean;
      readonly value: FilterValue;
    };
const comparison: fc.Arbitrary<Tree> = fc
  .tuple(
    paths,
    fc.constantFrom(...(Object.keys(operators) as OperatorName[])),
    fc.boolean(),
    fc.string(),
    fc.array(fc.string(), { maxLength: 4 }),
  )
  .map(([path, operator, negated, text, list]) => ({
    kind: 'compare',
    path,
    operator,
    negated,
    value: operators[operator].value === 'list' ? list : operators[operator].value === 'keyword' ? 'null' : text,
  }));
const { tree } = fc.letrec<{ tree: Tree; group: Tree }>((tie) => ({
  tree: fc.oneof({ maxDepth: 4 }, comparison, tie('group')),
  group: fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    negated: fc.boolean(),
    items: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
  }),
}));

const quote = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
/** As a client that quotes every value would send it. */
const writeTree = (node: Tree): string => {
  const not = node.negated ? 'not.' : '';
  if (node.kind !== 'compare') return `${not}${node.kind}(${node.items.map(writeTree).join(',')})`;
  const value =
    typeof node.value !== 'string'
      ? `(${node.value.map(quote).join(',')})`
      : node.operator === 'is'
        ? node.value
        : quote(node.value);
  return `${node.path.join('.')}.${not}${node.operator}.${value}`;
};
const readTree = (node: FilterNode, values: readonly FilterValue[]): Tree =>
  node.kind === 'compare'
    ? {
        kind: 'compare',
        path: node.path,
        operator: node.operator,
        negated: node.negated,
        value: node.keyword ?? values[node.slot] ?? '',
      }
    : { kind: node.kind, negated: node.negated, items: node.items.map((item) => readTree(item, values)) };

test('a filter that is written is read back as it was', () => {
  fc.assert(
    fc.property(fc.array(tree, { minLength: 1, maxLength: 3 }), (items) => {
      const query = `and=${encodeURIComponent(`(${items.map(writeTree).join(',')})`)}`;
      const request = parseRequest(query);
      expect(request.filters.map((node) => readTree(node, request.values))).toEqual([
        { kind: 'and', negated: false, items },
      ]);
    }),
    { numRuns: 500 },
  );
});

test('a value outside of groups is everything that follows the operator', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const request = parseRequest(`nome=eq.${encodeURIComponent(text)}`);
      expect(request.values).toEqual([text]);
    }),
  );
});
