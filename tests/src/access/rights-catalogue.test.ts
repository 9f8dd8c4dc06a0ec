import { expect, test } from 'vitest';
import type { Screen } from '../../../engine/model/screen-types.ts';
import type { Model } from '../../../engine/model/types.ts';
import { reportCodes } from '../../../src/access/report-codes.ts';
import { catalogueOf, namesOf, pairProblem, rightsCatalogue } from '../../../src/access/rights-catalogue.ts';
import { createEntity, createField, createModel, createTransition } from '../../support/small-model.ts';

const nome = createField({ name: 'nome', type: 'text' });
const screen = (kind: Screen['kind'], path: string, module: string, title: string, pair?: string): Screen => {
  const [subject = '', action = ''] = pair?.split(':') ?? [];
  return { kind, path, module, title, permission: pair === undefined ? undefined : { subject, action } } as Screen;
};
const conta = createEntity({
  name: 'conta',
  title: 'Conta',
  module: 'financeiro',
  fields: [nome],
  states: { key: 'nome', initial: 'ABERTA', transitions: [createTransition('pagar'), createTransition('abrir')] },
});
const linha = createEntity({
  name: 'conta_linha',
  title: 'Linha',
  module: 'financeiro',
  fields: [nome],
  owner: { entity: 'conta', child: 'linhas' } as never,
});
const registro = createEntity({
  name: 'registro',
  title: 'Registro',
  module: 'outro',
  fields: [nome],
  withheld: ['insert', 'delete'],
});
const model: Model = {
  ...createModel(conta, linha, registro),
  screens: [
    screen('registry', '/contas', 'financeiro', 'Contas', 'conta:list'),
    screen('group', '/financeiro', 'financeiro', 'Área financeira'),
    screen('group', '/financeiro/outra', 'financeiro', 'Outra área'),
    screen('registry', '/contas-pagas', 'financeiro', 'Contas pagas', 'conta:list'),
    screen('screen', '/relatorio/contas', 'relatorios', 'Relatório de contas', 'report:rep012'),
    screen('screen', '/relatorio/outras', 'relatorios', 'Relatório de outras', 'report:rep002'),
    screen('link', '/ajuda', 'ajuda', 'Ajuda'),
  ],
};
const catalogue = rightsCatalogue(model);
const subject = (name: string) => catalogue.subjects.find((one) => one.name === name);

test('subjects come from screens and records, each with what they ask of it, and those of the product', () => {
  expect(catalogue.subjects.map(({ name }) => name)).toEqual([
    'all',
    'conta',
    'modelagem',
    'registro',
    'report',
    'trabalhos',
  ]);
  expect(subject('conta')).toEqual({
    name: 'conta',
    titles: ['Contas', 'Contas pagas'],
    paths: ['/contas', '/contas-pagas'],
    module: 'financeiro',
    actions: ['list', 'view', 'insert', 'manage', 'update', 'delete', 'audit', 'carga', 'abrir', 'pagar'],
  });
  expect(subject('all')).toEqual({ name: 'all', titles: [], paths: [], module: undefined, actions: ['manage'] });
  expect([subject('modelagem'), subject('trabalhos')]).toEqual([
    { name: 'modelagem', titles: ['Bancada'], paths: [], module: undefined, actions: ['manage'] },
    { name: 'trabalhos', titles: ['Trabalhos'], paths: [], module: undefined, actions: ['manage'] },
  ]);
});

test('what the files withhold is no right, and a record that no screen shows is called by its own title', () => {
  expect(subject('registro')).toEqual({
    name: 'registro',
    titles: ['Registro'],
    paths: [],
    module: 'outro',
    actions: ['list', 'view', 'manage', 'update', 'audit'],
  });
});

test('report codes stand last, in order, whichever screen asks for them', () => {
  const codes = [...new Set([...reportCodes, 'rep002'])].sort();
  expect(codes).toHaveLength(127);
  expect(subject('report')?.actions).toEqual(['manage', ...codes]);
  expect(catalogue.actions.slice(-129)).toEqual(['abrir', 'pagar', ...codes]);
});

test('a module is called what its first group is, or its own screen or record, and stands in the order of Portuguese', () => {
  expect(catalogue.modules).toEqual([
    { name: 'ajuda', title: 'Ajuda' },
    { name: 'financeiro', title: 'Área financeira' },
    { name: 'outro', title: 'Registro' },
    { name: 'relatorios', title: 'Relatório de contas' },
  ]);
});

test('a pair is known when both of it are; else the nearest is suggested where each part has one', () => {
  const problem = (pair: string) => pairProblem(catalogue, ...(pair.split(':') as [string, string]));
  expect(['conta:list', 'all:manage', 'conta:ura', 'report:rep002', 'report:rep117', 'all:list'].map(problem)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(
    [
      'report:rep999',
      'contas:list',
      'conta:lista',
      'contas:lista',
      'xyzxyz:list',
      'conta:xyzxyz',
      'conta:rep12',
      'conta:rep0123',
      'conta:xrep012',
    ].map(problem),
  ).toEqual([
    { unknown: 'action', suggestion: undefined },
    { unknown: 'subject', suggestion: 'conta:list' },
    { unknown: 'action', suggestion: 'conta:list' },
    { unknown: 'subject', suggestion: 'conta:list' },
    { unknown: 'subject', suggestion: undefined },
    { unknown: 'action', suggestion: undefined },
    { unknown: 'action', suggestion: 'conta:rep012' },
    { unknown: 'action', suggestion: 'conta:rep012' },
    { unknown: 'action', suggestion: 'conta:rep012' },
  ]);
});

test('that of a model is made once', () => {
  expect(catalogueOf(model)).toBe(catalogueOf(model));
  expect(catalogueOf(model)).toEqual(catalogue);
  expect(namesOf(catalogue)).toBe(namesOf(catalogue));
});
