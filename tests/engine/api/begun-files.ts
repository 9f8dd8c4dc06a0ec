/** Fixture registries with fields that begin by an expression: charges by a tariff, and the agreements that create them. */
import { codeList, date, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

const begins = (expression: string, more: object = {}): object => ({ 'x-begins': expression, ...more });
const whole = (title: string, more: object = {}): object => ({ title, type: 'integer', ...more });
const flag = (title: string, more: object = {}): object => ({ title, type: 'boolean', ...more });
const lists = { columns: ['numero'], sort: ['numero'], search: ['numero'], label: '{numero}' };

const items = {
  title: 'Item',
  type: 'object',
  required: ['valor'],
  properties: {
    descricao: text('Descrição', { maxLength: 30 }),
    tarifa: relation('Tarifa', 'tabela_tarifa'),
    quantidade: whole('Quantidade', { default: 1 }),
    vence: date('Vence', begins('parent.vencimento')),
    valor: money('Valor', begins('quantidade * coalesce(tarifa.preco, parent.tarifa.preco)')),
    dobro: money('Dobro', { 'x-computed': 'valor * 2' }),
  },
};

export const begunFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-acordo.json': codeList('Situação', { ABERTO: 'Aberto', FECHADO: 'Fechado' }),
  'schemas/teste/tabelas-tarifas/schema.json': {
    title: 'Tarifa',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      preco: money('Preço'),
      dono: relation('Dono', 'banco'),
    },
  },
  'schemas/teste/tabelas-tarifas/columns.json': registry('tabelas-tarifas', 'tabela_tarifa', 'Tarifas', {
    ...lists,
    scope: [{ role: 'prestador', field: 'dono' }],
  }),
  'schemas/teste/cobrancas/schema.json': {
    title: 'Cobrança',
    type: 'object',
    required: ['numero', 'vencimento'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      fim: date('Fim', begins('addMonths(vencimento, 12)')),
      emissao: date('Emissão'),
      prazo: whole('Prazo', { default: 30 }),
      vencimento: date('Vencimento', begins('addDays(emissao, prazo)')),
      tarifa: relation('Tarifa', 'tabela_tarifa'),
      quantidade: whole('Quantidade'),
      valor: money('Valor', begins('quantidade * tarifa.preco', { maximum: 1000 })),
      dobro: money('Dobro', { 'x-computed': 'valor * 2' }),
      limite: money('Limite', begins('dobro + 1')),
      isento: flag('Isento', { default: false }),
      multa: money('Multa', begins('valor / 10', { 'x-visible-when': '!isento' })),
      responsavel: relation('Responsável', 'usuario', begins('caller()')),
      acordo: relation('Acordo', 'acordo'),
      nota: text('Nota', { maxLength: 30 }),
      itens: { title: 'Itens', type: 'array', maxItems: 20, items },
      soma: money('Soma', begins('sum(itens.map(i, i.valor))')),
    },
    'x-rules': [{ must: 'soma <= 5000', message: 'A soma passa de cinco mil.', fields: ['soma'] }],
  },
  'schemas/teste/cobrancas/columns.json': registry('cobrancas', 'cobranca', 'Cobranças', {
    ...lists,
    batch: ['tarifa', 'valor'],
    openTo: ['prestador'],
  }),
  'schemas/teste/acordos/schema.json': {
    title: 'Acordo',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      inicio: date('Início'),
      tarifa: relation('Tarifa', 'tabela_tarifa'),
      situacao: text('Situação', { 'x-code-list': 'situacao-acordo' }),
    },
  },
  'schemas/teste/acordos/columns.json': registry('acordos', 'acordo', 'Acordos', {
    ...lists,
    openTo: ['prestador'],
    states: {
      field: 'situacao',
      initial: 'ABERTO',
      transitions: [
        transition('fechar', ['ABERTO'], 'FECHADO', {
          effects: [
            {
              creates: 'cobranca',
              fields: {
                numero: 'numero',
                acordo: 'id',
                emissao: 'inicio',
                tarifa: 'tarifa',
                quantidade: '2',
                itens: [{ descricao: "'Acordo'" }],
              },
            },
          ],
        }),
      ],
    },
  }),
};
