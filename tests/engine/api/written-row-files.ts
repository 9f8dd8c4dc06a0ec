/** Fixture registries whose transitions write rows of their own records: a locker and its keys, a building of lockers. */
import { codeList, date, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

const rowsOf = (title: string, properties: object, more: object = {}): object => ({
  title,
  type: 'array',
  items: { title, type: 'object', properties, ...more },
});

const integer = (title: string, more: object = {}): object => ({ title, type: 'integer', ...more });

export const writtenRowFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/situacao-armario.json': codeList('Situação do armário', { LIVRE: 'Livre', USADO: 'Usado' }),
  'schemas/code-lists/situacao-chave.json': codeList('Situação da chave', { VALE: 'Vale', NULA: 'Nula' }),
  'schemas/code-lists/situacao-predio.json': codeList('Situação do prédio', { ABERTO: 'Aberto', FECHADO: 'Fechado' }),
  'schemas/teste/feitios/schema.json': {
    title: 'Feitio',
    type: 'object',
    required: ['nome', 'ativo'],
    properties: {
      nome: text('Nome', { maxLength: 20, 'x-unique': true }),
      ativo: { title: 'Ativo', type: 'boolean', default: true },
      preco: money('Preço'),
    },
  },
  'schemas/teste/feitios/columns.json': registry('feitios', 'feitio', 'Feitios', { columns: ['nome'], sort: ['nome'] }),
  'schemas/teste/predios/schema.json': {
    title: 'Prédio',
    type: 'object',
    required: ['nome', 'situacao'],
    properties: {
      nome: text('Nome', { maxLength: 20, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-predio' }),
    },
  },
  'schemas/teste/predios/columns.json': registry('predios', 'predio', 'Prédios', {
    columns: ['nome', 'situacao'],
    sort: ['nome'],
    states: {
      field: 'situacao',
      initial: 'ABERTO',
      transitions: [
        transition('fechar', ['ABERTO'], 'FECHADO', {
          effects: [{ each: 'armario.predio', transition: 'recolher' }],
        }),
        transition('abrir', ['FECHADO'], 'ABERTO'),
      ],
    },
  }),
  'schemas/teste/armarios/schema.json': {
    title: 'Armário',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      situacao: text('Situação', { 'x-code-list': 'situacao-armario' }),
      predio: relation('Prédio', 'predio'),
      tipo: text('Tipo', { maxLength: 10 }),
      modelo: relation('Modelo', 'feitio'),
      dono: text('Dono', { maxLength: 20 }),
      gasto: money('Gasto', { 'x-computed': 'sum(chaves.map(c, c.preco))' }),
      chaves: {
        ...rowsOf(
          'Chaves',
          {
            via: integer('Via', { minimum: 1, maximum: 9 }),
            segredo: text('Segredo', { maxLength: 4 }),
            motivo: text('Motivo', { maxLength: 20 }),
            feitio: {
              title: 'Feitio',
              'x-relation': { entity: 'feitio', where: { ativo: true } },
            },
            preco: money('Preço'),
            feita_em: date('Feita em'),
            situacao: text('Situação', { 'x-code-list': 'situacao-chave', default: 'VALE' }),
          },
          {
            required: ['via', 'situacao'],
            'x-rules': [{ must: "motivo != 'proibido'", message: 'Este motivo não se aceita.', fields: ['motivo'] }],
          },
        ),
        maxItems: 4,
        'x-indexes': [['feita_em'], ['situacao', 'via']],
      },
      donos: { ...rowsOf('Donos', { de: text('De'), para: text('Para') }), readOnly: true },
    },
    'x-rules': [
      {
        must: "size(chaves.filter(c, c.situacao == 'VALE')) <= 1",
        message: 'Só uma chave vale.',
        fields: ['chaves'],
      },
    ],
  },
  'schemas/teste/armarios/columns.json': registry('armarios', 'armario', 'Armários', {
    sections: [
      { title: 'Armário', fields: ['numero', 'situacao', 'predio', 'tipo'] },
      { title: 'Uso', fields: ['modelo', 'dono', 'gasto'] },
      { title: 'Chaves', fields: ['chaves'] },
      { title: 'Donos', fields: ['donos'] },
    ],
    columns: ['numero', 'situacao'],
    sort: ['numero'],
    states: {
      field: 'situacao',
      initial: 'LIVRE',
      transitions: [
        transition('copiar', ['LIVRE', 'USADO'], 'USADO', {
          action: 'copiar',
          rows: {
            chaves: {
              change: {
                when: "situacao == 'VALE' && parent.tipo != 'mestre'",
                set: { situacao: "'NULA'", segredo: null },
              },
              add: {
                fields: ['motivo', 'feitio', 'segredo'],
                required: ['motivo'],
                set: { via: 'size(chaves) + 1', preco: { path: 'modelo.preco' }, feita_em: 'today()' },
              },
            },
          },
        }),
        transition('passar', ['LIVRE', 'USADO'], 'USADO', {
          fields: ['dono'],
          rows: { donos: { add: { set: { para: 'dono' }, former: { de: 'dono' } } } },
        }),
        transition('marcar', ['LIVRE'], 'LIVRE', {
          rows: {
            chaves: {
              change: { set: { segredo: { path: 'parent.modelo.nome' }, feitio: { record: { nome: 'Mestra' } } } },
            },
          },
        }),
        transition('recolher', ['LIVRE', 'USADO'], 'LIVRE', {
          set: { dono: null },
          rows: {
            chaves: { change: { set: { situacao: "'NULA'", preco: 'coalesce(preco, 0) + 1' } } },
            donos: { add: { when: "tipo != 'mestre'", former: { de: 'dono' } } },
          },
        }),
      ],
    },
  }),
};
