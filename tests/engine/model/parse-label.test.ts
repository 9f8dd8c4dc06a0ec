import { expect, it } from 'vitest';
import { keepFields, parseLabel } from '../../../engine/model/passes/parse-label.ts';
import type { LabelPart } from '../../../engine/model/types.ts';

const write = (parts: readonly LabelPart[]): string =>
  parts.map((part) => ('field' in part ? `{${part.field}}` : part.text)).join('');

it('takes a label apart', () => {
  expect(parseLabel('{nome} - {uf}')).toEqual([{ field: 'nome' }, { text: ' - ' }, { field: 'uf' }]);
  expect(parseLabel('Nº {numero}')).toEqual([{ text: 'Nº ' }, { field: 'numero' }]);
  expect(parseLabel('a { b')).toEqual([{ text: 'a { b' }]);
});

it.each([
  ['{a} - {b}', 'ab', '{a} - {b}'],
  ['{a} - {b}', 'a', '{a}'],
  ['{a} - {b}', 'b', '{b}'],
  ['{a} - {b} - {c}', 'ac', '{a} - {c}'],
  ['{a} ({b})', 'a', '{a}'],
  ['Nº {a}/{b}', 'a', 'Nº {a}'],
  ['Nº {a}/{b}', 'b', '{b}'],
  ['{a} - {b}', '', ''],
])('of %j with only %j keeps %j', (label, kept, expected) => {
  expect(write(keepFields(parseLabel(label), (field) => kept.includes(field)))).toBe(expected);
});
