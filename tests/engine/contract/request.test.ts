import { describe, expect, test } from 'vitest';
import type { FilterNode, FilterValue, ReadRequest } from '../../../engine/contract/request.ts';
import { parseRequest } from '../../../engine/contract/request.ts';
import { requestLimits } from '../../../engine/contract/request-limits.ts';
import { Refusal } from '../../../engine/core/errors.ts';
import type { OperatorName } from '../../../engine/fields/operators.ts';
import { operators, refusedOperators } from '../../../engine/fields/operators.ts';
import { reservedNames } from '../../../engine/model/types.ts';
import fc from '../../support/laws.ts';

const all = { kind: 'all' } as const;
const column = (name: string, alias?: string, cast?: string) => ({ kind: 'column', name, alias, cast }) as const;
const embed = (relation: string, items: readonly unknown[], more: object = {}) => ({
  kind: 'embed',
  relation,
  alias: undefined,
  hint: undefined,
  spread: false,
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
  quantifier: undefined,
  configuration: operator.endsWith('fts') ? 'portuguese' : undefined,
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
    embeds: [],
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
    ['nome::text', [column('nome', undefined, 'text')]],
    ['n:nome::Double  Precision , id', [column('nome', 'n', 'double  precision'), column('id')]],
    ['cidade!fk(nome)', [embed('cidade', [column('nome')], { hint: 'fk' })]],
    ['a:cidade!fk!inner(nome)', [embed('cidade', [column('nome')], { alias: 'a', hint: 'fk', inner: true })]],
    ['cidade!inner!fk(nome)', [embed('cidade', [column('nome')], { hint: 'fk', inner: true })]],
    ['...cidade(nome)', [embed('cidade', [column('nome')], { spread: true })]],
    ['...cidade!fk!left( uf:nome )', [embed('cidade', [column('nome', 'uf')], { hint: 'fk', spread: true })]],
    ['distritos(count)', [embed('distritos', [column('count')])]],
    ['clinicas-publicas( nome , id )', [embed('clinicas-publicas', [column('nome'), column('id')])]],
    ['"a/b"(id)', [embed('a/b', [column('id')])]],
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
    [' uf , nome.desc ', [term(['uf']), term(['nome'], true)]],
    ['cidade(nome).desc.nullslast', [term(['cidade', 'nome'], true, false)]],
    ['cidade.nome.desc', [term(['cidade', 'nome'], true)]],
    ['guia(cidade.nome)', [term(['guia', 'cidade', 'nome'])]],
    ['', []],
  ])('%s', (text, order) => {
    expect(parseRequest(`order=${text}`).order).toEqual(order);
  });
});

describe('a filter takes', () => {
  test.each<[string, FilterNode[] | unknown[], FilterValue[]]>([
    ['nome=eq.Ana', [compare(['nome'], 'eq', 0)], ['Ana']],
    ['nome=eq.', [compare(['nome'], 'eq', 0)], ['']],
    ['nome=eq.a.b,c(d)"e"', [compare(['nome'], 'eq', 0)], ['a.b,c(d)"e"']],
    ['nome=not.eq.Ana', [compare(['nome'], 'eq', 0, { negated: true })], ['Ana']],
    ['nome=has.s%C3%A3o%20jo%C3%A3o', [compare(['nome'], 'has', 0)], ['são joão']],
    ['nome=like.a*b%25', [compare(['nome'], 'like', 0)], ['a*b%']],
    ['nome=eq.1+1', [compare(['nome'], 'eq', 0)], ['1 1']],
    ['id=in.(1,2)', [compare(['id'], 'in', 0)], [['1', '2']]],
    ['id=in.()', [compare(['id'], 'in', 0)], [[]]],
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
    ['nome=in.("a"b,"c")', [compare(['nome'], 'in', 0)], [['"a"b', 'c']]],
    ['nome=in.("a)', [compare(['nome'], 'in', 0)], [['"a']]],
    ['or=(guia.match.eq.1)', [{ kind: 'or', negated: false, items: [compare(['guia', 'match'], 'eq', 0)] }], ['1']],
    ['nome=in.(,)', [compare(['nome'], 'in', 0)], [['', '']]],
    ['nome=in. ( a,"b" ) ', [compare(['nome'], 'in', 0)], [['a', '"b" ']]],
    ['nome=eq(any).{a,"b,c"," d"}', [compare(['nome'], 'eq', 0, { quantifier: 'any' })], [['a', 'b,c', ' d']]],
    [
      'nome=not.like(all).{a*, *b }',
      [compare(['nome'], 'like', 0, { quantifier: 'all', negated: true })],
      [['a*', '*b']],
    ],
    ['nome=eq(any).{}', [compare(['nome'], 'eq', 0, { quantifier: 'any' })], [[]]],
    ['nome=eq(any).{a\\,b}', [compare(['nome'], 'eq', 0, { quantifier: 'any' })], [['a,b']]],
    ['nome=eq.{a,b}', [compare(['nome'], 'eq', 0)], ['{a,b}']],
    ['nome=isdistinct.a', [compare(['nome'], 'isdistinct', 0)], ['a']],
    ['nome=fts.casa', [compare(['nome'], 'fts', 0)], ['casa']],
    [
      'nome=not.wfts(simple)."a b"',
      [compare(['nome'], 'wfts', 0, { configuration: 'simple', negated: true })],
      ['"a b"'],
    ],
    ['distritos=is.null', [compare(['distritos'], 'is', -1, { keyword: 'null' })], []],
    [
      'or=( nome.eq.{a,b} , nome.ilike(any).{a*,b*} , nome.phfts(english).x )',
      [
        {
          kind: 'or',
          negated: false,
          items: [
            compare(['nome'], 'eq', 0),
            compare(['nome'], 'ilike', 1, { quantifier: 'any' }),
            compare(['nome'], 'phfts', 2, { configuration: 'english' }),
          ],
        },
      ],
      ['{a,b}', ['a*', 'b*'], 'x '],
    ],
    [
      'cidade.distritos.not.or=(nome.eq.a)',
      [{ kind: 'or', negated: true, at: ['cidade', 'distritos'], items: [compare(['nome'], 'eq', 0)] }],
      ['a'],
    ],
  ])('%s', (query, filters, values) => {
    const request = parseRequest(query);
    expect([request.filters, request.values]).toEqual([filters, values]);
  });
});

test('order and page of an embed are read apart from those of the resource', () => {
  expect(
    parseRequest('distritos.order=nome.desc&distritos.limit=5&limit=9&cidade.distritos.offset=2&distritos.limit=3')
      .embeds,
  ).toEqual([
    { path: ['distritos'], order: [term(['nome'], true)], limit: 3, offset: undefined },
    { path: ['cidade', 'distritos'], order: [], limit: undefined, offset: 2 },
  ]);
});

test('of a parameter that is said twice the first counts, of limit and offset the last', () => {
  expect(parseRequest('select=a&select=b&order=a&order=b&limit=1&limit=2&columns=a&columns=b')).toMatchObject({
    select: [column('a')],
    order: [term(['a'])],
    limit: 2,
    columns: ['a'],
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
  // each name once, for every row of a body is held against them
  expect(parseRequest('columns=a,b,a,a&on_conflict=c,c')).toMatchObject({ columns: ['a', 'b'], onConflict: ['c'] });
});

describe('refused is', () => {
  const invalid = (parameter: string, problem: string) => ['REQUEST_QUERY_INVALID', { parameter, problem }, undefined];
  test.each([
    ['select=a,', invalid('select', "esperado um nome na posição 3 de 'a,'")],
    ['select=,a', invalid('select', "esperado um nome na posição 1 de ',a'")],
    ['select=a)', invalid('select', "não se entende ')'")],
    ['select=a(b', invalid('select', "esperado ')' na posição 4 de 'a(b'")],
    ['select=dados->>x', ['REQUEST_JSON_PATH', { column: 'dados' }, undefined]],
    ['select=a:dados->x', ['REQUEST_JSON_PATH', { column: 'dados' }, undefined]],
    ['dados->x=eq.1', ['REQUEST_JSON_PATH', { column: 'dados' }, undefined]],
    ['order=dados->x', ['REQUEST_JSON_PATH', { column: 'dados' }, undefined]],
    ['or=(dados->x.eq.1)', ['REQUEST_JSON_PATH', { column: 'dados' }, undefined]],
    ['select=valor.median()', ['REQUEST_AGGREGATE', { item: 'valor.median()' }, undefined]],
    ['select=valor.sum', ['REQUEST_AGGREGATE', { item: 'valor.sum' }, undefined]],
    ['select=valor.', ['REQUEST_AGGREGATE', { item: 'valor.' }, undefined]],
    ['select=total:valor::text.max()', ['REQUEST_AGGREGATE', { item: 'valor::text' }, undefined]],
    ['select=cidade!a!b(nome)', invalid('select', "'!b' vem depois de '!a', e só um dos dois pode indicar a relação")],
    ['select=cidade!inner', invalid('select', "esperado '(' na posição 13 de 'cidade!inner'")],
    ['select=nome::', invalid('select', "esperado um tipo depois de 'nome::'")],
    ['select=...nome', invalid('select', "esperado '(' na posição 8 de '...nome'")],
    ['select="a', invalid('select', "aspas sem fim em '\"a'")],
    ['select=é', invalid('select', "esperado um nome na posição 1 de 'é'")],
    [
      `select=${'a('.repeat(10)}b${')'.repeat(10)}`,
      ['REQUEST_TOO_COMPLEX', { part: 'níveis de grupos ou relações', maximum: 8 }, undefined],
    ],
    ['order=a.', invalid('order', "esperado um nome na posição 3 de 'a.'")],
    ['order=a desc', invalid('order', "não se entende 'desc'")],
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
    ['nome=eq', invalid('nome', "esperado '.' na posição 3 de 'eq'")],
    ['nome=like(some).{a}', invalid('nome', "'like(some)' não existe; use 'like(any)' ou 'like(all)'")],
    ['nome=in(any).{a}', invalid('nome', "'in' não aceita '(any)'")],
    ['nome=neq(any).{a}', invalid('nome', "'neq' não aceita '(any)'")],
    ['nome=eq(any).a', invalid('nome', "esperado '{' na posição 9 de 'eq(any).a'")],
    ['nome=eq(any).{a', invalid('nome', "esperado '}' na posição 11 de 'eq(any).{a'")],
    ['nome=eq(any).{{a}}', invalid('nome', 'falta um valor na lista entre chaves; um texto vazio se escreve ""')],
    ['nome=eq(any).{a,}', invalid('nome', 'falta um valor na lista entre chaves; um texto vazio se escreve ""')],
    ['nome=eq(any).{a,null}', invalid('nome', "NULL não vai na lista entre chaves; use 'is.null'")],
    [
      'nome=fts(klingon).x',
      invalid('nome', "a configuração de busca 'klingon' não existe; use portuguese, english, simple"),
    ],
    ...Object.entries(refusedOperators).map(([operator, why]) => [
      `nome=not.${operator}.x`,
      ['REQUEST_OPERATOR_REFUSED', { operator, ...why }, undefined],
    ]),
    ['or=(nome.match.x)', ['REQUEST_OPERATOR_REFUSED', { operator: 'match', ...refusedOperators['match'] }, undefined]],
    [
      `nome=eq.${'x'.repeat(requestLimits.query)}`,
      ['REQUEST_TOO_COMPLEX', { part: 'caracteres na consulta', maximum: 30000 }, undefined],
    ],
    [
      `id=in.(${'1,'.repeat(requestLimits.list)}1)`,
      ['REQUEST_TOO_COMPLEX', { part: 'valores em uma lista', maximum: 2000 }, undefined],
    ],
    [
      `id=eq(any).{${'1,'.repeat(requestLimits.list)}1}`,
      ['REQUEST_TOO_COMPLEX', { part: 'valores em uma lista', maximum: 2000 }, undefined],
    ],
    [
      `and=(${'a.eq.1,'.repeat(requestLimits.filters)}a.eq.1)`,
      ['REQUEST_TOO_COMPLEX', { part: 'condições', maximum: 100 }, undefined],
    ],
    [
      `select=${'a,'.repeat(requestLimits.items)}a`,
      ['REQUEST_TOO_COMPLEX', { part: "itens em 'select'", maximum: 600 }, undefined],
    ],
    [
      `select=${'a(b),'.repeat(requestLimits.embeds)}a(b)`,
      ['REQUEST_TOO_COMPLEX', { part: "relações em 'select'", maximum: 40 }, undefined],
    ],
    [
      `order=${'a,'.repeat(requestLimits.order)}a`,
      ['REQUEST_TOO_COMPLEX', { part: "termos em 'order'", maximum: 16 }, undefined],
    ],
    ['or=nome.eq.a', invalid('or', "esperado '(' na posição 1 de 'nome.eq.a'")],
    ['or=()', invalid('or', "esperado um nome na posição 2 de '()'")],
    ['or=(nome.eq.a', invalid('or', "esperado ')' na posição 11 de '(nome.eq.a'")],
    ['or=(nome.eq.a)b', invalid('or', "não se entende 'b'")],
    ['or=(nome)', invalid('or', "esperado '.' na posição 6 de '(nome)'")],
    [
      `and=${'(and'.repeat(10)}(a.eq.1)${')'.repeat(10)}`,
      ['REQUEST_TOO_COMPLEX', { part: 'níveis de grupos ou relações', maximum: 8 }, undefined],
    ],
    ['=eq.1', invalid('', "esperado um nome na posição 1 de ''")],
    ['a..b=eq.1', invalid('a..b', "esperado um nome na posição 3 de 'a..b'")],
    ['nome=ilik.x', ['REQUEST_OPERATOR_UNKNOWN', { operator: 'ilik' }, 'ilike']],
    ['nome=Ana', ['REQUEST_OPERATOR_MISSING', { parameter: 'nome', value: 'Ana' }, undefined]],
    ['nome=ana@b.br', ['REQUEST_OPERATOR_UNKNOWN', { operator: 'ana@b' }, undefined]],
    [
      'order=nome.descending',
      invalid('order', "depois do campo vem asc, desc, nullsfirst ou nullslast, não 'descending'"),
    ],
    ['nome=', ['REQUEST_OPERATOR_MISSING', { parameter: 'nome', value: '' }, undefined]],
    ['nome=constructor.x', ['REQUEST_OPERATOR_UNKNOWN', { operator: 'constructor' }, undefined]],
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

test.each([
  ['characters', `nome=eq.${'x'.repeat(requestLimits.query - 'nome=eq.'.length)}`],
  ['values', `id=in.(${'1,'.repeat(requestLimits.list - 1)}1)`],
  ['values of any', `id=eq(any).{${'1,'.repeat(requestLimits.list - 1)}1}`],
  ['conditions', `and=(${'a.eq.1,'.repeat(requestLimits.filters - 1)}a.eq.1)`],
  ['columns', `select=${'a,'.repeat(requestLimits.items - 1)}a`],
  ['relations', `select=${'a(b),'.repeat(requestLimits.embeds - 1)}a(b)`],
  ['terms', `order=${'a,'.repeat(requestLimits.order - 1)}a`],
  ['groups', `and=(${'and('.repeat(requestLimits.depth)}a.eq.1${')'.repeat(requestLimits.depth)})`],
  ['relations in relations', `select=${'a('.repeat(requestLimits.depth)}b${')'.repeat(requestLimits.depth)}`],
])('as many %s as the limit says are read', (_what, query) => {
  expect(() => parseRequest(query)).not.toThrow();
});

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

test('no field may have the name of an operator, at which a path inside a group ends', () => {
  for (const name of Object.keys({ ...operators, ...refusedOperators }))
    expect([name, reservedNames.has(name)]).toEqual([name, true]);
});

const names = fc
  .stringMatching(/^[a-z_][a-z0-9_]{0,12}$/)
  .filter((name) => ![...Object.keys({ ...operators, ...refusedOperators }), 'not', 'and', 'or'].includes(name));
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
