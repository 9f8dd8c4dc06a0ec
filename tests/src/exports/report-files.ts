/** Entries of workshops, the list of them, and three reports: with rows, by groups alone, and by month alone. */
const registry = (folder: string, path: string, title: string, more: object): Readonly<Record<string, object>> => ({
  [`schemas/teste/${folder}/columns.json`]: {
    path,
    title,
    icon: 'table',
    permission: { subject: 'lancamento' },
    parent: '/',
    ...more,
  },
});

const columns = ['numero', 'data', 'obs', 'valor', 'taxa'];

export const reportFiles: Readonly<Record<string, object>> = {
  'schemas/teste/oficinas/schema.json': {
    title: 'Oficina',
    type: 'object',
    required: ['nome'],
    properties: { nome: { title: 'Nome', type: 'string', maxLength: 60 } },
  },
  'schemas/teste/oficinas/columns.json': {
    entity: 'oficina',
    path: '/oficinas',
    title: 'Oficinas',
    icon: 'table',
    permission: { subject: 'oficina' },
    parent: '/',
    columns: ['nome'],
    label: '{nome}',
  },
  'schemas/teste/lancamentos/schema.json': {
    title: 'Lançamento',
    type: 'object',
    required: ['numero'],
    properties: {
      numero: { title: 'Número', type: 'integer' },
      data: { title: 'Data', type: 'string', format: 'date' },
      oficina: { title: 'Oficina', 'x-relation': { entity: 'oficina', label: '{nome}' } },
      setor: { title: 'Setor', type: 'string', maxLength: 40 },
      obs: { title: 'Observação', type: 'string', maxLength: 400 },
      paciente: { title: 'Paciente', type: 'string', maxLength: 60, 'x-personal-data': 'personal' },
      valor: { title: 'Valor', type: 'number', format: 'money' },
      taxa: { title: 'Taxa', type: 'number', format: 'money' },
    },
  },
  ...registry('lancamentos', '/lancamentos', 'Lançamentos', {
    entity: 'lancamento',
    columns,
    search: ['data', 'oficina'],
  }),
  ...registry('lancamentos-por-oficina', '/lancamentos-por-oficina', 'Lançamentos por oficina', {
    entity: 'lancamento',
    columns,
    sort: ['numero'],
    totals: ['valor', 'taxa'],
    report: { groups: ['oficina', { field: 'data', by: 'month' }] },
  }),
  ...registry('lancamentos-sintetico', '/lancamentos-sintetico', 'Lançamentos, sintético', {
    entity: 'lancamento',
    columns,
    totals: ['valor', 'taxa'],
    report: { groups: ['oficina', { field: 'data', by: 'month' }], rows: false },
  }),
  ...registry('lancamentos-por-setor', '/lancamentos-por-setor', 'Lançamentos por setor', {
    entity: 'lancamento',
    columns,
    totals: ['valor'],
    report: { groups: ['setor'], rows: false },
  }),
  ...registry('lancamentos-por-paciente', '/lancamentos-por-paciente', 'Lançamentos por paciente', {
    entity: 'lancamento',
    columns,
    totals: ['valor'],
    report: { groups: ['paciente'], rows: false },
  }),
};
