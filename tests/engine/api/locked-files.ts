/** Fixture registries of records that are closed to changes: a note whose lines were paid, an agenda with a list by itself. */
import { codeList, date, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

const rowsOf = (title: string, properties: object, more: object = {}): object => ({
  title,
  type: 'array',
  ...more,
  items: { title, type: 'object', properties },
});

export const lockedFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-nota.json': codeList('Situação da nota', {
    ABERTA: 'Aberta',
    CONFERIDA: 'Conferida',
    PAGA: 'Paga',
  }),
  'schemas/teste/notas/schema.json': {
    title: 'Nota',
    type: 'object',
    required: ['codigo', 'situacao'],
    properties: {
      codigo: text('Código', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-nota' }),
      valor: money('Valor', { 'x-read-only-when': "situacao == 'CONFERIDA'" }),
      total: money('Total', { 'x-computed': 'sum(linhas.map(l, l.subtotal))' }),
      pagamento: date('Pagamento'),
      observacao: text('Observação', { maxLength: 100 }),
      comprovantes: { title: 'Comprovantes', 'x-attachment': { types: ['txt'], many: true } },
      linhas: rowsOf('Linhas', {
        nome: text('Nome', { maxLength: 20 }),
        preco: money('Preço'),
        paga: { title: 'Paga', type: 'boolean', default: false, 'x-read-only-when': "parent.situacao == 'PAGA'" },
        subtotal: money('Subtotal', { 'x-computed': 'preco * 2' }),
      }),
      anotacoes: rowsOf('Anotações', { texto: text('Texto', { maxLength: 40 }) }),
    },
    'x-locked': { when: "situacao == 'PAGA'", except: ['observacao', 'anotacoes'] },
  },
  'schemas/teste/notas/columns.json': registry('notas', 'nota', 'Notas', {
    columns: ['codigo', 'situacao'],
    sort: ['codigo'],
    batch: ['pagamento'],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      transitions: [
        transition('conferir', ['ABERTA'], 'CONFERIDA'),
        transition('pagar', ['ABERTA', 'CONFERIDA'], 'PAGA', {
          fields: ['pagamento'],
          rows: {
            linhas: {
              change: { set: { paga: true } },
              add: { fields: ['nome'], required: ['nome'], set: { preco: 1, paga: true } },
            },
          },
        }),
        transition('reabrir', ['PAGA'], 'ABERTA', { set: { pagamento: null } }),
      ],
    },
  }),
  'schemas/teste/agendas/schema.json': {
    title: 'Agenda',
    type: 'object',
    required: ['codigo', 'fechada'],
    properties: {
      codigo: text('Código', { maxLength: 10, 'x-unique': true }),
      fechada: { title: 'Fechada', type: 'boolean', default: false },
      horarios: rowsOf('Horários', { hora: text('Hora', { maxLength: 5 }) }, { 'x-read-only-when': 'fechada' }),
      vagas: rowsOf('Vagas', {
        sala: text('Sala', { maxLength: 5, 'x-read-only-when': 'parent.fechada' }),
        livre: { title: 'Livre', type: 'boolean', default: true },
      }),
    },
  },
  'schemas/teste/agendas/columns.json': registry('agendas', 'agenda', 'Agendas', {
    columns: ['codigo', 'fechada'],
    sort: ['codigo'],
  }),
  'schemas/code-lists/situacao-entrega.json': codeList('Situação da entrega', { FEITA: 'Feita', PAGA: 'Paga' }),
  'schemas/teste/entregas/schema.json': {
    title: 'Entrega',
    type: 'object',
    required: ['codigo', 'nota', 'situacao'],
    properties: {
      codigo: text('Código', { maxLength: 10, 'x-unique': true }),
      nota: relation('Nota', 'nota'),
      situacao: text('Situação', { 'x-code-list': 'situacao-entrega' }),
      peso: money('Peso'),
      lembrete: text('Lembrete', { maxLength: 40 }),
      volumes: rowsOf('Volumes', { nome: text('Nome', { maxLength: 20 }) }),
    },
    'x-locked': { when: "situacao == 'PAGA'", with: ['nota'], except: ['lembrete'] },
  },
  'schemas/teste/entregas/columns.json': registry('entregas', 'entrega', 'Entregas', {
    columns: ['codigo', 'nota', 'situacao'],
    sort: ['codigo'],
    batch: ['peso'],
    states: {
      field: 'situacao',
      initial: 'FEITA',
      transitions: [
        transition('pagar', ['FEITA'], 'PAGA', { fields: ['peso'] }),
        transition('reabrir', ['PAGA'], 'FEITA'),
      ],
    },
  }),
  'schemas/teste/canhotos/schema.json': {
    title: 'Canhoto',
    type: 'object',
    required: ['codigo'],
    properties: {
      codigo: text('Código', { maxLength: 10, 'x-unique': true }),
      entrega: relation('Entrega', 'entrega'),
      valor: money('Valor'),
      vias: rowsOf('Vias', { destino: text('Destino', { maxLength: 20 }) }),
    },
    'x-locked': { with: ['entrega'] },
  },
  'schemas/teste/canhotos/columns.json': registry('canhotos', 'canhoto', 'Canhotos', {
    columns: ['codigo', 'entrega'],
    sort: ['codigo'],
  }),
};
