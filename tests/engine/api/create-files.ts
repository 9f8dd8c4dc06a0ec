/** Fixture registries whose transitions create records: a purchase, what is due for it, the goods of its rows, notices. */
import { codeList, date, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

const named = (title: string, more: object = {}): object => ({
  title,
  type: 'object',
  required: ['nome'],
  properties: { nome: text('Nome', { maxLength: 30, 'x-unique': true }), ...more },
});

/** Of a title, beside what it is read from. */
const due = { descricao: 'numero', valor: 'valor', vencimento: 'today()', forma: { record: 'Pix' } };

export const createFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-compra.json': codeList('Situação da compra', {
    PEDIDA: 'Pedida',
    APROVADA: 'Aprovada',
    RECEBIDA: 'Recebida',
    AVISADA: 'Avisada',
  }),
  'schemas/code-lists/situacao-titulo.json': codeList('Situação do título', {
    PREVISTO: 'Previsto',
    LIBERADO: 'Liberado',
    NULO: 'Nulo',
  }),
  'schemas/teste/vendedores/schema.json': named('Vendedor', { documento: text('Documento', { maxLength: 20 }) }),
  'schemas/teste/vendedores/columns.json': registry('vendedores', 'vendedor', 'Vendedores', { columns: ['nome'] }),
  'schemas/teste/lojas/schema.json': named('Loja', { vendedor: relation('Vendedor', 'vendedor') }),
  'schemas/teste/lojas/columns.json': registry('lojas', 'loja', 'Lojas', { columns: ['nome'] }),
  'schemas/code-lists/tipo-forma.json': codeList('Tipo da forma', { RAPIDA: 'Rápida', LENTA: 'Lenta' }),
  'schemas/teste/formas/schema.json': named('Forma', {
    tipo: text('Tipo', { 'x-code-list': 'tipo-forma' }),
    ativa: { title: 'Ativa', type: 'boolean', default: true },
  }),
  'schemas/teste/formas/columns.json': registry('formas', 'forma', 'Formas', { columns: ['nome'] }),
  'schemas/teste/compras/schema.json': {
    title: 'Compra',
    type: 'object',
    required: ['numero', 'situacao', 'loja'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-compra' }),
      loja: relation('Loja', 'loja'),
      valor: money('Valor'),
      vencimento: date('Vencimento'),
      motivo: text('Motivo', { maxLength: 60 }),
      lembrete: relation('Lembrete', 'lembrete'),
      titulo: relation('Título', 'titulo', {
        'x-required-when': "situacao == 'APROVADA' && valor > 0",
      }),
      itens: {
        title: 'Itens',
        type: 'array',
        items: {
          type: 'object',
          title: 'Item',
          required: ['nome'],
          properties: {
            nome: text('Nome', { maxLength: 30, 'x-read-only-when': "parent.situacao == 'RECEBIDA'" }),
            valor: money('Valor'),
            bem: relation('Bem', 'bem', { 'x-read-only-when': "parent.situacao == 'RECEBIDA'" }),
          },
        },
      },
    },
    'x-rules': [{ must: 'valor > 0 || empty(titulo)', message: 'Sem valor não há título.', fields: ['titulo'] }],
  },
  'schemas/teste/compras/columns.json': registry('compras', 'compra', 'Compras', {
    openTo: ['prestador'],
    columns: ['numero', 'situacao', 'titulo'],
    sort: ['numero'],
    states: {
      field: 'situacao',
      initial: 'PEDIDA',
      transitions: [
        transition('aprovar', ['PEDIDA'], 'APROVADA', {
          fields: ['motivo'],
          effects: [
            {
              creates: 'titulo',
              into: 'titulo',
              when: 'valor > 0',
              fields: {
                descricao: "'Compra ' + numero",
                loja: 'loja',
                vendedor: { path: 'loja.vendedor' },
                documento: { path: 'loja.vendedor.documento' },
                forma: { record: 'Pix' },
                valor: 'valor',
                vencimento: 'coalesce(vencimento, today())',
                partes: [
                  { nome: "'Entrada'", valor: 'valor / 2' },
                  { nome: 'numero', valor: 'valor / 2' },
                ],
              },
            },
            { through: 'titulo', transition: 'liberar', when: "motivo == 'já'" },
          ],
        }),
        transition('receber', ['APROVADA'], 'RECEBIDA', {
          effects: [
            {
              creates: 'bem',
              rows: 'itens',
              into: 'bem',
              when: 'valor > 0',
              fields: { nome: 'nome', valor: 'valor', loja: 'parent.loja', compra: 'parent.numero' },
            },
            { creates: 'recado', rows: 'itens', fields: { compra: 'id', bem: 'bem', texto: "'Chegou ' + nome" } },
          ],
        }),
        transition('avisar', ['PEDIDA', 'APROVADA'], 'AVISADA', {
          effects: [{ creates: 'recado', fields: { compra: 'id', texto: "'Atenção: ' + numero" } }],
        }),
        transition('reabrir', ['APROVADA', 'AVISADA'], 'PEDIDA'),
        transition('devolver', ['APROVADA'], 'PEDIDA', {
          set: { titulo: null },
          effects: [{ through: 'titulo', transition: 'anular', strict: true }],
        }),
        // Two of them make a record of one entity, for what the one or the other says.
        transition('alternar', ['PEDIDA'], 'AVISADA', {
          effects: [
            { creates: 'titulo', into: 'titulo', when: 'valor > 10', fields: due },
            { creates: 'titulo', into: 'titulo', when: 'valor <= 10 && valor > 0', fields: due },
            { creates: 'recado', fields: { compra: 'id', texto: "'Um'" } },
            { creates: 'recado', fields: { compra: 'id', texto: "'Dois'" } },
          ],
        }),
        // Nothing of the record itself changes.
        transition('lembrar', ['APROVADA'], 'APROVADA', {
          effects: [
            { creates: 'recado', fields: { compra: 'id', texto: "'Lembre'" } },
            { through: 'titulo', transition: 'repetir' },
          ],
        }),
        // What is created is moved, and the move creates.
        transition('apressar', ['PEDIDA'], 'AVISADA', {
          effects: [
            { creates: 'titulo', into: 'titulo', when: 'valor > 0', fields: due },
            { through: 'titulo', transition: 'apressar' },
          ],
        }),
        transition('anotar', ['PEDIDA'], 'AVISADA', {
          effects: [{ creates: 'lembrete', into: 'lembrete', fields: { texto: "'Ver ' + numero", dona: 'loja' } }],
        }),
        transition('emprestar', ['PEDIDA'], 'AVISADA', {
          effects: [
            {
              creates: 'titulo',
              into: 'titulo',
              fields: {
                descricao: 'numero',
                valor: 1,
                vencimento: 'today()',
                forma: { record: { tipo: 'RAPIDA', ativa: true } },
              },
            },
          ],
        }),
      ],
    },
  }),
  'schemas/teste/titulos/schema.json': {
    title: 'Título',
    type: 'object',
    required: ['descricao', 'valor', 'forma', 'vencimento', 'situacao'],
    properties: {
      descricao: text('Descrição', { maxLength: 12 }),
      loja: relation('Loja', 'loja'),
      vendedor: relation('Vendedor', 'vendedor'),
      documento: text('Documento', { maxLength: 20, readOnly: true }),
      forma: relation('Forma', 'forma'),
      valor: money('Valor'),
      total: money('Total', { 'x-computed': 'sum(partes.map(p, p.valor))' }),
      vencimento: date('Vencimento'),
      urgente: { title: 'Urgente', type: 'boolean', default: false },
      lembrete: relation('Lembrete', 'lembrete'),
      situacao: text('Situação', { 'x-code-list': 'situacao-titulo' }),
      partes: {
        title: 'Partes',
        type: 'array',
        items: {
          type: 'object',
          title: 'Parte',
          required: ['nome'],
          properties: { nome: text('Nome', { maxLength: 30 }), valor: money('Valor') },
        },
      },
    },
    'x-rules': [{ must: 'valor < 1000000.0', message: 'Um título não chega a um milhão.', fields: ['valor'] }],
  },
  'schemas/teste/titulos/columns.json': registry('titulos', 'titulo', 'Títulos', {
    openTo: ['prestador'],
    columns: ['descricao', 'situacao'],
    sort: ['descricao'],
    indexes: [['descricao']],
    states: {
      field: 'situacao',
      initial: 'PREVISTO',
      transitions: [
        transition('liberar', ['PREVISTO'], 'LIBERADO'),
        transition('anular', ['PREVISTO'], 'NULO'),
        transition('repetir', ['PREVISTO'], 'PREVISTO', {
          effects: [{ creates: 'lembrete', fields: { titulo: 'id', texto: "'De novo'" } }],
        }),
        transition('apressar', ['PREVISTO'], 'LIBERADO', {
          effects: [
            { creates: 'lembrete', into: 'lembrete', fields: { texto: "'Um'" } },
            { creates: 'lembrete', fields: { titulo: 'id', texto: "'Dois'" } },
          ],
        }),
      ],
    },
  }),
  'schemas/teste/bens/schema.json': {
    title: 'Bem',
    type: 'object',
    required: ['nome'],
    properties: {
      nome: text('Nome', { maxLength: 30 }),
      valor: money('Valor'),
      loja: relation('Loja', 'loja'),
      compra: text('Compra', { maxLength: 10 }),
    },
  },
  'schemas/teste/bens/columns.json': registry('bens', 'bem', 'Bens', {
    columns: ['nome'],
    sort: ['nome'],
    indexes: [['nome']],
    withheld: ['insert'],
  }),
  'schemas/teste/lembretes/schema.json': {
    title: 'Lembrete',
    type: 'object',
    required: ['texto'],
    properties: {
      texto: text('Texto', { maxLength: 40 }),
      titulo: relation('Título', 'titulo'),
      dona: relation('Dona', 'loja'),
    },
  },
  'schemas/teste/lembretes/columns.json': registry('lembretes', 'lembrete', 'Lembretes', {
    scope: [{ role: 'prestador', field: 'dona' }],
    columns: ['texto'],
    sort: ['texto'],
    indexes: [['texto']],
  }),
  'schemas/teste/recados/schema.json': {
    title: 'Recado',
    type: 'object',
    required: ['texto', 'compra'],
    properties: {
      texto: text('Texto', { maxLength: 40 }),
      compra: relation('Compra', 'compra'),
      bem: relation('Bem', 'bem'),
    },
  },
  'schemas/teste/recados/columns.json': registry('recados', 'recado', 'Recados', {
    openTo: ['prestador'],
    columns: ['texto'],
    sort: ['texto'],
    indexes: [['texto']],
  }),
};
