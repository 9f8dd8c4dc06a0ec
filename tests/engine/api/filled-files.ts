/** Fixture registries with fields that are filled from what a relation knows: stays in a hospital, and what follows them. */
import { codeList, date, money, registry, relation, text, transition } from '../../support/fixture-fields.ts';

const from = (path: string, more: object = {}): object => ({ 'x-filled-from': path, ...more });

/** Rows of a list that are filled by a relation of theirs, and by one that is filled itself. */
const dailies = {
  title: 'Item',
  type: 'object',
  required: ['estadia', 'paciente'],
  properties: {
    estadia: {
      title: 'Estadia',
      'x-relation': { entity: 'estadia', where: { paciente: { field: 'paciente' }, dono: { field: 'parent.dono' } } },
    },
    paciente: relation('Paciente', 'paciente', from('estadia.paciente')),
    dono: relation('Dono', 'banco', from('paciente.dono')),
    regime: text('Regime', {
      'x-code-list': 'regime-estadia',
      'x-visible-when': '!parent.sem_regime',
      ...from('estadia.regime'),
    }),
    inicio: date('Início', { 'x-read-only-when': 'fechado', ...from('estadia.inicio') }),
    diaria: money('Diária', from('estadia.diaria')),
    urgente: { title: 'Urgente', type: 'boolean', ...from('estadia.urgente') },
    fechado: { title: 'Fechado', type: 'boolean', default: false },
    dobro: money('Dobro', { 'x-computed': 'diaria * 2' }),
  },
  'x-rules': [{ must: 'diaria <= 1000', message: 'A diária passa de mil.', fields: ['diaria'] }],
};
const lists = { columns: ['numero'], sort: ['numero'], indexes: [['numero']], search: ['numero'], label: '{numero}' };

export const filledFiles: Readonly<Record<string, object>> = {
  'schemas/code-lists/regime-estadia.json': codeList('Regime', { CLINICO: 'Clínico', CIRURGICO: 'Cirúrgico' }),
  'schemas/code-lists/situacao-estadia.json': codeList('Situação', { ABERTA: 'Aberta', ENCERRADA: 'Encerrada' }),
  'schemas/teste/pacientes/schema.json': {
    title: 'Paciente',
    type: 'object',
    required: ['numero'],
    properties: { numero: text('Número', { maxLength: 10 }), dono: relation('Dono', 'banco') },
  },
  'schemas/teste/pacientes/columns.json': registry('pacientes', 'paciente', 'Pacientes', lists),
  'schemas/teste/estadias/schema.json': {
    title: 'Estadia',
    type: 'object',
    required: ['numero', 'situacao'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      paciente: relation('Paciente', 'paciente'),
      regime: text('Regime', { 'x-code-list': 'regime-estadia' }),
      inicio: date('Início'),
      diaria: money('Diária'),
      urgente: { title: 'Urgente', type: 'boolean' },
      dono: relation('Dono', 'banco'),
      situacao: text('Situação', { 'x-code-list': 'situacao-estadia' }),
    },
  },
  'schemas/teste/estadias/columns.json': registry('estadias', 'estadia', 'Estadias', {
    ...lists,
    openTo: ['beneficiario'],
    scope: [{ role: 'prestador', field: 'dono' }],
    actions: [
      {
        name: 'prolongar',
        title: 'Prolongar',
        icon: 'list-plus',
        open: { screen: 'prolongamentos', values: { estadia: '{id}' } },
      },
    ],
    states: {
      field: 'situacao',
      initial: 'ABERTA',
      transitions: [
        transition('encerrar', ['ABERTA'], 'ENCERRADA', {
          effects: [
            { creates: 'prolongamento', fields: { numero: 'numero', estadia: 'id' } },
            { creates: 'nota_diaria', fields: { numero: 'numero', origem: 'id', itens: [{ estadia: 'id' }] } },
          ],
        }),
      ],
    },
  }),
  'schemas/teste/prolongamentos/schema.json': {
    title: 'Prolongamento',
    type: 'object',
    required: ['numero', 'paciente'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      paciente: relation('Paciente', 'paciente', from('estadia.paciente')),
      estadia: {
        title: 'Estadia',
        'x-relation': { entity: 'estadia', where: { paciente: { field: 'paciente' } } },
      },
      regime: text('Regime', { 'x-code-list': 'regime-estadia', ...from('estadia.regime') }),
      inicio: date('Início', from('estadia.inicio')),
      diaria: money('Diária', from('estadia.diaria')),
      urgente: { title: 'Urgente', type: 'boolean', ...from('estadia.urgente') },
      cirurgia: text('Cirurgia', { maxLength: 10 }),
      encerrado: { title: 'Encerrado', type: 'boolean', default: false },
      dobro: money('Dobro', { 'x-computed': 'diaria * 2' }),
    },
    'x-rules': [{ must: 'diaria <= 1000', message: 'A diária passa de mil.', fields: ['diaria'] }],
  },
  'schemas/teste/prolongamentos/columns.json': registry('prolongamentos', 'prolongamento', 'Prolongamentos', {
    ...lists,
    batch: ['estadia', 'regime'],
    openTo: ['beneficiario', 'prestador'],
  }),
  'schemas/teste/recursos/schema.json': {
    title: 'Recurso',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      prolongamento: relation('Prolongamento', 'prolongamento'),
      estadia: relation('Estadia', 'estadia', from('prolongamento.estadia')),
      paciente: relation('Paciente', 'paciente', from('estadia.paciente')),
      clinico: { title: 'Clínico', type: 'boolean', default: true },
      regime: text('Regime', {
        'x-code-list': 'regime-estadia',
        'x-visible-when': 'clinico',
        ...from('prolongamento.regime'),
      }),
      inicio: date('Início', { 'x-read-only-when': 'clinico', ...from('prolongamento.inicio') }),
    },
  },
  'schemas/teste/notas-diarias/schema.json': {
    title: 'Nota de diárias',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: text('Número', { maxLength: 10, 'x-unique': true }),
      origem: relation('Origem', 'estadia'),
      dono: relation('Dono', 'banco'),
      sem_regime: { title: 'Sem regime', type: 'boolean', default: false },
      itens: { title: 'Itens', type: 'array', maxItems: 20, items: dailies },
      total: money('Total', { 'x-computed': 'sum(itens.map(i, i.diaria))' }),
    },
  },
  'schemas/teste/notas-diarias/columns.json': registry('notas-diarias', 'nota_diaria', 'Notas de diárias', {
    ...lists,
    openTo: ['prestador'],
  }),
  'schemas/teste/recursos/columns.json': registry('recursos', 'recurso', 'Recursos', {
    ...lists,
    openTo: ['beneficiario', 'prestador'],
  }),
};
