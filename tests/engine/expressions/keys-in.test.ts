import { expect, test } from 'vitest';
import { check } from '../../../engine/expressions/check.ts';
import { keysIn } from '../../../engine/expressions/keys-in.ts';
import { vocabulary } from './vocabulary.ts';

test.each([
  ['valor > 1.0 && parent.limite > valor', [['valor'], ['limite'], []]],
  ['itens.all(i, i.preco > valor)', [['itens', 'valor'], [], ['itens.preco']]],
  ['sum(itens.filter(i, i.unidades > 1).map(i, i.preco)) > 1.0', [['itens'], [], ['itens.unidades', 'itens.preco']]],
  // of the array that the macro stands in, not of one beside it
  [
    'itens.all(i, i.preco > 0.0) && outros.all(o, o.unidades > 0)',
    [['itens', 'outros'], [], ['itens.preco', 'outros.unidades']],
  ],
  ['itens.exists(i, outros.exists(o, o.preco == i.preco))', [['itens', 'outros'], [], ['outros.preco', 'itens.preco']]],
  ['itens.map(i, outros).all(l, l.all(o, o.preco > 0.0))', [['itens', 'outros'], [], ['outros.preco']]],
])('%s reads the keys of the record, of its owner and of its rows', (source, expected) => {
  const rows = vocabulary.names.get('itens');
  if (rows === undefined) throw new Error('no rows in the vocabulary');
  const names = new Map([...vocabulary.names, ['outros', { ...rows, key: 'outros' }] as const]);
  const found = check(source, { ...vocabulary, names }, 'boolean');
  if (!('expression' in found)) throw new Error(found.problem.problem);
  const { own, parent, items } = keysIn(found.expression.tree);
  expect([own, parent, items]).toEqual(expected);
});
