/** A fixture registry with every kind of expression: conditions, computed values and rules, of records and of rows. */
import { codeList, date, money, text } from '../../support/fixture-fields.ts';

export const expressionFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/tipo-pedido.json': codeList('Tipo de pedido', { ESCOLHA: 'Escolha', NUMERO: 'Número' }),
  'schemas/code-lists/situacao-pedido.json': codeList('Situação do pedido', { ABERTO: 'Aberto', FECHADO: 'Fechado' }),
  'schemas/teste/pedidos/schema.json': {
    title: 'Pedido',
    type: 'object',
    required: ['codigo', 'tipo', 'situacao'],
    properties: {
      codigo: text('Código', { maxLength: 10, 'x-unique': true }),
      tipo: text('Tipo', { 'x-code-list': 'tipo-pedido', default: 'NUMERO' }),
      opcoes: text('Opções', {
        'x-visible-when': "tipo == 'ESCOLHA'",
        'x-required-when': "tipo == 'ESCOLHA'",
      }),
      situacao: text('Situação', { 'x-code-list': 'situacao-pedido', default: 'ABERTO' }),
      inicio: date('Início'),
      fim: date('Fim'),
      dias: { title: 'Dias', type: 'integer', 'x-computed': 'daysBetween(inicio, fim)' },
      quantidade: { title: 'Quantidade', type: 'integer', default: 1 },
      valor: money('Valor', { 'x-read-only-when': "situacao == 'FECHADO'" }),
      dobro: money('Dobro', { 'x-computed': 'total * 2' }),
      total: money('Total', { 'x-computed': 'quantidade * valor' }),
      limite: money('Limite'),
      observacao: text('Observação'),
      prefixo: text('Prefixo', { maxLength: 3, 'x-computed': 'substring(codigo, 0, 3)' }),
      soma: money('Soma dos itens', { 'x-computed': 'sum(itens.map(i, i.subtotal))' }),
      itens: {
        title: 'Itens',
        type: 'array',
        items: {
          title: 'Item',
          type: 'object',
          required: ['nome'],
          properties: {
            nome: text('Nome', { maxLength: 40 }),
            unidades: { title: 'Unidades', type: 'integer', default: 1 },
            preco: money('Preço'),
            desconto: money('Desconto', { 'x-required-when': "parent.tipo == 'ESCOLHA'" }),
            subtotal: money('Subtotal', { 'x-computed': 'unidades * preco' }),
          },
          'x-rules': [
            { must: 'desconto <= preco', message: 'O desconto não pode passar do preço.', fields: ['desconto'] },
          ],
        },
      },
    },
    'x-rules': [
      { must: 'fim >= inicio', message: 'O fim deve ser depois do início.', fields: ['fim', 'inicio'] },
      {
        when: "situacao == 'FECHADO'",
        must: '!empty(itens)',
        message: 'Um pedido fechado tem itens.',
        fields: ['situacao'],
      },
      { must: 'total <= limite', message: 'O total passa do limite.', fields: ['valor'] },
    ],
  },
  'schemas/teste/pedidos/columns.json': {
    entity: 'pedido',
    path: '/pedidos',
    title: 'Pedidos',
    permission: { subject: 'pedido' },
    parent: '/',
    columns: ['codigo', 'tipo', 'total', 'dias'],
    sort: ['codigo'],
    icon: 'table',
  },
};
