/** Registries of providers and of what points at them, found by a short call of its own with a day, as the real ones are. */
export const providerFiles: Readonly<Record<string, object>> = {
  'schemas/teste/credenciados/schema.json': {
    title: 'Credenciado',
    type: 'object',
    required: ['codigo', 'nome'],
    properties: {
      codigo: { title: 'Código', type: 'string', 'x-mask': '######', 'x-unique': true },
      nome: { title: 'Nome', type: 'string', maxLength: 80 },
      inicio: { title: 'Início', type: 'string', format: 'date' },
      fim: { title: 'Fim', type: 'string', format: 'date' },
    },
  },
  'schemas/teste/credenciados/columns.json': {
    entity: 'credenciado',
    path: '/credenciados',
    title: 'Credenciado',
    permission: { subject: 'credenciado' },
    parent: '/',
    label: '{codigo} - {nome}',
    columns: ['codigo', 'nome', 'inicio', 'fim'],
    sort: ['codigo'],
    search: ['codigo', 'nome'],
    autocomplete: { path: 'findCredenciado', minimum: 5, validity: { from: 'inicio', until: 'fim' } },
  },
  'schemas/teste/exames/schema.json': {
    title: 'Exame',
    type: 'object',
    required: ['descricao'],
    properties: {
      descricao: { title: 'Descrição', type: 'string', maxLength: 40 },
      data: { title: 'Data', type: 'string', format: 'date' },
      credenciado: { title: 'Credenciado', 'x-relation': { entity: 'credenciado', single: true, date: 'data' } },
      cidade: { title: 'Cidade', 'x-relation': { entity: 'cidade' } },
      banco: { title: 'Banco', 'x-relation': { entity: 'banco', minimum: 3 } },
    },
  },
  'schemas/teste/exames/columns.json': {
    entity: 'exame',
    path: '/exames',
    title: 'Exame',
    permission: { subject: 'exame' },
    parent: '/',
    columns: ['descricao', 'data'],
  },
};
