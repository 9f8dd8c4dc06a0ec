/** What is known of an expression before there is a record, where some of what it reads is always the same. */
import { describe, expect, it } from 'vitest';
import { check } from '../../../engine/expressions/check.ts';
import type { Value } from '../../../engine/expressions/functions.ts';
import type { Known, KnownKey } from '../../../engine/expressions/settle.ts';
import { isNever, knownReads, settled } from '../../../engine/expressions/settle.ts';
import type { Names, ValueType } from '../../../engine/expressions/types.ts';

const named = (types: Readonly<Record<string, ValueType>>): Names =>
  new Map(Object.entries(types).map(([name, type]) => [name, { key: name, type }]));
const text: ValueType = { kind: 'text' };
const number: ValueType = { kind: 'decimal' };
const rows: ValueType = { kind: 'list', of: { kind: 'row', names: named({ nota: number, outra: number }) } };
const names = named({
  vazio: text,
  fixo: text,
  livre: text,
  valor: number,
  dia: { kind: 'date' },
  itens: rows,
  nenhum: rows,
});

const keys = (values: Readonly<Record<string, Value>>): ReadonlyMap<string, KnownKey> =>
  new Map(Object.entries(values).map(([key, value]) => [key, { value }]));
const known: Known = {
  record: keys({ vazio: null, valor: null, dia: null, fixo: 'A', nenhum: [] }),
  parent: new Map(),
  rows: () => keys({ nota: null }),
};
const treeOf = (source: string, expected: 'boolean' | 'text' | 'decimal' | 'date') => {
  const result = check(source, { names, parent: undefined, secrets: new Set(), once: true }, expected);
  if (!('expression' in result)) throw new Error(result.problem.problem);
  return result.expression.tree;
};

describe('a condition', () => {
  it.each([
    '!empty(vazio)',
    'valor >= 7.0',
    "vazio == 'A' && livre == 'B'",
    "livre == 'B' && valor > 1.0",
    "fixo == 'B' || valor > 1.0",
    'dia <= today()',
    'itens.exists(i, i.nota < 7.0)',
    'itens.filter(i, i.outra > 1.0).exists(i, i.nota < 7.0)',
    '!empty(nenhum)',
    "livre == 'A' ? valor > 1.0 : valor < 1.0",
  ])('is never true: %s', (source) => {
    expect(isNever(treeOf(source, 'boolean'), known)).toBe(true);
  });

  it.each([
    'empty(vazio)',
    "vazio == 'A' || livre == 'B'",
    "fixo == 'A'",
    'livre == vazio',
    'itens.exists(i, i.outra < 7.0)',
    'itens.all(i, i.nota < 7.0)',
    "today() > date('2020-01-01')",
    "livre == 'A' ? valor > 1.0 : livre == 'B'",
    '!(livre == vazio)',
  ])('may be true: %s', (source) => {
    expect(isNever(treeOf(source, 'boolean'), known)).toBe(false);
  });
});

it.each([
  ['valor * 2.0', 'decimal', null],
  ['coalesce(valor, 3.0)', 'decimal', 3],
  ["fixo + '-' + vazio", 'text', null],
  ["fixo + '-B'", 'text', 'A-B'],
  ['empty(vazio) ? fixo : livre', 'text', 'A'],
  ['sum(nenhum.map(i, i.nota))', 'decimal', 0],
  ['sum(itens.map(i, i.outra))', 'decimal', undefined],
  ['livre', 'text', undefined],
  ['today()', 'date', undefined],
] as const)('%s comes to what it always is', (source, kind, value) => {
  expect(settled(treeOf(source, kind), known)).toBe(value);
});

it('tells what of it is known, in rows too, each once', () => {
  const tree = treeOf('itens.exists(i, i.nota > valor && i.outra > valor) && fixo != livre', 'boolean');
  expect(knownReads(tree, known)).toEqual([{ value: null }, { value: null }, { value: 'A' }]);
});
