/**
 * A fixture registry that is changed many rows at a time and in its cells: fields of several kinds, a long code list, and
 * conditions and rules that read what the list does not show.
 */
import { codeList, date, money, text } from './fixture-fields.ts';

export const batchFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/fase-obra.json': codeList('Fase da obra', {
    PROJETO: 'Projeto',
    FUNDACAO: 'Fundação',
    ESTRUTURA: 'Estrutura',
    ALVENARIA: 'Alvenaria',
    COBERTURA: 'Cobertura',
    INSTALACOES: 'Instalações',
    ACABAMENTO: 'Acabamento',
    ENTREGUE: 'Entregue',
  }),
  'schemas/code-lists/situacao-obra.json': codeList('Situação da obra', { ABERTA: 'Aberta', ENCERRADA: 'Encerrada' }),
  'schemas/teste/obras/schema.json': {
    title: 'Obra',
    type: 'object',
    required: ['codigo', 'nome', 'fase', 'situacao'],
    properties: {
      codigo: text('Código', { maxLength: 10, 'x-unique': true }),
      nome: text('Nome', { maxLength: 40 }),
      fase: text('Fase', { 'x-code-list': 'fase-obra', default: 'PROJETO' }),
      seguinte: text('Fase seguinte', { 'x-code-list': 'fase-obra' }),
      anterior: text('Situação anterior', { 'x-code-list': 'situacao-obra' }),
      situacao: text('Situação', { 'x-code-list': 'situacao-obra', default: 'ABERTA' }),
      orcamento: money('Orçamento', { 'x-read-only-when': "situacao == 'ENCERRADA'" }),
      gasto: money('Gasto', { default: 0 }),
      saldo: money('Saldo', { 'x-computed': 'orcamento - gasto' }),
      motivo: text('Motivo', {
        maxLength: 40,
        'x-visible-when': "situacao == 'ENCERRADA'",
        'x-required-when': "situacao == 'ENCERRADA'",
      }),
      limite: money('Limite'),
      entrega: date('Entrega'),
    },
    'x-rules': [{ must: 'gasto <= limite', message: 'O gasto passa do limite da obra.', fields: ['gasto'] }],
  },
  'schemas/teste/obras/columns.json': {
    entity: 'obra',
    path: '/obras',
    title: 'Obras',
    icon: 'table',
    permission: { subject: 'obra' },
    parent: '/',
    label: '{codigo}',
    columns: ['codigo', 'nome', 'fase', 'situacao', 'orcamento', 'gasto', 'saldo', 'motivo', 'entrega'],
    sort: ['codigo'],
    search: ['codigo', 'nome', 'fase'],
    batch: ['fase', 'situacao', 'orcamento', 'gasto', 'entrega'],
    inline: ['nome', 'fase', 'situacao', 'orcamento', 'gasto', 'motivo', 'entrega'],
  },
};
