/** Who makes a transition, and what is written while it is made or taken back: decided by the model and the rights alone. */
import { expect, test } from 'vitest';
import type { Access } from '../../../engine/access/access.ts';
import type { FieldLevel } from '../../../engine/access/field-right.ts';
import {
  followed,
  mayMove,
  moveBar,
  openedFor,
  openTransitions,
  takingBack,
  writableInMove,
} from '../../../engine/access/may-move.ts';
import type { Effect, MoveEffect, Transition } from '../../../engine/model/state-types.ts';
import type { Entity } from '../../../engine/model/types.ts';
import { holding } from '../../support/grants.ts';
import {
  createChild,
  createEntity,
  createField,
  createModel,
  createTransition as transition,
} from '../../support/small-model.ts';

const given = { source: '', tree: ['literal', 'x'], reads: [], parentReads: [] } as unknown as Effect['when'] & object;
const effect = (entity: string, name: string, keys: readonly string[] = []): MoveEffect => ({
  kind: 'move',
  entity,
  transition: name,
  by: { each: 'conta' },
  when: undefined,
  fields: keys.map((key) => ({ key, value: given })),
});
const fieldsOf = (...names: readonly string[]) => names.map((name) => createField({ name, type: 'text' }));
const stated = (parts: Partial<Entity> & Pick<Entity, 'name' | 'fields'>, ...transitions: readonly Transition[]) =>
  createEntity({ ...parts, states: { key: 'estado', initial: 'ABERTA', transitions } });

const fechar = transition('fechar', {
  fields: ['motivo', 'valor'],
  required: ['motivo'],
  set: [{ key: 'quando', value: null }],
  effects: [effect('item', 'encerrar', ['nota'])],
});
const estornar = transition('estornar', { effects: [effect('conta', 'estornar')] });
const conta = stated(
  {
    name: 'conta',
    fields: [
      ...fieldsOf('estado', 'motivo', 'valor', 'quando', 'outro').map((field) => ({ ...field, readOnly: true })),
      createField({ name: 'livre', type: 'text' }),
    ],
    children: [createChild('linhas', createEntity({ name: 'conta_linhas', fields: fieldsOf('texto') }))],
  },
  fechar,
  estornar,
);
const item = stated(
  { name: 'item', fields: fieldsOf('estado', 'nota', 'selo') },
  transition('encerrar', { required: ['selo'], effects: [effect('parte', 'cortar')] }),
);
const parte = stated({ name: 'parte', fields: fieldsOf('estado') }, transition('cortar'));
const linha = createEntity({ name: 'linha', fields: fieldsOf('texto') });
const model = createModel(conta, item, parte, linha);

const whole = ['conta:fechar', 'conta:estornar', 'item:encerrar', 'parte:cortar'];
const moves = (access: Access): readonly string[] => openTransitions(model, access, conta).map(({ name }) => name);

test('a transition is made by whoever has the right to it and to all that follows from it, to the last', () => {
  expect(moves(holding(whole))).toEqual(['fechar', 'estornar']);
  expect(whole.map((missing) => [missing, moves(holding(whole.filter((pair) => pair !== missing)))] as const)).toEqual([
    ['conta:fechar', ['estornar']],
    ['conta:estornar', ['fechar']],
    ['item:encerrar', ['estornar']],
    ['parte:cortar', ['estornar']],
  ]);
});

test('nobody makes it whose groups close the state, what must be filled in, or what a follower is given', () => {
  const closed = (key: string, level: FieldLevel = 'readOnly') => [key, moves(holding(whole, { [key]: level }))];
  expect([
    closed('conta.estado'),
    closed('conta.motivo', 'masked'),
    closed('conta.valor'),
    closed('conta.quando', 'hidden'),
    closed('item.estado'),
    closed('item.selo'),
    closed('item.nota'),
    closed('parte.estado'),
  ]).toEqual([
    ['conta.estado', []],
    ['conta.motivo', ['estornar']],
    ['conta.valor', ['fechar', 'estornar']],
    ['conta.quando', ['fechar', 'estornar']],
    ['item.estado', ['estornar']],
    ['item.selo', ['estornar']],
    ['item.nota', ['estornar']],
    ['parte.estado', ['estornar']],
  ]);
});

test('what keeps one from it is told by its own name, the first of it', () => {
  const told = (access: Access, entity: Entity = conta): unknown => {
    const bar = moveBar(model, access, entity, fechar);
    if (bar?.kind === 'right') return `${bar.entity.name}:${bar.action}`;
    return bar?.kind === 'field' ? `${bar.entity.name}.${bar.field.name}` : bar?.kind;
  };
  expect(told(holding(whole))).toBeUndefined();
  expect(told(holding([]))).toBe('conta:fechar');
  expect(whole.map((missing) => told(holding(whole.filter((pair) => pair !== missing))))).toEqual([
    'conta:fechar',
    undefined,
    'item:encerrar',
    'parte:cortar',
  ]);
  for (const key of ['conta.estado', 'conta.motivo', 'item.selo', 'item.nota', 'parte.estado'])
    expect(told(holding(whole, { [key]: 'readOnly' }))).toBe(key);
  expect(told(holding(whole), { ...conta, fields: [] })).toBe('none');
});

test('nothing moves that has no table, no states, or no field for what it must have', () => {
  const access = holding(whole);
  const view = { sql: 'select 1', sources: {}, rows: [], same: [], classed: [] };
  expect(mayMove(model, access, conta, estornar)).toBe(true);
  expect(mayMove(model, access, { ...conta, view }, estornar)).toBe(false);
  expect(mayMove(model, access, conta, { ...estornar, required: ['nenhum'] })).toBe(false);
  const { states: _states, ...plain } = conta;
  expect(mayMove(model, access, plain, estornar)).toBe(false);
  expect(openTransitions(model, access, plain)).toEqual([]);
});

test('a transition that follows from one of another name on its own kind asks for its own right', () => {
  const chained = transition('fechar', { effects: [effect('conta', 'estornar')] });
  const own = stated({ name: 'conta', fields: conta.fields }, chained, estornar);
  const ofOwn = createModel(own);
  expect(mayMove(ofOwn, holding(['conta:fechar', 'conta:estornar']), own, chained)).toBe(true);
  expect(mayMove(ofOwn, holding(['conta:fechar']), own, chained)).toBe(false);
  // Of the same name on another kind too.
  const other = stated({ name: 'outra', fields: fieldsOf('estado') }, transition('fechar'));
  const across = transition('fechar', { effects: [effect('outra', 'fechar')] });
  const both = createModel(stated({ name: 'conta', fields: conta.fields }, across), other);
  expect(mayMove(both, holding(['conta:fechar']), conta, across)).toBe(false);
  expect(mayMove(both, holding(['conta:fechar', 'outra:fechar']), conta, across)).toBe(true);
});

test('a transition that creates asks for the right to insert, where anybody has it', () => {
  const create = (entity: string): Effect => ({ kind: 'create', entity, when: undefined, fields: [], lists: [] });
  const creating = (entity: string) => transition('fechar', { effects: [create(entity)] });
  const free = createEntity({ name: 'livre', fields: fieldsOf('nome') });
  const kept = createEntity({ name: 'fechada', fields: fieldsOf('nome'), withheld: ['insert'] });
  const own = stated({ name: 'conta', fields: conta.fields }, creating('livre'), creating('fechada'));
  const all = createModel(own, free, kept);
  const may = (entity: string, ...pairs: readonly string[]) => mayMove(all, holding(pairs), own, creating(entity));
  expect(may('livre', 'conta:fechar', 'livre:insert')).toBe(true);
  expect(may('livre', 'conta:fechar', 'livre:update')).toBe(false);
  expect(may('fechada', 'conta:fechar')).toBe(true);
  expect(may('fechada', 'fechada:insert')).toBe(false);
  expect(mayMove(createModel(own, { ...free, log: 'access' }), holding(['conta:fechar']), own, creating('livre'))).toBe(
    false,
  );
  expect(may('nenhuma', 'conta:fechar', 'nenhuma:insert')).toBe(false);
});

test('an effect leads to its transition, and one that leads nowhere says so', () => {
  expect(followed(model, effect('item', 'encerrar'))).toEqual({ target: item, made: item.states?.transitions[0] });
  for (const [entity, name] of [
    ['item', 'fechar'],
    ['nada', 'encerrar'],
    ['linha', 'encerrar'],
  ] as const)
    expect(() => followed(model, effect(entity, name))).toThrow(`no transition '${name}' of '${entity}'`);
});

/** `!` closed to writing, `+` required. */
const shape = ({ fields, children }: Entity): string =>
  [...fields, ...children.map((child) => ({ ...child, required: false }))]
    .map(({ name, readOnly, required }) => `${name}${readOnly ? '!' : ''}${required ? '+' : ''}`)
    .join(' ');

test('while it is made what it asks for is open, whatever the files say, and with it nothing else', () => {
  const opened = openedFor(conta, fechar);
  expect(shape(opened.whole)).toBe('estado! motivo valor quando! outro! livre linhas');
  expect(shape(opened.asked)).toBe('estado! motivo+ valor quando! outro! livre! linhas!');
  expect(openedFor(conta, fechar)).toBe(opened);
  expect(shape(openedFor(conta, estornar).asked)).toBe('estado! motivo! valor! quando! outro! livre! linhas!');
  expect(shape(openedFor({ ...conta, fields: conta.fields.slice(0, 2) }, fechar).whole)).toBe('estado! motivo linhas');
});

test('what a field asks for itself is asked for in the transition as well', () => {
  const strict = { ...conta, fields: conta.fields.map((field) => ({ ...field, required: field.name === 'valor' })) };
  expect(shape(openedFor(strict, fechar).asked)).toBe('estado! motivo+ valor+ quando! outro! livre! linhas!');
});

test('of what it opens the user writes what the groups leave open', () => {
  const { whole: all, asked } = writableInMove(
    holding(whole, { 'conta.valor': 'readOnly', 'conta.outro': 'hidden', 'conta.linhas': 'hidden' }),
    conta,
    fechar,
  );
  expect([shape(all), shape(asked)]).toEqual([
    'estado! motivo valor! quando! livre',
    'estado! motivo+ valor! quando! livre!',
  ]);
});

test('taken back, the state, what it set and what it asked for are written, as far as the groups leave them open', () => {
  const back = takingBack(holding(whole), conta, fechar);
  expect(shape(back.whole)).toBe('estado motivo valor quando outro! livre linhas');
  expect(back.asked).toBe(back.whole);
  expect(takingBack(holding(whole), conta, fechar).whole).toBe(back.whole);
  expect(shape(takingBack(holding(whole), conta, estornar).whole)).toBe(
    'estado motivo! valor! quando! outro! livre linhas',
  );
  const less = takingBack(holding(whole, { 'conta.quando': 'readOnly', 'conta.motivo': 'hidden' }), conta, fechar);
  expect(shape(less.whole)).toBe('estado valor quando! outro! livre linhas');
});
