/** Fixture registries whose transitions move other records: an order, its parts, their labels, what is paid for it. */
import { codeList, date, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

export const effectFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-ordem.json': codeList('Situação da ordem', {
    ABERTA: 'Aberta',
    FECHADA: 'Fechada',
    RECUSADA: 'Recusada',
    AVALIADA: 'Avaliada',
    CANCELADA: 'Cancelada',
  }),
  'schemas/code-lists/situacao-peca.json': codeList('Situação da peça', {
    PENDENTE: 'Pendente',
    FEITA: 'Feita',
    RECUSADA: 'Recusada',
  }),
  'schemas/code-lists/situacao-etiqueta.json': codeList('Situação da etiqueta', { VALE: 'Vale', NULA: 'Nula' }),
  'schemas/code-lists/situacao-conta.json': codeList('Situação da conta', {
    DEVIDA: 'Devida',
    PAGA: 'Paga',
    PERDIDA: 'Perdida',
  }),
  'schemas/teste/ordens/schema.json': {
    title: 'Ordem',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-ordem' }),
      mae: relation('Ordem mãe', 'ordem'),
      conta: relation('Conta', 'conta', { readOnly: true }),
      causa: relation('Causa', 'banco'),
      motivo: text('Motivo', { maxLength: 60 }),
      data: date('Data'),
      baixas: {
        title: 'Baixas',
        type: 'array',
        items: {
          type: 'object',
          title: 'Baixa',
          required: ['conta', 'aceita'],
          properties: {
            conta: relation('Conta', 'conta'),
            aceita: { title: 'Aceita', type: 'boolean' },
            valor: money('Valor'),
          },
        },
      },
    },
  },
  'schemas/teste/ordens/columns.json': registry('ordens', 'ordem', 'Ordens', {
    columns: ['numero', 'situacao'],
    openTo: ['prestador', 'beneficiario'],
    sort: ['numero'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      transitions: [
        transition('fechar', ['ABERTA'], 'FECHADA', {
          fields: ['conta', 'data'],
          required: ['conta'],
          effects: [
            { each: 'peca.ordem', transition: 'fazer' },
            { through: 'conta', transition: 'pagar', fields: { paga_em: 'data' } },
          ],
        }),
        transition('recusar', ['ABERTA'], 'RECUSADA', {
          fields: ['motivo', 'causa'],
          required: ['motivo'],
          effects: [
            {
              each: 'peca.ordem',
              transition: 'recusar',
              fields: { motivo: "'Ordem ' + numero + ': ' + motivo", causa: 'causa' },
            },
          ],
        }),
        transition('avaliar', ['ABERTA'], 'AVALIADA', {
          effects: [
            {
              through: 'baixas.conta',
              transition: 'pagar',
              when: 'aceita == true',
              fields: { paga_em: 'parent.data', ordem: 'id', valor: 'valor' },
            },
            { through: 'baixas.conta', transition: 'perder', when: 'aceita == false' },
          ],
        }),
        transition('rever', ['AVALIADA'], 'ABERTA', { effects: [{ each: 'conta.ordem', transition: 'devolver' }] }),
        transition('cancelar', ['ABERTA', 'FECHADA'], 'CANCELADA', {
          effects: [{ each: 'ordem.mae', transition: 'cancelar' }],
        }),
        transition('reabrir', ['RECUSADA', 'FECHADA'], 'ABERTA', {
          set: { motivo: null },
          effects: [{ each: 'peca.ordem', transition: 'reabrir' }],
        }),
      ],
    },
  }),
  'schemas/teste/pecas/schema.json': {
    title: 'Peça',
    type: 'object',
    required: ['nome', 'ordem', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      ordem: relation('Ordem', 'ordem'),
      dona: relation('Dona', 'banco'),
      situacao: text('Situação', { 'x-code-list': 'situacao-peca' }),
      travada: { title: 'Travada', type: 'boolean', default: false },
      motivo: text('Motivo', { maxLength: 60, readOnly: true }),
      causa: relation('Causa', 'banco', { readOnly: true }),
    },
  },
  'schemas/teste/pecas/columns.json': registry('pecas', 'peca', 'Peças', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    indexes: [['nome']],
    scope: [{ role: 'prestador', field: 'dona' }],
    states: {
      field: 'situacao',
      initial: 'PENDENTE',
      transitions: [
        transition('fazer', ['PENDENTE'], 'FEITA', {
          when: 'travada == false',
          message: 'Uma peça travada não se faz.',
          action: 'fazer',
        }),
        transition('recusar', ['PENDENTE'], 'RECUSADA', {
          fields: ['motivo', 'causa'],
          required: ['motivo'],
          effects: [{ each: 'etiqueta.peca', transition: 'anular' }],
        }),
        transition('reabrir', ['FEITA', 'RECUSADA'], 'PENDENTE', { set: { motivo: null, causa: null } }),
      ],
    },
  }),
  'schemas/teste/etiquetas/schema.json': {
    title: 'Etiqueta',
    type: 'object',
    required: ['nome', 'peca', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      peca: relation('Peça', 'peca'),
      situacao: text('Situação', { 'x-code-list': 'situacao-etiqueta' }),
    },
  },
  'schemas/teste/etiquetas/columns.json': registry('etiquetas', 'etiqueta', 'Etiquetas', {
    columns: ['nome', 'situacao'],
    openTo: ['prestador', 'beneficiario'],
    sort: ['nome'],
    indexes: [['nome']],
    states: {
      field: 'situacao',
      initial: 'VALE',
      transitions: [transition('anular', ['VALE'], 'NULA', { effectOnly: true })],
    },
  }),
  'schemas/teste/contas/schema.json': {
    title: 'Conta',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 20 }),
      situacao: text('Situação', { 'x-code-list': 'situacao-conta' }),
      paga_em: date('Paga em', { readOnly: true }),
      valor: money('Valor', { readOnly: true }),
      ordem: relation('Ordem', 'ordem', { readOnly: true }),
      nota: text('Nota', { maxLength: 20 }),
    },
  },
  'schemas/teste/contas/columns.json': registry('contas', 'conta', 'Contas', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    indexes: [['nome']],
    states: {
      field: 'situacao',
      initial: 'DEVIDA',
      transitions: [
        transition('pagar', ['DEVIDA'], 'PAGA', { fields: ['paga_em', 'valor', 'ordem'] }),
        transition('perder', ['DEVIDA'], 'PERDIDA'),
        transition('devolver', ['PAGA'], 'DEVIDA', { set: { paga_em: null, valor: null, ordem: null } }),
      ],
    },
  }),
};
