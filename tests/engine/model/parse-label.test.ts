import { expect, it } from 'vitest';
import {
  isSparing,
  keepFields,
  parseLabel,
  parseRecordLabel,
  writeLabelParts,
} from '../../../engine/model/passes/parse-label.ts';
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
  ['{a} ({b})', 'b', '{b}'],
  ['{a} ({b}/{c})', 'c', '{c}'],
  ['{a} ({b}/{c})', 'ab', '{a} {b}'],
  ['({a}) {b}', 'a', '{a}'],
  ['Nº {a}/{b}', 'a', 'Nº {a}'],
  ['Nº {a}/{b}', 'b', '{b}'],
  ['{a} - {b}', '', ''],
])('of %j with only %j keeps %j', (label, kept, expected) => {
  expect(write(keepFields(parseLabel(label), (field) => kept.includes(field)))).toBe(expected);
});

it('takes apart what a label of records can spare', () => {
  expect(parseRecordLabel('[{codigo} - ]{nome}[ ({uf})]')).toEqual([
    { field: 'codigo', spare: true },
    { text: ' - ', spare: true },
    { field: 'nome' },
    { text: ' (', spare: true },
    { field: 'uf', spare: true },
    { text: ')', spare: true },
  ]);
  // An address or a text of an action has brackets of its own.
  expect(parseLabel('[{nome}]')).toEqual([{ text: '[' }, { field: 'nome' }, { text: ']' }]);
});

it.each(['{nome} - {uf}', '[{codigo} - ]{nome}', '{nome}[ ({conselho} {numero})]', 'Nº [{a}/]{b}', '{a} [ {b}'])(
  'writes %j as it is said',
  (label) => {
    expect(writeLabelParts(parseRecordLabel(label))).toBe(label);
  },
);

it.each([
  ['[{codigo} - ]{nome}', true],
  ['{nome}', true],
  ['[{codigo} - {nome}]', false],
  ['[{codigo} - {nome}', false],
  ['{codigo}] {nome}', false],
  ['[{codigo} [- ]]{nome}', false],
  ['[Nº ]', false],
])('of %j something is left without what is spare: %j', (label, left) => {
  expect(isSparing(parseRecordLabel(label))).toBe(left);
});

it('keeps what is spare of a field that is kept', () => {
  const kept = (field: string) =>
    writeLabelParts(keepFields(parseRecordLabel('[{a} - ]{b}[ ({c})]'), (one) => one === field));
  expect(['a', 'b', 'c'].map(kept)).toEqual(['[{a}]', '{b}', '[{c}]']);
});
