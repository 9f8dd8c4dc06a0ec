/** What is worked out from rows and from other computed values: how much of it is open to whom parts of that are kept from. */
import { expect, test } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import type { FieldLevel } from '../../../engine/access/field-right.ts';
import { dataClassOf, isSensitive } from '../../../engine/access/field-right.ts';
import type { Tree } from '../../../engine/expressions/types.ts';
import type { Child, Entity, Field } from '../../../engine/model/types.ts';
import { accessOf, groupOf } from '../../support/grants.ts';
import { createChild, createEntity, createField, createTransition } from '../../support/small-model.ts';

const rowsOf = (name: string): Child =>
  createChild(
    name,
    createEntity({
      name: `conta_${name}`,
      fields: [
        createField({ name: 'preco', type: 'money', personalData: name === 'itens' ? 'sensitive' : 'public' }),
        createField({ name: 'nome', type: 'text' }),
      ],
    }),
  );
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

/** Somebody whose one group says this of fields. */
const holding = (fields: Readonly<Record<string, FieldLevel>>, administrator = false): Access =>
  accessOf([groupOf([], fields)], administrator ? { admin: true, permissions: ['all:manage'] } : {});

/** Level and cause of the computed fields to whom these are kept. */
const rightsWith = (fields: Readonly<Record<string, FieldLevel>>): readonly string[] => {
  const access = holding(fields);
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
  const without = accessOf([]);
  const unrestricted = { level: 'open', reason: { kind: 'unrestricted' } };
  expect([without.fieldRight(conta, itens), without.fieldRight(conta, named('valor'))]).toEqual([
    unrestricted,
    unrestricted,
  ]);
  const price = itens.entity.fields.filter(({ name }) => name === 'preco');
  expect(price.map((field) => without.fieldRight(itens.entity, field))).toEqual([
    { level: 'hidden', reason: { kind: 'personalData', class: 'sensitive', groups: [] } },
  ]);
});

test('what is worked out from sensitive fields of rows is sensitive, and so is what is worked out from that', () => {
  expect(
    [...conta.fields, ...conta.children].filter((part) => isSensitive(conta, part)).map(({ name }) => name),
  ).toEqual(['total', 'dobro']);
});

test('values that transitions set from one another, or from nothing, are as strict as the strictest of them', () => {
  const set = (key: string, from: string) => ({ key, value: computed(key, ['field', from, 'decimal']).expression });
  const trade: Entity = createEntity({
    name: 'troca',
    fields: [
      createField({ name: 'estado', type: 'text' }),
      createField({ name: 'pago', type: 'money' }),
      createField({ name: 'devido', type: 'money', personalData: 'sensitive' }),
      createField({ name: 'vezes', type: 'integer' }),
    ],
    states: {
      key: 'estado',
      initial: 'ABERTA',
      transitions: [
        createTransition('trocar', {
          to: 'ABERTA',
          action: 'update',
          set: [
            set('pago', 'devido'),
            set('devido', 'pago'),
            set('vezes', 'vezes'),
            { key: 'pago', value: null },
            { key: 'estado', value: 'ABERTA' },
          ],
        }),
      ],
    },
  });
  expect(trade.fields.map((field) => [field.name, dataClassOf(trade, field)])).toEqual([
    ['estado', 'public'],
    ['pago', 'sensitive'],
    ['devido', 'sensitive'],
    ['vezes', 'public'],
  ]);
  const levels = (fields: Readonly<Record<string, FieldLevel>>) =>
    trade.fields.map((field) => holding(fields).fieldRight(trade, field).level);
  expect(levels({ 'troca.devido': 'masked' })).toEqual(['open', 'masked', 'masked', 'open']);
  expect(levels({ 'troca.pago': 'hidden' })).toEqual(['open', 'hidden', 'hidden', 'open']);
  expect(levels({ 'troca.vezes': 'hidden' })).toEqual(['open', 'open', 'open', 'hidden']);
});

const fromValue = { entity: 'conta', part: 'valor', rows: false, visible: true, personalData: 'public' } as const;
const fromTotal = { ...fromValue, part: 'total' };
/** `mesmo` is the value of the account, `outro` is worked out from it and the total, `livre` is from nowhere. */
const summary = (more: Partial<NonNullable<Entity['view']>> = {}): Entity =>
  createEntity({
    name: 'visao',
    fields: ['mesmo', 'outro', 'livre'].map((name) => createField({ name, type: 'text' })),
    view: {
      sql: 'select 1',
      sources: { mesmo: [fromValue], outro: [fromValue, fromTotal] },
      rows: [fromValue, fromTotal],
      same: ['mesmo'],
      classed: [],
      ...more,
    },
  });
const told = (access: Access, view = summary()): readonly string[] =>
  view.fields.map((field) => {
    const { level, reason } = access.fieldRight(view, field);
    return `${level} ${reason.kind === 'computedFrom' ? reason.field : reason.kind === 'client' ? `client ${reason.key}` : reason.kind}`;
  });

test('a value of a view is kept with what it comes from; covered it is shown where it is the same value alone', () => {
  const open = 'open unrestricted';
  expect([
    told(holding({})),
    told(holding({ 'conta.valor': 'readOnly' })),
    told(holding({ 'conta.valor': 'masked' })),
    told(holding({ 'conta.valor': 'hidden' })),
    told(holding({ 'conta.total': 'masked' })),
    told(holding({ 'visao.mesmo': 'hidden', 'conta.valor': 'masked' })),
    told(holding({ 'visao.mesmo': 'masked', 'conta.valor': 'masked' })),
  ]).toEqual([
    [open, open, open],
    [open, open, open],
    ['masked conta.valor', 'hidden conta.valor', open],
    ['hidden conta.valor', 'hidden conta.valor', open],
    [open, 'hidden conta.total', open],
    ['hidden fieldRight', 'hidden conta.valor', open],
    ['masked fieldRight', 'hidden conta.valor', open],
  ]);
});

test('a class of its own keeps a value of a view where the files gave it one, and else what it comes from does', () => {
  const closed = accessOf([groupOf([], {}, { personal: 'hidden' })]);
  const personal = (classed: readonly string[]): Entity => {
    const view = summary({ classed });
    return { ...view, fields: view.fields.map((field) => ({ ...field, personalData: 'personal' })) };
  };
  expect([told(closed, personal([])), told(closed, personal(['outro']))]).toEqual([
    ['open unrestricted', 'open unrestricted', 'open unrestricted'],
    ['open unrestricted', 'hidden personalData', 'open unrestricted'],
  ]);
});

test('an administrator sees every value of a view but those that the files leave out', () => {
  const unseen = summary({ sources: { mesmo: [{ ...fromValue, visible: false }], outro: [fromValue] } });
  const open = 'open administrator';
  expect(told(holding({ 'conta.valor': 'hidden' }, true))).toEqual([open, open, open]);
  expect(told(holding({}, true), unseen)).toEqual(['hidden client conta.valor', open, open]);
  expect(told(holding({}), unseen)).toEqual(['hidden client conta.valor', 'open unrestricted', 'open unrestricted']);
});

test('the rows of a view are kept with the first of what decides which there are, also where the files leave that out', () => {
  const rows = (access: Access, view = summary()) => access.rowsKeptBy(view);
  expect(rows(holding({}))).toBeUndefined();
  expect(rows(holding({ 'conta.valor': 'readOnly' }))).toBeUndefined();
  expect(rows(holding({ 'conta.valor': 'masked' }))).toBe('conta.valor');
  expect(rows(holding({ 'conta.total': 'hidden', 'conta.valor': 'hidden' }))).toBe('conta.valor');
  expect(rows(holding({ 'conta.total': 'hidden' }))).toBe('conta.total');
  expect(rows(holding({ 'conta.total': 'hidden' }, true))).toBeUndefined();
  const unseen = summary({ rows: [{ ...fromValue, visible: false }] });
  expect(rows(holding({}), unseen)).toBeUndefined();
  expect(rows(holding({ 'conta.valor': 'hidden' }), unseen)).toBe('conta.valor');
  expect(rows(holding({ 'conta.valor': 'hidden' }), conta)).toBeUndefined();
});
