/** Fixture registries whose transitions say who asks: orders with a list of steps, jobs that follow them, and papers they create. */
import { codeList, registry, relation, text, transition } from '../../support/fixture-fields.ts';

const user = (title: string, more: object = {}): object => relation(title, 'usuario', more);
const name = text('Nome', { maxLength: 30, 'x-unique': true });
const asker = { field: 'aprovador', begins: 'caller()' };

export const callerFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-ordem.json': codeList('Situação da ordem', {
    RASCUNHO: 'Rascunho',
    PEDIDA: 'Pedida',
    APROVADA: 'Aprovada',
  }),
  'schemas/code-lists/situacao-tarefa.json': codeList('Situação da tarefa', { ABERTA: 'Aberta', FEITA: 'Feita' }),
  'schemas/teste/ordens/schema.json': {
    title: 'Ordem',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: name,
      situacao: text('Situação', { 'x-code-list': 'situacao-ordem' }),
      solicitante: user('Solicitante', { readOnly: true }),
      aprovador: user('Aprovador', { readOnly: true }),
      fiscal: relation('Fiscal', 'usuario', { 'x-relation': { entity: 'usuario', where: { operadora: true } } }),
      passos: {
        title: 'Passos',
        type: 'array',
        items: {
          title: 'Passo',
          type: 'object',
          properties: { por: user('Por'), com: user('Com'), nota: text('Nota', { maxLength: 30 }) },
        },
      },
    },
  },
  'schemas/teste/ordens/columns.json': registry('ordens', 'ordem', 'Ordens', {
    columns: ['nome', 'situacao', 'solicitante', 'aprovador'],
    sort: ['nome'],
    batch: ['fiscal'],
    states: {
      field: 'situacao',
      initial: 'RASCUNHO',
      linked: { tarefas: 'tarefa.ordem' },
      transitions: [
        transition('pedir', ['RASCUNHO'], 'PEDIDA', { set: { solicitante: 'caller()' } }),
        transition('aprovar', ['PEDIDA'], 'APROVADA', {
          when: 'solicitante != caller()',
          message: 'Quem pede não autoriza.',
          fields: [asker],
          required: ['aprovador'],
          effects: [
            {
              each: 'tarefa.ordem',
              transition: 'fazer',
              only: 'dono != caller()',
              when: 'caller() != null',
              fields: { por: 'caller()' },
            },
            { creates: 'papel', fields: { ordem: 'id', nome: 'nome', autor: 'caller()' } },
          ],
        }),
        transition('devolver', ['PEDIDA'], 'RASCUNHO', {
          rules: [{ must: 'solicitante == caller()', message: 'Só quem pediu devolve.', fields: ['solicitante'] }],
        }),
        transition('fiscalizar', ['PEDIDA'], undefined, { fields: [{ field: 'fiscal', begins: 'caller()' }] }),
        transition('assumir', ['PEDIDA'], undefined, { set: { fiscal: 'caller()' } }),
        transition('anotar', ['RASCUNHO', 'PEDIDA'], undefined, {
          rows: {
            passos: {
              change: { when: 'por == caller()', set: { nota: "'minha'" } },
              add: { fields: ['nota', { field: 'com', begins: 'caller()' }], set: { por: 'caller()' } },
            },
          },
        }),
        transition('largar', ['PEDIDA'], undefined, {
          when: 'tarefas.exists(t, t.dono == caller())',
          message: 'Só quem tem tarefa larga.',
        }),
      ],
    },
  }),
  'schemas/teste/tarefas/schema.json': {
    title: 'Tarefa',
    type: 'object',
    required: ['nome', 'situacao', 'ordem'],
    properties: {
      nome: name,
      situacao: text('Situação', { 'x-code-list': 'situacao-tarefa' }),
      ordem: relation('Ordem', 'ordem'),
      dono: user('Dono'),
      por: user('Feita por', { readOnly: true }),
      vista: user('Vista por', { readOnly: true }),
    },
  },
  'schemas/teste/tarefas/columns.json': registry('tarefas', 'tarefa', 'Tarefas', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      transitions: [
        transition('fazer', ['ABERTA'], 'FEITA', { fields: ['por', { field: 'vista', begins: 'caller()' }] }),
      ],
    },
  }),
  'schemas/teste/papeis/schema.json': {
    title: 'Papel',
    type: 'object',
    required: ['nome', 'ordem'],
    properties: { nome: name, ordem: relation('Ordem', 'ordem'), autor: user('Autor') },
  },
  'schemas/teste/papeis/columns.json': registry('papeis', 'papel', 'Papéis', { columns: ['nome'], sort: ['nome'] }),
};
