/** A fixture registry whose records are under way: contracts with states, a number, and what only transitions write. */
import { codeList, date, money, registry, relation, text } from '../../support/fixture-fields.ts';

export const loadFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-contrato.json': codeList('Situação do contrato', {
    RASCUNHO: 'Rascunho',
    ATIVO: 'Ativo',
    CANCELADO: 'Cancelado',
    ARQUIVADO: 'Arquivado',
    MIGRADO: 'Migrado',
  }),
  // A client that knows no such state.
  'clients/teste.json': {
    name: 'teste',
    title: 'Teste',
    fields: { contrato: { situacao: { codes: ['RASCUNHO', 'ATIVO', 'CANCELADO', 'ARQUIVADO'] } } },
  },
  'schemas/teste/contratos/schema.json': {
    title: 'Contrato',
    type: 'object',
    required: ['numero', 'titular', 'situacao', 'inicio'],
    properties: {
      numero: text('Número', { maxLength: 12, 'x-unique': true, 'x-sequence': '{yyyy}/{0000}' }),
      situacao: text('Situação', { 'x-code-list': 'situacao-contrato' }),
      titular: text('Titular', { maxLength: 40 }),
      inicio: date('Início'),
      fim: date('Fim', { readOnly: true }),
      valor: money('Valor', { 'x-read-only-when': "situacao != 'RASCUNHO'" }),
      dobro: money('Dobro', { 'x-computed': 'valor * 2' }),
      ativado_em: text('Ativado em', { format: 'date-time', readOnly: true }),
      data_cancelamento: date('Data do cancelamento', {
        'x-read-only-when': "situacao != 'ATIVO'",
        'x-required-when': "situacao == 'CANCELADO'",
      }),
      motivo: text('Motivo', { maxLength: 60, readOnly: true }),
      anterior: relation('Contrato anterior', 'contrato', { readOnly: true }),
      parcelas: {
        title: 'Parcelas',
        type: 'array',
        readOnly: true,
        items: {
          title: 'Parcela',
          type: 'object',
          required: ['vencimento'],
          properties: { vencimento: date('Vencimento'), paga_em: date('Paga em', { readOnly: true }) },
        },
      },
    },
    'x-rules': [
      {
        must: 'data_cancelamento >= inicio',
        message: 'O cancelamento não pode ser antes do início.',
        fields: ['data_cancelamento'],
      },
    ],
  },
  'schemas/teste/contratos/columns.json': registry('contratos', 'contrato', 'Contratos', {
    columns: ['numero', 'situacao', 'titular', 'inicio'],
    sort: ['numero'],
    search: ['numero', 'titular'],
    label: '{numero}',
    noOverlap: [{ key: ['titular'], ranges: [['inicio', 'fim']] }],
    states: {
      field: 'situacao',
      initial: 'RASCUNHO',
      removable: ['RASCUNHO'],
      transitions: [
        {
          name: 'ativar',
          title: 'Ativar',
          icon: 'play',
          from: ['RASCUNHO'],
          to: 'ATIVO',
          action: 'ativar',
          when: "titular != 'Ninguém'",
          message: 'Sem titular não se ativa.',
          fields: ['valor'],
          required: ['valor'],
          set: { ativado_em: 'now()' },
        },
        {
          name: 'cancelar',
          title: 'Cancelar',
          icon: 'ban',
          from: ['ATIVO'],
          to: 'CANCELADO',
          action: 'cancelar',
          fields: ['data_cancelamento', 'motivo'],
          required: ['data_cancelamento'],
          set: { fim: 'data_cancelamento' },
        },
        {
          name: 'arquivar',
          title: 'Arquivar',
          icon: 'archive',
          from: ['CANCELADO'],
          to: 'ARQUIVADO',
          action: 'arquivar',
        },
      ],
    },
  }),
};
