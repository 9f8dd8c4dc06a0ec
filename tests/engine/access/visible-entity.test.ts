/** Entities as one user has them: how far they are open, which parts are there, and in what form each is read and written. */
import { expect, test } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import { readsLogins } from '../../../engine/access/keeps.ts';
import { mayAct } from '../../../engine/access/may-act.ts';
import {
  asRead,
  comparableFields,
  missingRights,
  reachOf,
  readableChildren,
  readableFields,
  withFields,
  writableEntity,
} from '../../../engine/access/visible-entity.ts';
import type { Child, Field } from '../../../engine/model/types.ts';
import { createChild, createEntity, createField, createModel } from '../../support/small-model.ts';
import { entityOf, everything, model, screenAt, who } from '../data/plan/plan-stage.ts';

const names = (parts: readonly { readonly name: string }[]): string => parts.map(({ name }) => name).join();
const [guia, medico, clinica, usuario] = ['guia', 'medico', 'clinica', 'usuario'].map(entityOf) as [
  ReturnType<typeof entityOf>,
  ReturnType<typeof entityOf>,
  ReturnType<typeof entityOf>,
  ReturnType<typeof entityOf>,
];

test('an entity is open as a record, as its lists show it, as a reference, or not at all', () => {
  const urgent = screenAt('/urgentes');
  const seen = (access: Access, entity = guia, screen?: typeof urgent) => [
    reachOf(model, access, entity, screen),
    names(readableFields(model, access, entity, screen)),
    names(readableChildren(model, access, entity, screen)),
  ];
  const list = 'numero,valor,dia,clinica,medico';
  const whole = 'numero,nota,valor,ordem,dia,urgente,clinica,paciente,medico,revisor';
  const lists = who(['guia:list', 'urgente:abrir']);
  expect([
    seen(who(['guia:view']), guia, urgent),
    seen(who(['guia:view'], { hidden: ['guia.nota', 'guia.itens'], masked: ['guia.valor'] })),
    seen(who(['guia:list'])),
    seen(lists),
    seen(lists, guia, urgent),
    seen(who(['guia:list']), guia, urgent),
    seen(who(['guia:list']), guia, screenAt('/clinicas')),
    seen(who(['clinica:list']), guia, screenAt('/clinicas')),
    seen(who(['urgente:abrir'], { hidden: ['guia.numero'] }), guia, urgent),
    seen(who([])),
    seen(who([]), medico),
    seen(who(['medico:list']), medico),
    seen(who(['guia:list']), clinica),
    seen(everything, medico),
  ]).toEqual([
    ['record', whole, 'itens'],
    ['record', whole.replace('nota,', ''), ''],
    ['list', list, ''],
    ['list', 'numero,valor,dia,urgente,clinica,medico', ''],
    ['list', 'numero,urgente', ''],
    ['none', '', ''],
    ['none', '', ''],
    ['none', '', ''],
    ['list', 'urgente', ''],
    ['none', '', ''],
    ['reference', 'registro,nome', ''],
    ['list', 'registro,nome,renda', ''],
    ['none', '', ''],
    ['record', 'registro,nome,renda,chefe', ''],
  ]);
});

test('what the engine keeps of itself is viewed by who may, and never written', () => {
  const log = { subject: 'guia', log: 'sensitive-reads' } as const;
  const may = (access: Access, entity: Parameters<typeof mayAct>[1]) =>
    ['view', 'insert', 'update', 'delete', 'audit'].filter((action) => mayAct(access, entity, action));
  expect([may(everything, log), may(everything, guia).length, may(who(['guia:view']), log), may(who([]), log)]).toEqual(
    [['view'], 5, ['view'], []],
  );
  expect(may(who(['guia:update']), guia)).toEqual(['update']);
});

test('what is covered may not be asked about', () => {
  const access = who(['guia:view'], { masked: ['guia.nota', 'guia.clinica'], readOnly: ['guia.valor'] });
  expect(names(comparableFields(model, access, guia))).toBe('numero,valor,ordem,dia,urgente,paciente,medico,revisor');
});

test('logins are read where the field of the users that holds them is, and nowhere else', () => {
  const levels = [{}, { readOnly: ['usuario.login'] }, { masked: ['usuario.login'] }, { hidden: ['usuario.login'] }];
  expect(levels.map((parts) => readsLogins(model, who([], parts)))).toEqual([true, true, false, false]);
  expect(readsLogins(createModel(guia), everything)).toBe(false);
  const users = createEntity({ ...usuario, fields: [createField({ name: 'nome', type: 'text' }), ...usuario.fields] });
  expect(readsLogins(createModel(users), who([], { hidden: ['usuario.nome'] }))).toBe(true);
  expect(readsLogins(createModel(users), who([], { hidden: ['usuario.login'] }))).toBe(false);
});

const forms = (parts: readonly (Field | Child)[]): readonly string[] =>
  parts.map((part) => `${part.name}${part.readOnly ? '!' : ''}${'covered' in part ? '*' : ''}`);

test('what is written is what is open; closed and covered parts stand beside it, kept ones do not', () => {
  const access = who(['guia:view'], {
    hidden: ['guia.nota', 'guia_itens.executante'],
    masked: ['guia.valor'],
    readOnly: ['guia.dia', 'guia.itens', 'guia_itens.nome'],
  });
  const written = writableEntity(access, guia);
  expect(forms(written.fields)).toEqual([
    'numero',
    'valor!*',
    'ordem',
    'dia!',
    'urgente',
    'clinica',
    'paciente',
    'medico',
    'revisor',
  ]);
  expect(forms(written.children)).toEqual(['itens!']);
  expect(forms(written.children[0]?.entity.fields ?? [])).toEqual(['nome!']);
  expect([written.name, written.search, written.fields[0]]).toEqual([guia.name, guia.search, guia.fields[0]]);
  expect(written.fields[1]).toEqual({ ...guia.fields[2], readOnly: true, covered: true });
  expect(written.children[0]).toMatchObject({ title: 'Itens', maxItems: 9 });
  expect(writableEntity(who([], { hidden: ['guia.itens'] }), guia).children).toEqual([]);
});

test('users with the same rights have the same object, and no others', () => {
  const of = (...parts: Parameters<typeof who>[1][]) => parts.map((part) => writableEntity(who([], part), guia));
  const nothing = createEntity({ name: 'nada', fields: [createField({ name: 'nome', type: 'text' })] });
  expect(writableEntity(everything, nothing)).toBe(nothing);
  expect(withFields(nothing, nothing.fields)).toBe(nothing);
  const [one, same] = of({ hidden: ['guia.nota'] }, { hidden: ['guia.nota'] });
  expect(same).toBe(one);
  const others = of(
    {},
    { hidden: ['guia.nota'] },
    { readOnly: ['guia.nota'] },
    { masked: ['guia.nota'] },
    { hidden: ['guia.itens'] },
    { readOnly: ['guia.itens'] },
    { hidden: ['guia_itens.nome'] },
    { readOnly: ['guia_itens.nome'] },
    { masked: ['guia_itens.nome'] },
  );
  expect(new Set(others).size).toBe(others.length);
});

test('a covered value is read as a text without a form, a closed one as it is', () => {
  const preco = createField({
    name: 'preco',
    type: 'money',
    title: 'Preço',
    required: true,
    minimum: 1,
    maximum: 9,
    default: 2,
    help: 'Com impostos',
  });
  const item = createEntity({ name: 'item', fields: [preco] });
  const read = (parts: Parameters<typeof who>[1]) => asRead(who([], parts), item, preco);
  expect(read({})).toBe(preco);
  expect(read({ readOnly: ['item.preco'] })).toEqual({ ...preco, readOnly: true });
  expect(read({ masked: ['item.preco'] })).toEqual({
    ...createField({ name: 'preco', type: 'text', title: 'Preço', help: 'Com impostos' }),
    readOnly: true,
    covered: true,
  });
});

test('a required field that is the caller’s to give, and closed to the caller, is told', () => {
  const field = (name: string, more: Partial<Field> = {}) =>
    createField({ name, type: 'text', required: true, ...more });
  const fields = [
    field('dado'),
    field('livre', { required: false }),
    field('pronto', { default: 'a' }),
    field('calculado', { readOnly: true }),
    field('interno', { visible: false }),
    field('aberto'),
  ];
  const item = createEntity({ name: 'item', fields });
  const closed = fields.filter(({ name }) => name !== 'aberto').map(({ name }) => `item.${name}`);
  expect(names(missingRights(who([], { readOnly: closed }), item))).toBe('dado');
  expect(names(missingRights(everything, item))).toBe('');
});

test('rows that a record must own, and the caller cannot give, are told as well', () => {
  const row = createEntity({
    name: 'item_linhas',
    fields: [createField({ name: 'dado', type: 'text', required: true }), createField({ name: 'nota', type: 'text' })],
  });
  const withRows = (more: Partial<Child>, of = row) =>
    createEntity({ name: 'item', fields: [], children: [{ ...createChild('linhas', of), minItems: 1, ...more }] });
  const told = (closed: readonly string[], more: Partial<Child> = {}, of = row): string =>
    names(missingRights(who([], { readOnly: closed }), withRows(more, of)));
  expect(told([])).toBe('');
  expect(told(['item.linhas'])).toBe('linhas');
  expect(told(['item_linhas.dado'])).toBe('dado');
  expect(told(['item_linhas.nota'])).toBe('');
  // Nobody asks the caller for these.
  for (const more of [{ minItems: 0 }, { visible: false }, { readOnly: true }])
    expect(told(['item.linhas', 'item_linhas.dado'], more)).toBe('');
});
