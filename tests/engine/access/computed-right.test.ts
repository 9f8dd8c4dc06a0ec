/** What is worked out from rows and from other computed values: how much of it is open to whom parts of that are kept from. */
import { expect, test } from 'vitest';
import { createAccess } from '../../../engine/access/access.ts';
import type { FieldLevel } from '../../../engine/access/field-right.ts';
import { isSensitive } from '../../../engine/access/field-right.ts';
import type { Tree } from '../../../engine/expressions/types.ts';
import type { Child, Entity, Field } from '../../../engine/model/types.ts';
import { groupOf, sessionUser } from '../../support/grants.ts';
import { createEntity, createField } from '../../support/small-model.ts';

const rowsOf = (name: string): Child => ({
  name,
  title: name,
  description: undefined,
  help: undefined,
  visible: true,
  readOnly: false,
  minItems: 0,
  maxItems: 9,
  entity: createEntity({
    name: `conta_${name}`,
    fields: [
      createField({ name: 'preco', type: 'money', personalData: name === 'itens' ? 'sensitive' : 'public' }),
      createField({ name: 'nome', type: 'text' }),
    ],
  }),
});
const [itens, taxas] = [rowsOf('itens'), rowsOf('taxas')];
const prices = (array: string): Tree => ['macro', 'map', ['rows', array], ['item', 0, 'preco', 'decimal']];
const computed = (key: string, tree: Tree) => ({
  key,
  expression: { source: '', tree, reads: [], parentReads: [] },
});
const conta: Entity = createEntity({
  name: 'conta',
  children: [itens, taxas],
  fields: ['valor', 'total', 'dobro', 'taxado'].map((name) => createField({ name, type: 'money' })),
  expressions: {
    computed: [
      computed('total', ['call', '+', [['field', 'valor', 'decimal'], prices('itens')]]),
      computed('dobro', ['field', 'total', 'decimal']),
      computed('taxado', prices('taxas')),
    ],
    conditions: [],
    rules: [],
    dependents: {},
  },
});
const named = (name: string): Field => {
  const found = conta.fields.find((field) => field.name === name);
  if (!found) throw new Error(name);
  return found;
};

/** Level and cause of the computed fields to whom these are kept. */
const rightsWith = (fields: Readonly<Record<string, FieldLevel>>): readonly string[] => {
  const access = createAccess({
    user: sessionUser([]),
    userId: 1,
    prestadorId: undefined,
    beneficiarioId: undefined,
    groups: [groupOf([], fields)],
  });
  return ['total', 'dobro', 'taxado'].map((name) => {
    const { level, reason } = access.fieldRight(conta, named(name));
    return `${level} ${reason.kind === 'computedFrom' ? reason.field : reason.kind}`;
  });
};

test('a value worked out from rows is kept with the rows, and with the field of them that it reads', () => {
  const open = 'open unrestricted';
  expect(
    (
      [
        {},
        { 'conta.itens': 'hidden' },
        { 'conta_itens.preco': 'masked' },
        { 'conta_itens.preco': 'hidden' },
        { 'conta_itens.nome': 'hidden' },
        { 'conta.taxas': 'masked' },
        { 'conta_taxas.preco': 'hidden' },
      ] as const
    ).map(rightsWith),
  ).toEqual([
    [open, open, open],
    ['hidden conta.itens', 'hidden conta.itens', open],
    ['masked conta_itens.preco', 'masked conta_itens.preco', open],
    ['hidden conta_itens.preco', 'hidden conta_itens.preco', open],
    [open, open, open],
    [open, open, 'hidden conta.taxas'],
    [open, open, 'hidden conta_taxas.preco'],
  ]);
});

test('of what it is worked out from, the narrowest counts; what is only closed to writing closes nothing', () => {
  const open = 'open unrestricted';
  expect(
    (
      [
        { 'conta.valor': 'readOnly', 'conta_itens.preco': 'readOnly' },
        { 'conta.valor': 'masked', 'conta_itens.preco': 'hidden' },
        { 'conta.valor': 'hidden', 'conta_itens.preco': 'masked' },
        { 'conta.valor': 'hidden', 'conta.itens': 'hidden' },
        { 'conta.total': 'hidden', 'conta.valor': 'hidden' },
        { 'conta.total': 'readOnly', 'conta.valor': 'masked' },
        { 'conta.dobro': 'hidden' },
      ] as const
    ).map((fields) => rightsWith(fields).slice(0, 2)),
  ).toEqual([
    [open, open],
    ['hidden conta_itens.preco', 'hidden conta_itens.preco'],
    ['hidden conta.valor', 'hidden conta.valor'],
    ['hidden conta.valor', 'hidden conta.valor'],
    ['hidden fieldRight', 'hidden conta.total'],
    ['masked conta.valor', 'masked conta.valor'],
    [open, 'hidden fieldRight'],
  ]);
});

test('rows are no personal data: nobody has to open them', () => {
  const without = createAccess({
    user: sessionUser([]),
    userId: 1,
    prestadorId: undefined,
    beneficiarioId: undefined,
    groups: [],
  });
  const unrestricted = { level: 'open', reason: { kind: 'unrestricted' } };
  expect([without.fieldRight(conta, itens), without.fieldRight(conta, named('valor'))]).toEqual([
    unrestricted,
    unrestricted,
  ]);
});

test('what is worked out from sensitive fields of rows is sensitive, and so is what is worked out from that', () => {
  expect(
    [...conta.fields, ...conta.children].filter((part) => isSensitive(conta, part)).map(({ name }) => name),
  ).toEqual(['total', 'dobro']);
});
