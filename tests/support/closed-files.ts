/** A fixture registry of records that close whole, but for a reason that only some of them have: receipts. */
import { codeList, money, registry, text, transition } from './fixture-fields.ts';

export const closedFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-recibo.json': codeList('Situação do recibo', { ABERTO: 'Aberto', PAGO: 'Pago' }),
  'schemas/code-lists/tipo-recibo.json': codeList('Tipo do recibo', { COMUM: 'Comum', EXTRA: 'Extra' }),
  'schemas/teste/recibos/schema.json': {
    title: 'Recibo',
    type: 'object',
    required: ['codigo', 'situacao', 'tipo', 'itens'],
    properties: {
      codigo: text('Código', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-recibo' }),
      tipo: text('Tipo', { 'x-code-list': 'tipo-recibo', default: 'COMUM' }),
      motivo: text('Motivo', {
        maxLength: 40,
        'x-visible-when': "tipo == 'EXTRA'",
        'x-required-when': "tipo == 'EXTRA'",
      }),
      itens: {
        title: 'Itens',
        type: 'array',
        items: {
          title: 'Item',
          type: 'object',
          required: ['nome'],
          properties: { nome: text('Nome', { maxLength: 20 }), preco: money('Preço') },
        },
      },
    },
    'x-locked': { when: "situacao == 'PAGO'", except: ['motivo'] },
  },
  'schemas/teste/recibos/columns.json': registry('recibos', 'recibo', 'Recibos', {
    columns: ['codigo'],
    sort: ['codigo'],
    states: {
      field: 'situacao',
      initial: 'ABERTO',
      transitions: [transition('pagar', ['ABERTO'], 'PAGO'), transition('reabrir', ['PAGO'], 'ABERTO')],
    },
  }),
};
