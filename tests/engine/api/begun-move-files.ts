/** Fixture registries whose transitions ask for fields that begin with a value: bills, which a lot pays, by contract and share. */
import { codeList, date, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

const begins = (field: string, expression: unknown, more: object = {}) => ({ field, begins: expression, ...more });

const name = text('Nome', { maxLength: 30, 'x-unique': true });

export const begunMoveFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-carne.json': codeList('Situação da carne', { ABERTA: 'Aberta', PAGA: 'Paga' }),
  'schemas/code-lists/forma-carne.json': codeList('Forma da carne', { PIX: 'Pix', BOLETO: 'Boleto' }),
  'schemas/teste/pessoas/schema.json': {
    title: 'Pessoa',
    type: 'object',
    required: ['nome', 'ativa'],
    properties: { nome: name, ativa: { title: 'Ativa', type: 'boolean', default: true } },
  },
  'schemas/teste/pessoas/columns.json': registry('pessoas', 'pessoa', 'Pessoas', {
    openTo: ['prestador'],
    columns: ['nome'],
    sort: ['nome'],
  }),
  'schemas/teste/contratos/schema.json': {
    title: 'Contrato',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: name,
      desconto: money('Desconto'),
      favorecido: relation('Favorecido', 'pessoa'),
      dono: relation('Dono', 'banco'),
    },
  },
  'schemas/teste/contratos/columns.json': registry('contratos', 'contrato', 'Contratos', {
    scope: [{ role: 'prestador', field: 'dono' }],
    columns: ['nome'],
    sort: ['nome'],
  }),
  'schemas/teste/macos/schema.json': {
    title: 'Maço',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: { nome: name, situacao: text('Situação', { 'x-code-list': 'situacao-carne' }), pago: money('Pago') },
  },
  'schemas/teste/macos/columns.json': registry('macos', 'maco', 'Maços', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      transitions: [
        transition('pagar', ['ABERTA'], 'PAGA', { effects: [{ each: 'carne.maco', transition: 'pagar' }] }),
        transition('igualar', ['ABERTA'], 'PAGA', {
          effects: [{ each: 'carne.maco', transition: 'pagar', fields: { valor_pago: 'pago', forma: "'BOLETO'" } }],
        }),
      ],
    },
  }),
  'schemas/teste/quotas/schema.json': {
    title: 'Quota',
    type: 'object',
    required: ['nome', 'carne', 'valor'],
    properties: { nome: name, carne: relation('Carnê', 'carne'), valor: money('Valor') },
  },
  'schemas/teste/quotas/columns.json': registry('quotas', 'quota', 'Quotas', {
    openTo: ['prestador'],
    columns: ['nome'],
    sort: ['nome'],
  }),
  'schemas/teste/tarifas/schema.json': {
    title: 'Tarifa',
    type: 'object',
    required: ['nome', 'carne', 'valor'],
    properties: { nome: name, carne: relation('Carnê', 'carne'), valor: money('Valor') },
  },
  // The API embeds no list whose route has several parts.
  'schemas/teste/tarifas/columns.json': {
    ...registry('tarifas', 'tarifa', 'Tarifas', { openTo: ['prestador'], columns: ['nome'], sort: ['nome'] }),
    path: '/outras/tarifas',
  },
  'schemas/teste/carnes/schema.json': {
    title: 'Carnê',
    type: 'object',
    required: ['nome', 'situacao', 'valor'],
    properties: {
      nome: name,
      situacao: text('Situação', { 'x-code-list': 'situacao-carne' }),
      valor: money('Valor'),
      contrato: relation('Contrato', 'contrato'),
      maco: relation('Maço', 'maco'),
      dia: date('Dia do pagamento', { readOnly: true }),
      valor_pago: money('Valor pago', { readOnly: true, minimum: 0, maximum: 5000 }),
      forma: text('Forma', { 'x-code-list': 'forma-carne', readOnly: true }),
      codigo: text('Código do boleto', { maxLength: 10, readOnly: true, 'x-visible-when': "forma == 'BOLETO'" }),
      favorecido: relation('Favorecido', 'pessoa', { readOnly: true }),
      pagamentos: {
        title: 'Pagamentos',
        type: 'array',
        readOnly: true,
        items: {
          title: 'Pagamento',
          type: 'object',
          required: ['valor'],
          properties: { dia: date('Dia'), valor: money('Valor da parte'), nota: text('Nota', { maxLength: 30 }) },
        },
      },
    },
  },
  'schemas/teste/carnes/columns.json': registry('carnes', 'carne', 'Carnês', {
    openTo: ['prestador'],
    columns: ['nome', 'situacao', 'valor'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      linked: { quotas: 'quota.carne', tarifas: 'tarifa.carne' },
      transitions: [
        transition('pagar', ['ABERTA'], 'PAGA', {
          fields: [
            begins('dia', 'today()'),
            begins('valor_pago', 'valor - coalesce(contrato.desconto, 0)'),
            begins('forma', "'PIX'"),
            begins('codigo', 'nome'),
            begins('favorecido', 'contrato.favorecido', { where: { ativa: true } }),
          ],
          required: ['valor_pago'],
          rules: [{ must: 'valor_pago < 1000', message: 'Paga-se menos de mil.', fields: ['valor_pago'] }],
        }),
        transition('ratear', ['ABERTA'], 'PAGA', {
          fields: [begins('valor_pago', 'sum(quotas.map(q, q.valor))')],
          required: ['valor_pago'],
        }),
        transition('taxar', ['ABERTA'], 'PAGA', {
          fields: [begins('valor_pago', 'sum(tarifas.map(t, t.valor))')],
          required: ['valor_pago'],
        }),
        transition('fechar', ['ABERTA'], 'PAGA', {
          fields: [begins('valor_pago', 'sum(pagamentos.map(p, p.valor))')],
        }),
        transition('anotar', ['ABERTA'], undefined, {
          rows: {
            pagamentos: {
              add: { fields: [begins('valor', 'valor'), begins('dia', 'today()'), 'nota'], required: ['dia'] },
            },
          },
        }),
        transition('reabrir', ['PAGA'], 'ABERTA', { set: { valor_pago: null } }),
      ],
    },
  }),
};
