/** `caller()`, who asks: where it may stand, what it is compared with, and what is said where it may not. */
import { describe, expect, it } from 'vitest';
import { registry, text } from '../../support/fixture-fields.ts';
import { callerFiles } from '../api/caller-files.ts';
import type { Spoil } from './compile-spoiled.ts';
import { compileSpoiled } from './compile-spoiled.ts';

const users = {
  'schemas/teste/usuarios/schema.json': {
    title: 'Usuário',
    type: 'object',
    required: ['login', 'operadora'],
    properties: {
      login: text('Login', { maxLength: 30, 'x-unique': true }),
      operadora: { title: 'Operadora', type: 'boolean', default: false },
    },
  },
  'schemas/teste/usuarios/columns.json': registry('usuarios', 'usuario', 'Usuários', {
    login: 'login',
    columns: ['login'],
    sort: ['login'],
  }),
};
const columns = 'schemas/teste/ordens/columns.json';
const schema = 'schemas/teste/ordens/schema.json';

const compiled = (at: string, spoil: Spoil = [], files: Readonly<Record<string, object>> = {}) =>
  compileSpoiled({ ...users, ...callerFiles, ...files }, { at, spoil });

/** Without what the model tells twice: the places, and what is wrong there. */
const told = ({ issues }: ReturnType<typeof compiled>) =>
  issues.map(({ code, origin, params }) => [code, origin.file, origin.pointer, 'problem' in params && params.problem]);

const outside =
  "'caller()', quem pede, só vale nas transições ('states.transitions': when, rules, begins, set, rows, effects); aqui ninguém pede";

it('is kept in all that transitions say, and reads nothing of the record', () => {
  const { issues, model } = compiled(columns);
  expect(issues).toEqual([]);
  const transitions = model.entities['ordem']?.states?.transitions ?? [];
  const [ask, approve] = transitions;
  const caller = { source: 'caller()', tree: ['call', 'caller', []], reads: [], parentReads: [] };
  expect(ask?.set).toEqual([{ key: 'solicitante_id', value: caller }]);
  expect(approve?.begins).toEqual([{ key: 'aprovador_id', value: caller }]);
  expect(approve?.when?.reads).toEqual(['solicitante_id']);
});

describe('is refused', () => {
  it.each<[string, string, readonly [string, string], string, string]>([
    [
      'in a rule of the record',
      schema,
      ['"title":"Ordem",', '"title":"Ordem","x-rules":[{"must":"solicitante != caller()","message":"Não."}],'],
      '/x-rules/0/must',
      outside,
    ],
    [
      'in what shows a field',
      schema,
      ['"title":"Fiscal",', '"title":"Fiscal","x-visible-when":"solicitante == caller()",'],
      '/properties/fiscal/x-visible-when',
      outside,
    ],
    [
      'in what asks for a field',
      schema,
      ['"title":"Fiscal",', '"title":"Fiscal","x-required-when":"solicitante == caller()",'],
      '/properties/fiscal/x-required-when',
      outside,
    ],
    [
      'in what closes a field',
      schema,
      ['"title":"Fiscal",', '"title":"Fiscal","x-read-only-when":"solicitante == caller()",'],
      '/properties/fiscal/x-read-only-when',
      outside,
    ],
    [
      'in what closes a record',
      schema,
      ['"title":"Ordem",', '"title":"Ordem","x-locked":{"when":"solicitante == caller()"},'],
      '/x-locked/when',
      outside,
    ],
    [
      'in a computed field',
      schema,
      [
        '"passos":{"title"',
        '"dono":{"title":"Dono","type":"string","x-computed":"solicitante == caller() ? \'eu\' : \'outro\'"},"passos":{"title"',
      ],
      '/properties/dono/x-computed',
      outside,
    ],
    [
      'in the condition of an action of the list',
      columns,
      [
        '"sort":["nome"],',
        '"sort":["nome"],"actions":[{"name":"fiscalizar","title":"Fiscalizar","icon":"play","when":"solicitante == caller()","link":"https://example.org/{nome}"}],',
      ],
      '/actions/0/when',
      outside,
    ],
    [
      'compared with a relation to others',
      columns,
      ['"when":"solicitante != caller()"', '"when":"id != caller()"'],
      '/states/transitions/1/when',
      "não existe 'id'",
    ],
    [
      'compared with a text',
      columns,
      ['"when":"solicitante != caller()"', '"when":"nome != caller()"'],
      '/states/transitions/1/when',
      "'!=' não se aplica a um texto e uma relação",
    ],
    [
      'into a relation to others',
      'schemas/teste/tarefas/columns.json',
      ['{"field":"vista","begins":"caller()"}', '{"field":"ordem","begins":"caller()"}'],
      '/states/transitions/0/fields/1/begins',
      "a expressão deve apontar para um registro de 'ordem', e aponta para um de 'usuario'",
    ],
    [
      'into a field that is no relation',
      columns,
      ['"set":{"solicitante":"caller()"}', '"set":{"nome":"caller()"}'],
      '/states/transitions/0/set/nome',
      'a expressão deve dar um texto, e dá uma relação',
    ],
    [
      'where a field of the user is read',
      columns,
      ['"when":"solicitante != caller()"', '"when":"caller().operadora"'],
      '/states/transitions/1/when',
      "de 'caller()' só se pergunta quem é; os campos do usuário não se leem",
    ],
    [
      'with something in its parentheses',
      columns,
      ['"when":"solicitante != caller()"', '"when":"solicitante != caller(1)"'],
      '/states/transitions/1/when',
      "'caller' recebe nenhum argumento, não 1",
    ],
    [
      'without parentheses',
      columns,
      ['"when":"solicitante != caller()"', '"when":"solicitante != caller"'],
      '/states/transitions/1/when',
      "'caller' é uma função; escreva 'caller(...)'",
    ],
    [
      'where a relation that means some users alone is set to another',
      columns,
      ['"set":{"solicitante":"caller()"}', '"set":{"fiscal":"solicitante"}'],
      '/states/transitions/0/set/fiscal',
      "'fiscal' só aceita alguns registros ('where' ou 'date' da relação), e o que 'set' dá ninguém escolhe; peça-o em 'fields', ou dê-lhe 'caller()'",
    ],
  ])('%s', (_, at, spoil, pointer, problem) => {
    expect(told(compiled(at, [spoil])).map(([, ...rest]) => rest)).toEqual([[at, pointer, problem]]);
  });

  it('of a product without users', () => {
    const { login: _login, ...rest } = users['schemas/teste/usuarios/columns.json'] as { readonly login?: string };
    const issues = told(compiled(columns, [], { 'schemas/teste/usuarios/columns.json': rest }));
    expect(new Set(issues.flatMap(([code, , , problem]) => (code === 'MODEL_EXPRESSION' ? [problem] : [])))).toEqual(
      new Set(["'caller()' é quem pede, e nenhuma entidade diz com 'login' quem são os usuários"]),
    );
  });
});

it('holds whoever asks where nothing is asked of the record beside it', () => {
  expect(told(compiled(columns, [['"when":"solicitante != caller()"', '"when":"caller() != null"']]))).toEqual([]);
});
